-- What admins did, for good: rows are added, never changed or removed.
create table admin_action (
  id bigint generated always as identity primary key,
  admin_id bigint references account, -- null: done from the command line of the machine
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id bigint not null,
  reason text not null default '' check (char_length(reason) <= 500),
  created_at timestamptz not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end
$$;
create trigger admin_action_append_only before update or delete or truncate on admin_action
  for each statement execute function refuse_change();

-- When an admin had a failed mail sent again: from then on it is tried for a day, like a new one.
alter table mail add column retried_at timestamptz;

-- The round of each minute finds what is due by these.
create index session_last_used on session (last_used_at);
create index refresh_token_issued on refresh_token (issued_at);
create index recent_play_at on recent_play (at);
