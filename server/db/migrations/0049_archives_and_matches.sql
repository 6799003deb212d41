-- Another archive of a pack or kit on sale waits for its review with its tracks. These have a `removed_at` until the
-- review approves the archive, so no list, page or license reads them. Each may have an MP3 of its own.
drop index item_file_proposed;
create unique index item_file_proposed on item_file (item_id, track_id, role) nulls not distinct where is_proposed;

-- An admin has heard both sounds and says that neither is a copy. It is there in both directions, as the match is, and
-- ends with it: another file may be a copy.
create table cleared_match (
  fingerprint_id bigint not null,
  other_id bigint not null,
  cleared_at timestamptz not null,
  primary key (fingerprint_id, other_id),
  foreign key (fingerprint_id, other_id) references fingerprint_match on delete cascade
);
