-- Off sale for a while by the seller, or for good by an admin.
alter type item_status add value 'paused';
alter type item_status add value 'taken_down';

-- A stored file never changes: a new version takes the place of the present one of its role, and the old one stays for
-- the people who bought it.
alter table item_file
  add column version int not null default 1 check (version >= 1),
  add column is_present boolean not null default true,
  add column crc32 bigint check (crc32 between 0 and 4294967295), -- null: stored before this column was there
  drop constraint item_file_item_id_role_key,
  add constraint item_file_version unique (item_id, role, version);
create unique index item_file_present on item_file (item_id, role) where is_present;

-- What buyers are offered: a license never promises a file that is not there.
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
  and (license.type <> 'PREMIUM'
    or exists (select from item_file f where f.item_id = item.id and f.is_present and f.role = 'stems'));

alter table item_stat add column downloads int not null default 0 check (downloads >= 0);
-- Every item has its counters from the start; some made by hand had none.
insert into item_stat (item_id) select id from item on conflict do nothing;

-- Likes, comments and plays refer to their item and so lock its key. A full unique index would make the slug part of
-- that key, and a rename would wait for all of them, or block them. A partial one does not.
create unique index item_slug on item (slug) where slug is not null;
alter table item drop constraint item_slug_key;
