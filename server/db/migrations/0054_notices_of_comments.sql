-- A notice reads the text of its comment, so the text is gone with the comment.
alter table notification add column comment_id bigint references comment on delete set null;
create index notification_of_comment on notification (comment_id) where comment_id is not null;
