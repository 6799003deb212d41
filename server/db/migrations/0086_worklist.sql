-- What people of the house do for a plan: one row for each paid period and each task of the plan.
create table plan_task (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  subscription_id bigint not null references subscription,
  -- the line that paid the period
  line_id bigint not null references order_line,
  plan plan not null check (plan <> 'free'),
  kind text not null check (kind in ('post', 'campaign', 'onboarding')),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  due_at timestamptz not null,
  done_at timestamptz,
  done_by bigint references account,
  link text,
  note text,
  -- nothing is to be done any more: the money went back, or another plan took the place
  closed_at timestamptz,
  unique (line_id, kind),
  check ((done_at is null) = (done_by is null)),
  check (done_at is not null or (link is null and note is null))
);
create index plan_task_subscription on plan_task (subscription_id);
create index plan_task_account on plan_task (account_id, begins_at desc, id desc);
-- an account is introduced to the shop once
create unique index plan_task_onboarding on plan_task (account_id)
  where kind = 'onboarding' and (closed_at is null or done_at is not null);
create index plan_task_open on plan_task (due_at, id) where done_at is null and closed_at is null;
create index plan_task_open_kind on plan_task (kind, due_at, id) where done_at is null and closed_at is null;
create index plan_task_open_plan on plan_task (plan, due_at, id) where done_at is null and closed_at is null;
create index plan_task_done on plan_task (done_at, id) where done_at is not null;
create index plan_task_done_kind on plan_task (kind, done_at, id) where done_at is not null;
create index plan_task_done_plan on plan_task (plan, done_at, id) where done_at is not null;

-- plans that run while this is introduced
insert into plan_task (account_id, subscription_id, line_id, plan, kind, begins_at, ends_at, due_at)
select account_id, subscription.id, line_id, plan, kind, begins_at, ends_at,
  case kind when 'onboarding' then begins_at + interval '10 days' else least(ends_at, begins_at + interval '1 month') end
from subscription_period join subscription on subscription.id = subscription_id
  cross join (values ('post'), ('campaign'), ('onboarding')) task (kind)
where state <> 'ended' and returned_at is null and ends_at > now() and (kind = 'post' or plan = 'pro')
on conflict do nothing;
