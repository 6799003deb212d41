-- When the upload was announced or brought bytes last: it holds room on the disk for a few minutes from then on.
alter table upload add column active_at timestamptz;
update upload set active_at = created_at;
alter table upload alter column active_at set not null;
