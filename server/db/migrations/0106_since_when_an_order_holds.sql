-- Since when an order's buyer keeps what it buys exclusively from others: also in orders before it. Null: it holds nothing.
alter table shop_order add column held_since timestamptz;
