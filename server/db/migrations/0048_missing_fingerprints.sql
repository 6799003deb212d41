-- Beats and packs from before there were fingerprints. One after the other gets them; a row goes when it is done.
create table missing_fingerprint (
  item_id bigint primary key references item on delete cascade,
  due_at timestamptz, -- null: given up
  taken_until timestamptz, -- a job works on it; after that time the job is lost
  attempts smallint not null default 0,
  failure text not null default ''
);
create index missing_fingerprint_due on missing_fingerprint (due_at, item_id) where due_at is not null;

insert into missing_fingerprint (item_id, due_at)
select item.id, now()
from item
join item_file file on file.item_id = item.id and file.is_present and file.track_id is null
  and file.role = case item.kind when 'beat' then 'master'::file_role else 'archive'::file_role end
where item.deleted_at is null and item.kind <> 'kit' and item.status not in ('draft', 'processing', 'failed')
  and not exists (select from fingerprint where fingerprint.file_id = file.id)
  and (item.kind = 'beat' or exists (
    select from item_track track where track.archive_id = file.id and track.removed_at is null));
