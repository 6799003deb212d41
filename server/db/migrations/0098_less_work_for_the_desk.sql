-- The newest message of a conversation that waits to be read. The oldest of them comes first in the index, so no message
-- needs to be looked up to tell since when the inbox waits.
alter table thread_mark add column unread_id bigint;
update thread_mark set unread_id = thread.last_message_id from thread where thread.id = thread_id and is_unread;
drop index thread_mark_unread;
alter table thread_mark drop column is_unread;
create index thread_mark_unread on thread_mark (account_id, unread_id) where unread_id is not null;

-- in the whole order of the list
drop index referral_held;
create index referral_held on referral (confirmed_at, account_id) where state = 'held';

-- the newest item of a seller, beside each task of the worklist
create index item_newest on item (owner_id, id desc) where status = 'published' and deleted_at is null;
