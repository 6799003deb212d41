create table item_like (
  account_id bigint not null references account on delete cascade,
  item_id bigint not null references item on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, account_id)
);
create index item_like_of_account on item_like (account_id, created_at desc);

create table comment (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  account_id bigint not null references account on delete cascade,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index comment_of_item on comment (item_id, id desc) where deleted_at is null;

-- Plays in hourly buckets: enough for charts and sellers' curves, small for ever.
create table item_play_hour (
  item_id bigint not null references item on delete cascade,
  hour timestamptz not null,
  plays int not null check (plays >= 0),
  primary key (item_id, hour)
);

create table follow (
  follower_id bigint not null references account on delete cascade,
  followee_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (followee_id, follower_id),
  check (follower_id <> followee_id)
);
