-- People report comments, items and other people. Reports of comments had a table of their own.
create table report (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  comment_id bigint references comment on delete cascade,
  item_id bigint references item on delete cascade,
  person_id bigint references account on delete cascade,
  reason text not null default '' check (char_length(reason) <= 500),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references account,
  outcome text check (outcome in ('dismissed', 'comment removed', 'item taken down')),
  check (num_nonnulls(comment_id, item_id, person_id) = 1),
  check ((closed_at is null) = (outcome is null))
);
create index report_open on report (created_at, id) where closed_at is null;
-- A person has one open report about a thing.
create unique index report_of_comment on report (comment_id, account_id) where closed_at is null;
create unique index report_of_item on report (item_id, account_id) where closed_at is null;
create unique index report_of_person on report (person_id, account_id) where closed_at is null;
create index report_by_account on report (account_id);
create index report_closed_by on report (closed_by);

insert into report (account_id, comment_id, reason, created_at)
select account_id, comment_id, reason, created_at from comment_report order by created_at;
drop table comment_report;

-- Reasons that admins often give, each a sentence to start from.
create table canned_reason (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 40),
  sentence text not null check (char_length(sentence) between 1 and 500)
);
create unique index canned_reason_name on canned_reason (lower(name));

insert into canned_reason (name, sentence) values
  ('Sample not cleared', 'A sample in it is not cleared. Replace it, or send us the clearance.'),
  ('Copy', 'It sounds like somebody else’s release. Upload only what you made.'),
  ('Bad sound', 'The master clips or is distorted. Export it again below 0 dB.'),
  ('Wrong facts', 'Title, tempo, key or genre don’t fit the sound. Please correct them.'),
  ('Cover', 'The cover breaks our rules. Choose another picture.'),
  ('Incomplete', 'Files are missing or can’t be opened. Please upload them again.');
