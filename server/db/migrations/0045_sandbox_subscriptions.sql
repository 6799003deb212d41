-- Subscriptions and payouts of the sandbox. The rest of the shop reads none of these tables.

-- A test card that a buyer has left with the sandbox for payments to come. It has no number.
create type sandbox_card_outcome as enum ('paid', 'declined', 'challenged');
create table sandbox_card (
  id bigint generated always as identity primary key,
  reference text not null unique,
  outcome sandbox_card_outcome not null,
  renewals_fail boolean not null,
  paid_with text not null,
  created_at timestamptz not null
);

create type sandbox_cycle as enum ('month', 'year');
create type sandbox_subscription_state as enum ('open', 'challenged', 'active', 'overdue', 'paused', 'ended');
create table sandbox_subscription (
  id bigint generated always as identity primary key,
  reference text not null unique,
  method payment_method not null,
  state sandbox_subscription_state not null,
  plan text not null,
  cents bigint not null check (cents > 0),
  every sandbox_cycle not null,
  first_cents bigint not null check (first_cents >= 0),
  trial_days int not null check (trial_days >= 0),
  order_id bigint not null,
  description text not null,
  return_url text not null,
  cancel_url text not null,
  client_secret text not null,
  paid_with text,
  failure text,
  renewals_fail boolean not null default false,
  ends_with_period boolean not null default false,
  -- periods are counted from here, so that one of 31 January is renewed on 28 February and on 31 March
  anchor timestamptz,
  periods int not null default 0,
  paid_until timestamptz,
  -- when it is renewed, tried again or ended by itself
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_subscription_due on sandbox_subscription (due_at) where due_at is not null;

-- A payment of a subscription pays for a period.
alter table sandbox_payment
  add column subscription_id bigint references sandbox_subscription,
  add column period_from timestamptz,
  add column period_until timestamptz,
  add column next_try_at timestamptz,
  add constraint sandbox_payment_period check (
    (subscription_id is null) = (period_from is null) and (subscription_id is null) = (period_until is null)
  );
create index sandbox_payment_subscription on sandbox_payment (subscription_id) where subscription_id is not null;

create table sandbox_payout_batch (
  id bigint generated always as identity primary key,
  reference text not null unique,
  is_denied boolean not null,
  created_at timestamptz not null
);

create type sandbox_payout_state as enum (
  'pending', 'paid', 'unclaimed', 'failed', 'returned', 'blocked', 'refunded'
);
create table sandbox_payout (
  id bigint generated always as identity primary key,
  batch_id bigint not null references sandbox_payout_batch,
  reference text not null unique,
  key text not null,
  address text not null,
  cents bigint not null check (cents > 0),
  note text not null,
  state sandbox_payout_state not null,
  failure text,
  -- when its state changes by itself
  due_at timestamptz,
  created_at timestamptz not null,
  unique (batch_id, key)
);
create index sandbox_payout_due on sandbox_payout (due_at) where due_at is not null;

-- A call with a key happens once. Its repetition finds what the first one made, or its refusal.
create table sandbox_call (
  key text primary key,
  request text not null, -- as a hash: it names addresses
  reference text,
  refusal text,
  created_at timestamptz not null
);

alter table sandbox_event
  drop constraint sandbox_event_about_check,
  add constraint sandbox_event_about_check check (about in ('payment', 'refund', 'dispute', 'subscription', 'payout'));
