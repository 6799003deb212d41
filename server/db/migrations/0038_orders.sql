create type order_state as enum ('open', 'paid', 'canceled', 'expired');

-- An order is stored before its payment begins. A buyer has one open order: a new start ends the one before.
create table shop_order (
  id bigint generated always as identity primary key,
  number text not null unique,
  buyer_id bigint not null references account,
  state order_state not null default 'open',
  mode money_mode not null,
  -- the legal name at the time of the order, for the licenses
  buyer_name text check (char_length(buyer_name) between 2 and 120),
  -- the buyer's key and what they asked with it: the same request is answered alike
  idempotency_key text,
  request_hash bytea not null,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  total_cents bigint not null check (total_cents between 0 and subtotal_cents),
  created_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  check ((state in ('canceled', 'expired')) = (closed_at is not null))
);
create unique index shop_order_open on shop_order (buyer_id) where state = 'open';
create unique index shop_order_key on shop_order (buyer_id, idempotency_key) where idempotency_key is not null;
create index shop_order_buyer on shop_order (buyer_id, id desc);
create index shop_order_newest on shop_order (created_at desc, id desc);

create type order_line_state as enum ('open', 'granted', 'refused');
create table order_line (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  position smallint not null check (position >= 0),
  kind text not null check (kind in ('beat', 'pack', 'kit')),
  item_id bigint not null references item,
  seller_id bigint not null references account,
  license_type license_type,
  -- the purchase whose license this line replaces
  upgrade_of bigint,
  title text not null,
  cents bigint not null check (cents >= 0),
  total_cents bigint not null check (total_cents between 0 and cents),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and total_cents),
  state order_line_state not null default 'open',
  -- why a paid line was refused: a sentence for its buyer
  refusal text,
  unique (order_id, position),
  check ((kind = 'kit') = (license_type is null)),
  check ((state = 'refused') = (refusal is not null))
);
create index order_line_item on order_line (item_id);
create index order_line_seller on order_line (seller_id, id desc);

create table order_adjustment (
  line_id bigint not null references order_line,
  position smallint not null check (position >= 0),
  kind text not null check (kind in ('upgrade', 'deal', 'code', 'credit', 'plan')),
  reason text not null,
  cents bigint not null check (cents > 0),
  primary key (line_id, position)
);

create type payment_state as enum ('starting', 'open', 'processing', 'paid', 'canceled');
create table payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop_order,
  provider text not null check (provider in ('sandbox', 'stripe', 'paypal')),
  method payment_method not null,
  reference text,
  state payment_state not null default 'starting',
  cents bigint not null check (cents > 0),
  client_secret text,
  approval_url text,
  paid_with text,
  failure text,
  tries int not null default 0,
  fee_cents bigint check (fee_cents >= 0),
  created_at timestamptz not null,
  paid_at timestamptz,
  -- when the shop asks the provider by itself
  due_at timestamptz,
  unique (provider, reference),
  check (state = 'starting' or state = 'canceled' or reference is not null),
  check ((due_at is not null) = (state in ('starting', 'open', 'processing'))),
  check ((state = 'paid') = (paid_at is not null))
);
create unique index payment_live on payment (order_id) where state in ('starting', 'open', 'processing');
create index payment_order on payment (order_id);
create index payment_due on payment (due_at) where due_at is not null;

-- Messages of providers that were dealt with.
create table provider_event (
  provider text not null,
  event_id text not null,
  about text not null,
  reference text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- An item that somebody is about to buy exclusively.
create table hold (
  item_id bigint primary key references item,
  order_id bigint not null references shop_order,
  until timestamptz not null
);
create index hold_order on hold (order_id);

create type refund_state as enum ('pending', 'done', 'failed');
create table refund (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  order_id bigint not null references shop_order,
  cents bigint not null check (cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  -- null: the shop refunds by itself
  asked_by bigint references account,
  state refund_state not null default 'pending',
  reference text,
  tries int not null default 0,
  failure text,
  created_at timestamptz not null,
  done_at timestamptz,
  due_at timestamptz,
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'done') = (done_at is not null))
);
create index refund_order on refund (order_id);
create index refund_payment on refund (payment_id);
create index refund_due on refund (due_at) where due_at is not null;

create table refund_line (
  refund_id bigint not null references refund,
  line_id bigint not null references order_line,
  cents bigint not null check (cents > 0),
  primary key (refund_id, line_id)
);
create index refund_line_line on refund_line (line_id);

create table dispute (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  reference text not null,
  state dispute_state not null,
  cents bigint not null check (cents > 0),
  -- what the sellers' earnings shrank by: the disputed amount without what was refunded before
  frozen_cents bigint not null check (frozen_cents between 0 and cents),
  reason text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (payment_id, reference),
  check ((state = 'open') = (closed_at is null))
);
