-- Where the news of a kind arrives. Without a row the contract's start holds.
create table notification_preference (
  account_id bigint not null references account on delete cascade,
  kind text not null,
  site boolean not null,
  mail boolean not null,
  digest boolean not null,
  primary key (account_id, kind),
  check (not (mail and digest))
);

-- News that waits for its mail. A round collects it. A mail of its own waits a few minutes, so that people who are on
-- the site are not written to; the digest waits for its hour.
create table notification_mail (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  is_digest boolean not null,
  -- null: this person has no notices of the kind on the site
  notification_id bigint references notification on delete cascade,
  comment_id bigint references comment on delete cascade,
  message_id bigint references message on delete cascade,
  -- the account that caused it
  by_id bigint references account on delete cascade,
  -- news of one group is one row
  group_key text,
  group_size int not null default 1,
  title text not null,
  message text not null,
  path text not null,
  created_at timestamptz not null,
  due_at timestamptz not null
);
create unique index notification_mail_group on notification_mail (account_id, group_key);
create index notification_mail_account on notification_mail (account_id, kind, due_at);
create index notification_mail_due on notification_mail (due_at);
create index notification_mail_notification on notification_mail (notification_id) where notification_id is not null;
create index notification_mail_comment on notification_mail (comment_id) where comment_id is not null;
create index notification_mail_message on notification_mail (message_id) where message_id is not null;
create index notification_mail_by on notification_mail (by_id) where by_id is not null;

-- An account gets one digest a day.
alter table notification_counter add column digest_at timestamptz;
