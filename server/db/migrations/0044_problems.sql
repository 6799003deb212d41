create type problem_reason as enum ('broken', 'different', 'license', 'mistake', 'other');
create type problem_state as enum (
  'asked', 'answered', 'escalated', -- unfinished: the seller, the buyer, the operator is to act
  'solved', 'lapsed', 'refunded', 'declined', 'disputed'
);

-- A buyer's problem with a purchase: what was said about it, and how it ended.
create table purchase_problem (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase,
  buyer_id bigint not null references account,
  seller_id bigint not null references account,
  reason problem_reason not null,
  state problem_state not null default 'asked',
  -- when it goes on by itself: from the seller to the operator, from a silent buyer to its end
  due_at timestamptz,
  -- null: its writer's account was deleted
  text text check (char_length(text) <= 2000),
  answer text check (char_length(answer) <= 2000),
  objection text check (char_length(objection) <= 2000),
  -- the reason of a refund or of a decision
  decision text check (char_length(decision) <= 500),
  -- the seller or the admin that ended it; null: the buyer, the clock or the buyer's bank
  decided_by bigint references account,
  refund_id bigint references refund,
  created_at timestamptz not null,
  answered_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is null) = (state in ('asked', 'answered', 'escalated'))),
  check ((due_at is not null) = (state in ('asked', 'answered'))),
  check ((decision is not null) = (state in ('refunded', 'declined')))
);
create unique index purchase_problem_unfinished on purchase_problem (purchase_id) where ended_at is null;
create index purchase_problem_purchase on purchase_problem (purchase_id, id desc);
create index purchase_problem_buyer on purchase_problem (buyer_id, id desc);
create index purchase_problem_seller on purchase_problem (seller_id, id desc);
create index purchase_problem_due on purchase_problem (due_at) where due_at is not null;
create index purchase_problem_escalated on purchase_problem (escalated_at) where state = 'escalated';

-- Notices about a problem lead to its page.
alter type related_type add value 'PROBLEM';
alter table notification add column problem_id bigint references purchase_problem on delete cascade;
create index notification_problem on notification (problem_id) where problem_id is not null;

-- A download counts once a day. For disputes, the day's first and last request are kept; older rows have none.
alter table download
  add column first_at timestamptz,
  add column last_at timestamptz;
