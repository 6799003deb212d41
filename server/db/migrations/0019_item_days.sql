-- What happened to an item on each day (UTC): the history that sellers see. A like that was taken back counts against its
-- day, so a day can be below zero.
create table item_day (
  item_id bigint not null references item on delete cascade,
  day date not null,
  plays int not null default 0,
  likes int not null default 0,
  sales int not null default 0,
  downloads int not null default 0,
  earnings_cents bigint not null default 0,
  primary key (item_id, day)
);

insert into item_day (item_id, day, plays)
select item_id, (hour at time zone 'UTC')::date, sum(plays) from item_play_hour group by 1, 2;
insert into item_day (item_id, day, likes)
select item_id, (created_at at time zone 'UTC')::date, count(*) from item_like group by 1, 2
on conflict (item_id, day) do update set likes = excluded.likes;

-- What the sales of an item have credited to its seller.
alter table item_stat add column earnings_cents bigint not null default 0;
