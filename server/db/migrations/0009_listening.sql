-- One row an account, locked by whoever changes its list; the version tells a device that another one was faster.
create table playlist (
  account_id bigint primary key references account on delete cascade,
  version int not null default 0 check (version >= 0)
);

-- A beat, or one track of a pack. Places have gaps; only their order counts.
create table playlist_entry (
  account_id bigint not null references playlist on delete cascade,
  item_id bigint not null references item on delete cascade,
  track_id bigint references item_track on delete cascade,
  place int not null,
  unique nulls not distinct (account_id, item_id, track_id)
);
create index playlist_entry_item on playlist_entry (item_id);
create index playlist_entry_track on playlist_entry (track_id) where track_id is not null;

create table recently_played (
  account_id bigint not null references account on delete cascade,
  item_id bigint not null references item on delete cascade,
  at timestamptz not null,
  primary key (account_id, item_id)
);
create index recently_played_newest on recently_played (account_id, at desc);
create index recently_played_item on recently_played (item_id);
