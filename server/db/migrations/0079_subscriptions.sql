alter table order_line
  -- what was asked for, of a line that sells no item: a plan and how it is paid
  add column asked jsonb,
  add constraint order_line_asked check ((item_id is null) = (asked is not null));

alter table payment
  -- the price at which it comes again: the provider takes this payment as the first one of a subscription
  add column renews jsonb,
  -- the card that the buyer's browser gave to the provider, by its name there
  add column card text,
  -- the subscription at the provider that this payment belongs to
  add column subscription text,
  -- when the shop ends that subscription at the provider
  add column end_subscription_at timestamptz;
create index payment_subscription on payment (provider, subscription) where subscription is not null;
create index payment_end_subscription on payment (end_subscription_at) where end_subscription_at is not null;

create type subscription_state as enum ('active', 'overdue', 'paused', 'ended');

-- A plan that somebody pays for. The provider takes the payments; the shop asks it how they stand.
create table subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  plan plan not null check (plan <> 'free'),
  cycle text not null check (cycle in ('monthly', 'yearly')),
  provider text not null,
  reference text not null,
  state subscription_state not null default 'active',
  -- canceled: there is no renewal after the paid time
  ends_with_period boolean not null default false,
  paid_with text,
  failure text,
  began_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  -- the end of the period whose renewal was announced
  announced_until timestamptz,
  -- how often its owner has canceled or resumed it: each call to the provider has a key of its own
  changes int not null default 0,
  due_at timestamptz,
  unique (provider, reference),
  check ((state = 'ended') = (ended_at is not null)),
  check (due_at is not null or state = 'ended')
);
create unique index subscription_present on subscription (account_id) where state <> 'ended';
create index subscription_account on subscription (account_id, id desc);
create index subscription_due on subscription (due_at) where due_at is not null;

create table subscription_period (
  subscription_id bigint not null references subscription,
  line_id bigint not null unique references order_line,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  -- what was paid for it, the unused part of a former plan included
  worth_cents bigint not null check (worth_cents >= 0),
  -- months whose promo credits were given
  credited_months int not null default 0,
  returned_at timestamptz,
  primary key (subscription_id, begins_at)
);
