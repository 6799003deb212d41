-- licenses whose files are there, whether their seller offers them now or not: somebody may have paid for one before
create view license_with_files as
select license.*
from license
join item on item.id = license.item_id
where case
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
create or replace view license_on_offer as select * from license_with_files where enabled;
