-- An archive is read file by file: a crash loses at most the file, or the few files, at hand.
alter table item_track
  add column archive_id bigint references item_file, -- null: named by hand
  add column size_bytes bigint check (size_bytes >= 0),
  add column sha256 bytea check (octet_length(sha256) = 32),
  add column checked_at timestamptz, -- null: not read yet
  -- Taken out by the seller, or replaced by another archive. The row stays: it says what earlier buyers got.
  add column removed_at timestamptz,
  drop constraint item_track_item_id_position_key;
create unique index item_track_present on item_track (item_id, position) where removed_at is null;
create index item_track_all on item_track (item_id);
create index item_track_archive on item_track (archive_id) where archive_id is not null;
create index item_track_sha256 on item_track (sha256) where sha256 is not null;
create index item_file_sha256 on item_file (sha256);

-- A track of a pack has files of its own, such as the MP3 that is made of its WAV.
alter table item_file
  add column track_id bigint references item_track,
  drop constraint item_file_version,
  add constraint item_file_version unique nulls not distinct (item_id, track_id, role, version);
drop index item_file_present;
create unique index item_file_present on item_file (item_id, track_id, role) nulls not distinct where is_present;
create index item_file_track on item_file (track_id) where track_id is not null;

-- A license never promises a file that is not there: the WAV license of a pack needs every track as a WAV.
create or replace view license_on_offer as
select license.*
from license
join item on item.id = license.item_id
where license.enabled
  and case
    when item.kind <> 'beat' or license.type = 'EXCLUSIVE' then
      exists (select from item_file f where f.item_id = item.id and f.is_present)
    when license.type = 'MP3' then
      exists (select from item_file f where f.item_id = item.id and f.is_present and f.role in ('mp3', 'master'))
    else
      exists (select from item_file f
        where f.item_id = item.id and f.is_present and f.role = 'master' and f.media_type = 'audio/wav')
  end
  and (license.type not in ('WAV', 'PREMIUM') or item.kind <> 'pack'
    or not exists (select from item_track t
      where t.item_id = item.id and t.removed_at is null and t.path ~* '\.mp3$'))
  and (license.type <> 'PREMIUM'
    or exists (select from item_file f where f.item_id = item.id and f.is_present and f.role = 'stems'));
