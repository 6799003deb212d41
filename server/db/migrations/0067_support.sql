-- What admins note about people whom they answer.
create table support_note (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  written_by bigint not null references account,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null
);
create index support_note_of_account on support_note (account_id, id desc);
create index support_note_written_by on support_note (written_by);

-- Words of guests wait in the inbox until an admin is done with them.
alter table contact_message add column done_at timestamptz, add column done_by bigint references account;
create index contact_message_open on contact_message (id desc) where account_id is null;
create index contact_message_done_by on contact_message (done_by) where done_by is not null;

-- Messages are reported, too. The report keeps the words that the reporter saw, with those around them.
alter table report drop constraint report_check;
alter table report
  add column message_id bigint references message on delete cascade,
  add column excerpt jsonb,
  add constraint report_subject check (num_nonnulls(comment_id, item_id, person_id, message_id) = 1);
create unique index report_of_message on report (message_id, account_id) where closed_at is null;
alter table report drop constraint report_outcome_check;
alter table report add constraint report_outcome_check
  check (outcome in ('dismissed', 'comment removed', 'item taken down', 'message removed'));
