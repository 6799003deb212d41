-- A deleted item that was never on sale: a round removes its files at this time. Nobody bought them.
alter table item add column files_due_at timestamptz;
create index item_files_due on item (files_due_at) where files_due_at is not null;
update item set files_due_at = now() where deleted_at is not null and published_at is null;
