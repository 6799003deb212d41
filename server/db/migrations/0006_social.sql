-- Who was counted lately, to count nobody twice. Worth nothing after a crash, hence unlogged.
create unlogged table recent_play (
  item_id bigint not null,
  listener text not null, -- 'account 123' or 'address 192.0.2.1'
  at timestamptz not null,
  primary key (item_id, listener)
);

-- Whose like an owner has heard of: taken back and given again, it is no news.
create table like_told (
  item_id bigint not null references item on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (item_id, account_id)
);
insert into like_told (item_id, account_id) select item_id, account_id from item_like;

create table comment_report (
  comment_id bigint not null references comment on delete cascade,
  account_id bigint not null references account on delete cascade,
  reason text not null default '' check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  primary key (comment_id, account_id)
);

-- News of one group are one notification while it is unread, and it says of how many.
alter table notification
  add column group_key text,
  add column group_size int not null default 1 check (group_size >= 1);
create unique index notification_group on notification (account_id, group_key) where read_at is null;
