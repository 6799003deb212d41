-- A deletion looks for these rows while it locks counters of others, whose plays and likes wait.
create index notification_about_person on notification (profile_id) where profile_id is not null;
create index comment_of_account on comment (account_id, item_id);
create index like_told_of_account on like_told (account_id);
create index mail_created on mail (created_at);
