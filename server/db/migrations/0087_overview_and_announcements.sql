-- The figures of the house, a row for each day (UTC). A round counts them; the present day is counted again and again.
create table house_day (
  day date primary key,
  sold_cents bigint not null,
  refunded_cents bigint not null,
  orders int not null,
  people int not null,
  items int not null,
  plays bigint not null,
  -- plans that ran at its end
  plans int not null,
  paid_out_cents bigint not null,
  counted_at timestamptz not null
);
create index shop_order_paid on shop_order (paid_at) include (total_cents) where paid_at is not null;
create index refund_done on refund (done_at) include (cents) where done_at is not null;
create index account_created on account (created_at);
create index item_published on item (published_at) where published_at is not null;
create index item_day_day on item_day (day);
create index subscription_period_ends on subscription_period (ends_at) where returned_at is null;
create index payout_paid on payout (ended_at) where state = 'paid';
-- what waits at the desk
create index mail_failed on mail (id desc) where failure is not null and due_at is null;
create index refund_failed on refund (created_at) where state = 'pending' and failure is not null;
create index dispute_open on dispute (payment_id) where state = 'open';

-- Words of the house to many people at once.
create table announcement (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 120),
  message text not null check (char_length(message) between 1 and 1000),
  -- a page of the site
  path text check (path like '/%'),
  audience text not null check (audience in ('all', 'sellers', 'plans')),
  banner_until timestamptz,
  written_by bigint not null references account,
  created_at timestamptz not null,
  -- accounts up to this one are told; newer ones are not
  last_account_id bigint not null,
  -- accounts up to this one were told
  told_up_to bigint not null default 0,
  told int not null default 0,
  -- null: it was sent or stopped
  due_at timestamptz,
  ended_at timestamptz,
  stopped_by bigint references account,
  check ((due_at is null) = (ended_at is not null)),
  check (stopped_by is null or ended_at is not null)
);
-- one announcement is sent at a time
create unique index announcement_running on announcement ((true)) where due_at is not null;
create index announcement_banner on announcement (banner_until) where banner_until is not null and stopped_by is null;

alter type notification_topic add value 'announcement';
-- where a notice leads that is about nothing else; a page of the site
alter table notification add column path text check (path like '/%');

-- lists of the desk, each in the order of an index
create index shop_order_by_state on shop_order (state, created_at desc, id desc);
create index shop_order_number on shop_order (number collate "C");
create index order_line_refunded on order_line (order_id) where refunded_cents > 0;
create index order_line_title on order_line using gin (title gin_trgm_ops);
create index mail_recipient on mail using gin (recipient gin_trgm_ops);
create index mail_subject on mail using gin (subject gin_trgm_ops);
create index referral_newest on referral (confirmed_at desc, account_id desc);
create index contact_message_waiting on contact_message (id desc) where account_id is null and done_at is null;
create index contact_message_done on contact_message (id desc) where account_id is null and done_at is not null;
create index item_title on item using gin (title gin_trgm_ops);
