-- Who saw, opened or played a promoted item in the last hour, or saw an empty place. A key is a keyed hash of both, and
-- is swept when its hour is over: nobody can tell a person from it, and nothing else refers to it.
create table slot_viewer (
  key bytea primary key,
  ends_at timestamptz not null
);
create index slot_viewer_ends on slot_viewer (ends_at);

-- An account has opened or played a promoted item. What it buys of it in the days after counts for the promotion.
create table promotion_lead (
  promotion_id bigint not null references promotion,
  account_id bigint not null references account,
  item_id bigint not null references item,
  at timestamptz not null,
  -- purchases up to this one are counted
  counted_to bigint not null default 0,
  primary key (promotion_id, account_id)
);
create index promotion_lead_account on promotion_lead (account_id, item_id);
create index promotion_lead_at on promotion_lead (at);
