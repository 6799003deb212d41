-- A day after a payment the shop compares it with its provider's books.
alter table payment
  add column compare_at timestamptz,
  -- what the provider's books say otherwise; null: nothing
  add column difference text;
update payment set compare_at = paid_at + interval '1 day' where state = 'paid';
create index payment_compare on payment (compare_at) where compare_at is not null;
create index payment_difference on payment (order_id) where difference is not null;
