-- the newest review of an item
create index review_of_item on review (item_id, id desc);
-- the reviews that wait, the oldest first
create index review_waiting on review (submitted_at, id) include (item_id) where decided_at is null;
-- the sales and refunds beside a payout
create index order_line_sold on order_line (seller_id) include (refunded_cents) where state = 'granted';
-- lists of promotions
create index promotion_not_ended on promotion (id desc) include (state, item_id) where state <> 'ended';
create index promotion_canceled on promotion (id desc) where ended_for = 'canceled';
create index promotion_by_tier on promotion (tier, id desc);
