-- Where a person's earnings go.
create table payout_target (
  account_id bigint primary key references account on delete cascade,
  -- null: no PayPal is linked
  paypal_email text check (char_length(paypal_email) <= 254),
  -- when the address was last linked, changed or unlinked: payouts rest for some time after it
  changed_at timestamptz,
  auto_payout boolean not null default true,
  country text check (country ~ '^[A-Z]{2}$')
);
create index payout_target_weekly on payout_target (account_id) where paypal_email is not null and auto_payout;

create type payout_kind as enum ('weekly', 'same_day', 'again');
create type payout_state as enum (
  'requested', -- waits for a person, or for the end of a rest
  'processing', -- sent, or about to be: its outcome is unknown
  'unclaimed', -- the address has no account yet
  'paid',
  'failed', 'returned', 'canceled' -- the money is back in the balance
);

-- Money on its way from earnings to a person. It leaves the balance in the transaction that writes the row.
create table payout (
  id bigint generated always as identity (start with 1001) primary key,
  account_id bigint not null references account,
  kind payout_kind not null,
  state payout_state not null default 'requested',
  -- the ISO week (UTC) of a weekly payout: 2026-W48
  week text check (week ~ '^\d{4}-W\d\d$'),
  -- the payout whose money came back, and is sent again
  again_of bigint unique references payout,
  -- what left the balance; the fee is a part of it
  gross_cents bigint not null check (gross_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0 and fee_cents < gross_cents),
  -- why a person looks at it first: large, first, flag
  looks text[] not null default '{}',
  approved_at timestamptz,
  -- an admin's reason to let it wait
  held_for text check (char_length(held_for) <= 500),
  -- as it was sent; null before, and after the person's account was deleted
  address text,
  provider text check (provider <> ''),
  sent_at timestamptz,
  -- the provider's names of the batch and of the payout in it
  batch text,
  reference text,
  provider_fee_cents bigint,
  -- the provider's sentence, or ours
  failure text,
  asked_at timestamptz,
  times_asked integer not null default 0,
  -- when it is sent, or asked about, by itself
  due_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (account_id, week),
  check ((week is not null) = (kind = 'weekly')),
  check ((again_of is not null) = (kind = 'again')),
  check ((provider is not null) = (sent_at is not null)),
  check ((ended_at is not null) = (state in ('paid', 'failed', 'returned', 'canceled')))
);
create index payout_of_account on payout (account_id, id desc);
create index payout_by_state on payout (state, id desc);
create index payout_due on payout (due_at) where due_at is not null;
create unique index payout_batch on payout (provider, batch) where batch is not null;

-- A weekly run, as far as it has come.
create table payout_week (
  week text primary key check (week ~ '^\d{4}-W\d\d$'),
  due_at timestamptz,
  last_account bigint not null default 0,
  -- some account could not be paid: the run goes through all once more
  is_again boolean not null default false
);
create index payout_week_due on payout_week (due_at) where due_at is not null;
-- The first run is next Monday.
insert into payout_week (week) values (to_char(now() at time zone 'utc', 'IYYY-"W"IW'));

-- Sales of a seller about which something is open are not paid out yet.
create index purchase_problem_seller_open on purchase_problem (seller_id) where ended_at is null;
create index refund_pending on refund (order_id) where state = 'pending';
