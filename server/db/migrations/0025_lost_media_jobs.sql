-- A step that is neither done nor given up at this time is asked for again: its worker or its job was lost.
alter table media_job add column lost_at timestamptz;
update media_job set lost_at = now() where state in ('waiting', 'running');
create index media_job_lost on media_job (lost_at) where state in ('waiting', 'running');
