-- lists of promotions by their state
create index promotion_active on promotion (id desc) where state = 'active';
create index promotion_paused on promotion (id desc) where state = 'paused';
drop index promotion_not_ended;

-- Reviews wait in the order of their sellers' plans, and then of their age. 0: Pro, 1: Growth, 2: no plan.
alter table review add column turn smallint not null default 2;
update review set turn = case account.plan when 'pro' then 0 when 'growth' then 1 else 2 end
  from item join account on account.id = item.owner_id
  where item.id = review.item_id and review.decided_at is null and account.plan <> 'free';
create index review_in_turn on review (turn, submitted_at, id) include (item_id) where decided_at is null;
