-- How a beat, or a track of a pack, sounds: the keys find sounds that may be the same, the landmarks decide.
create table fingerprint (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  track_id bigint references item_track on delete cascade,
  -- the master, or the archive that holds the track; when its row goes, so does the fingerprint
  file_id bigint not null references item_file on delete cascade,
  version smallint not null, -- of the way it is made
  duration_ms int not null,
  keys int[] not null,
  landmarks bytea not null,
  unique nulls not distinct (file_id, track_id)
);
alter table fingerprint alter keys set storage external; -- out of the row that a search visits
create index fingerprint_keys on fingerprint using gin (keys);
create index fingerprint_item on fingerprint (item_id);
create index fingerprint_track on fingerprint (track_id);

-- Sounds of two sellers that are the same, or may be. Each pair is there in both directions.
create table fingerprint_match (
  fingerprint_id bigint not null references fingerprint on delete cascade,
  other_id bigint not null references fingerprint on delete cascade,
  score real not null check (score between 0 and 1), -- the share of landmarks that both have
  -- time in the other sound = ratio * time + offset_ms
  ratio real not null,
  offset_ms int not null,
  from_ms int not null, -- where the same sound begins
  same_ms int not null, -- how long it is heard
  primary key (fingerprint_id, other_id)
);
create index fingerprint_match_other on fingerprint_match (other_id);
