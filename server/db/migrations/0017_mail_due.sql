-- A mail is tried again when its own row is due. Without due_at it was sent, has failed for good, or is kept for the
-- operator. With due_at, failure holds the words of the last attempt.
alter table mail
  add column due_at timestamptz,
  add column attempts int not null default 0 check (attempts >= 0),
  add constraint mail_sent_is_not_due check (sent_at is null or due_at is null);
create index mail_due on mail (due_at) where due_at is not null;
