-- The shop looks at an open dispute by itself: the message of its end may get lost.
alter table dispute add column due_at timestamptz;
update dispute set due_at = now() where state = 'open';
alter table dispute add constraint dispute_due_check check ((state = 'open') = (due_at is not null));
create index dispute_due on dispute (due_at) where due_at is not null;
