alter table order_line
  drop constraint order_line_kind_check,
  add constraint order_line_kind_check check (kind in ('beat', 'pack', 'kit', 'subscription', 'promotion'));

create type promotion_state as enum ('active', 'paused', 'ended');

-- Paid placement of an item. Its seller bought it as a line of an order, or runs an earlier one again for nothing.
create table promotion (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  item_id bigint not null references item,
  line_id bigint unique references order_line,
  -- an earlier promotion that is run once more for nothing
  rerun_of bigint unique references promotion,
  tier text not null check (tier in ('standard', 'premium', 'spotlight')),
  days int not null check (days > 0),
  -- impressions
  guaranteed int not null check (guaranteed > 0),
  delivered int not null default 0,
  clicks int not null default 0,
  plays int not null default 0,
  sales int not null default 0,
  sale_cents bigint not null default 0,
  price_cents bigint not null check (price_cents > 0),
  -- what was given for it: money and credits
  paid_cents bigint not null check (paid_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  -- money that was refunded
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and paid_cents),
  -- promo credits that came back for what was not delivered
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  state promotion_state not null default 'active',
  started_at timestamptz not null,
  -- the end of its days, and the latest end; a pause moves both
  ends_at timestamptz not null,
  lasts_until timestamptz not null,
  -- since when its time stands still
  paused_at timestamptz,
  -- an admin has paused it
  held_at timestamptz,
  held_by bigint references account,
  held_for text check (char_length(held_for) <= 500),
  ended_at timestamptz,
  ended_for text check (ended_for in ('delivered', 'short', 'canceled', 'item', 'refunded', 'account')),
  due_at timestamptz,
  check (line_id is null or rerun_of is null),
  check (started_at < ends_at and ends_at <= lasts_until),
  check ((state = 'paused') = (paused_at is not null)),
  check ((held_at is null) = (held_for is null)),
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (ended_for is not null)),
  check ((state = 'active') = (due_at is not null))
);
create unique index promotion_running on promotion (item_id) where state <> 'ended';
create index promotion_of_account on promotion (account_id, id desc);
create index promotion_of_item on promotion (item_id, id desc);
create index promotion_due on promotion (due_at) where due_at is not null;

-- What a promotion brought in an hour. It names no person.
create table promotion_hour (
  promotion_id bigint not null references promotion,
  hour timestamptz not null,
  impressions int not null default 0 check (impressions >= 0),
  clicks int not null default 0 check (clicks >= 0),
  plays int not null default 0 check (plays >= 0),
  sales int not null default 0 check (sales >= 0),
  sale_cents bigint not null default 0 check (sale_cents >= 0),
  primary key (promotion_id, hour)
);

-- How often people saw a place for promoted items in an hour, taken or not. Of style pages, each style counts by itself.
create table slot_hour (
  place text not null check (place in ('landing', 'browse', 'charts', 'style', 'search')),
  style_id smallint references style,
  hour timestamptz not null,
  seen int not null check (seen >= 0),
  unique nulls not distinct (place, style_id, hour)
);
create index slot_hour_hour on slot_hour (hour);
