-- The notices of an account are numbered in the order of their commits. The numbers come from this row, which stays
-- locked until the commit, so a listener that knows the last number that it saw can ask for the rest.
create table notification_counter (
  account_id bigint primary key references account on delete cascade,
  last bigint not null check (last >= 0)
);

create type notification_topic as enum (
  'like', 'comment', 'follow', 'message', 'sale', 'purchase', 'approved', 'rejected', 'payout', 'renewal', 'promotion',
  'referral', 'system'
);

alter table notification
  add column seq bigint,
  add column topic notification_topic not null default 'system',
  add column amount_cents int;
update notification set seq = numbered.seq
  from (select id, row_number() over (partition by account_id order by id) as seq from notification) as numbered
  where numbered.id = notification.id;
update notification set topic = 'like' where group_key like 'like %';
update notification set topic = 'comment' where group_key is null and slug is not null and title like '% commented on %';
update notification set topic = 'message' where account_id = 2 and recipient_name is not null;
alter table notification alter column seq set not null, alter column topic drop default;
insert into notification_counter (account_id, last) select account_id, max(seq) from notification group by account_id;

drop index notification_unread;
create unique index notification_in_order on notification (account_id, seq desc);
create index notification_unread on notification (account_id, seq desc) where read_at is null;

-- A group is one notice, also after it was read: when it grows, it moves up and is unread again.
drop index notification_group;
update notification set group_key = null
  where exists (
    select from notification as newer
    where newer.account_id = notification.account_id and newer.group_key = notification.group_key
      and newer.seq > notification.seq
  );
create unique index notification_group on notification (account_id, group_key);

-- The people that a notice is about: of a group the newest five.
create table notification_person (
  notification_id bigint not null references notification on delete cascade,
  account_id bigint not null references account on delete cascade,
  nth int not null,
  primary key (notification_id, account_id)
);
create index notification_person_of_account on notification_person (account_id);

-- Event streams end with their session. A trigger tells it, as sessions end in several ways: one by one, all of an
-- account at a new password, or by deleting the account.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('to', new.account_id, 'about', 'session')::text);
  return null;
end
$$;
create trigger session_ended after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_ended();

create function tell_account_deleted() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('to', new.id, 'about', 'session')::text);
  return null;
end
$$;
create trigger account_deleted after update of deleted_at on account
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function tell_account_deleted();
