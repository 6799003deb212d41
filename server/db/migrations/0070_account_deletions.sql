-- Accounts that are going to be deleted. Until it is due, their people may keep them.
create table account_deletion (
  account_id bigint primary key references account on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null
);
create index account_deletion_due on account_deletion (due_at);

-- Copies of mails are kept for half a year. The last mail to a deleted account goes sooner.
alter table mail add column remove_at timestamptz;
update mail set remove_at = created_at + interval '180 days';
alter table mail alter column remove_at set not null, alter column remove_at set default now() + interval '180 days';
create index mail_remove on mail (remove_at);
