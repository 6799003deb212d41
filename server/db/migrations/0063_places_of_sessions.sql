-- The network from which somebody signed in, and whether it was the account's first time there.
alter table session add column place text not null default '', add column is_new_place boolean not null default false;
update session set place = case when address like '%.%'
  then split_part(address, '.', 1) || '.' || split_part(address, '.', 2)
  else split_part(address, ':', 1) || ':' || split_part(address, ':', 2) end;
create index session_place on session (account_id, place);
