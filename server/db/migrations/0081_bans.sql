-- Since when an account is banned. Its newest row of `ban` says why.
alter table account add column banned_at timestamptz;

-- Why people were banned, for how long, and what they said to it. A person appeals once for each ban.
create table ban (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  category text not null check (category in ('rights', 'fraud', 'abuse', 'spam', 'terms')),
  -- the banned person reads it
  reason text not null check (char_length(reason) <= 1000),
  banned_by bigint not null references account,
  banned_at timestamptz not null,
  -- null: it has no end
  ends_at timestamptz check (ends_at > banned_at),
  appeal text check (char_length(appeal) between 1 and 2000),
  appealed_at timestamptz,
  answer text check (char_length(answer) <= 1000),
  answered_by bigint references account,
  answered_at timestamptz,
  lifted_at timestamptz,
  -- null: it ended by itself
  lifted_by bigint references account,
  lifted_for text check (char_length(lifted_for) <= 1000),
  check ((appeal is null) = (appealed_at is null)),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  check (answer is null or appeal is not null)
);
create unique index ban_present on ban (account_id) where lifted_at is null;
create index ban_of_account on ban (account_id, id desc);
create index ban_ends on ban (ends_at) where lifted_at is null and ends_at is not null;
create index ban_waiting_appeals on ban (appealed_at, id)
  where appealed_at is not null and answered_at is null and lifted_at is null;

-- The lists of people at the desk, the newest first, and their search by the beginning of a name or an address.
create index account_sellers on account (id desc) where is_producer and deleted_at is null;
create index account_admins on account (id desc) where is_admin and deleted_at is null;
create index account_banned on account (id desc) where banned_at is not null and deleted_at is null;
create index account_paid_plans on account (plan, id desc) where plan <> 'free' and deleted_at is null;
create index account_people_by_name on account (lower(handle) collate "C", id) where deleted_at is null;
create index account_people_by_email on account (email_key collate "C", id) where deleted_at is null;

-- What admins did about one thing, such as a person.
create index admin_action_subject on admin_action (subject_kind, subject_id, id desc);

alter table report drop constraint report_outcome_check;
alter table report add constraint report_outcome_check
  check (outcome in ('dismissed', 'comment removed', 'item taken down', 'message removed', 'person banned'));
