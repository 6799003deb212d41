-- The kind of money that the shop takes. A database that has seen play money never takes real money, nor the reverse.
create type money_mode as enum ('sandbox', 'test', 'live');
create table house_mode (
  only_one boolean primary key default true check (only_one),
  mode money_mode not null,
  since timestamptz not null
);

create type payment_method as enum ('credit', 'google', 'paypal');

-- The sandbox plays a payment provider. The rest of the shop reads none of its tables.
create type sandbox_payment_state as enum ('open', 'challenged', 'approved', 'paid', 'canceled');
create table sandbox_payment (
  id bigint generated always as identity primary key,
  reference text not null unique,
  key text not null unique,
  method payment_method not null,
  state sandbox_payment_state not null default 'open',
  cents bigint not null check (cents > 0),
  order_id bigint not null,
  description text not null,
  return_url text not null,
  cancel_url text not null,
  client_secret text not null,
  paid_with text,
  failure text,
  created_at timestamptz not null
);

create type sandbox_refund_state as enum ('done', 'failed');
create table sandbox_refund (
  id bigint generated always as identity primary key,
  reference text not null unique,
  key text not null unique,
  payment_id bigint not null references sandbox_payment,
  cents bigint not null check (cents > 0),
  state sandbox_refund_state not null,
  created_at timestamptz not null
);
create index sandbox_refund_payment on sandbox_refund (payment_id);

create type dispute_state as enum ('open', 'won', 'lost');
create table sandbox_dispute (
  id bigint generated always as identity primary key,
  reference text not null unique,
  payment_id bigint not null unique references sandbox_payment,
  cents bigint not null check (cents > 0),
  state dispute_state not null default 'open',
  reason text not null,
  created_at timestamptz not null
);

-- Messages to the shop that were not answered with success yet.
create table sandbox_event (
  id bigint generated always as identity primary key,
  event_id text not null,
  about text not null check (about in ('payment', 'refund', 'dispute')),
  reference text not null,
  tries int not null default 0,
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_event_due on sandbox_event (due_at) where due_at is not null;

-- How the sandbox behaves. People set it on its panel.
create table sandbox_setting (
  only_one boolean primary key default true check (only_one),
  delay_seconds int not null default 0 check (delay_seconds between 0 and 86400),
  duplicates boolean not null default false,
  reorders boolean not null default false,
  drops boolean not null default false,
  refunds_fail boolean not null default false,
  is_down boolean not null default false,
  -- what development adds to the clock of the system
  clock_offset_seconds bigint not null default 0 check (clock_offset_seconds >= 0)
);
insert into sandbox_setting default values;
