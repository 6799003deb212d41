-- A notice reads the words of its message, so they are gone with the message.
alter table notification add column message_id bigint references message on delete set null;
create index notification_of_message on notification (message_id) where message_id is not null;
