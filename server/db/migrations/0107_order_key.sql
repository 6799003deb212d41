-- further keys of a request that found its order open: an order itself has the key that it was begun with
create table order_key (
  buyer_id bigint not null references account,
  key text not null,
  order_id bigint not null references shop_order,
  primary key (buyer_id, key)
);
create index order_key_order on order_key (order_id);
