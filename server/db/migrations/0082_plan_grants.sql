-- A plan that an admin gave to somebody for a time. It costs nothing and brings no credits.
create table plan_grant (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  plan plan not null check (plan <> 'free'),
  reason text not null check (char_length(reason) <= 500),
  granted_by bigint not null references account,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  -- when it ended, at its time or earlier
  ended_at timestamptz,
  -- null: it ended at its time
  ended_by bigint references account,
  ended_for text check (char_length(ended_for) <= 500),
  check (ended_by is null or ended_at is not null)
);
create unique index plan_grant_present on plan_grant (account_id) where ended_at is null;
create index plan_grant_of_account on plan_grant (account_id, id desc);
create index plan_grant_ends on plan_grant (ends_at) where ended_at is null;

-- The shop canceled a subscription because its owner was banned. It renews again when the ban is lifted.
alter table subscription add column canceled_by_ban boolean not null default false;
