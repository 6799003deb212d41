-- All keys of requests in one table: so the same key, sent twice at once, can't lead to two orders.
insert into order_key (buyer_id, key, order_id)
  select buyer_id, idempotency_key, id from shop_order where idempotency_key is not null
  on conflict do nothing;
alter table shop_order drop column idempotency_key;
