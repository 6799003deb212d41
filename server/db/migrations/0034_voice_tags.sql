-- The sound that a seller's previews carry in the place of the shop's tag.
create table voice_tag (
  account_id bigint primary key references account (id),
  storage_key text not null,
  duration_ms integer not null check (duration_ms > 0),
  created_at timestamptz not null
);
