-- New audio or a new cover of an item on sale. It stands beside the present version until a review decides.
create table item_proposal (
  item_id bigint primary key references item on delete cascade,
  has_audio boolean not null,
  has_cover boolean not null,
  state text not null default 'processing' check (state in ('processing', 'failed', 'ready')),
  failure text not null default '',
  -- what the steps have made; null: not yet, or not part of the change
  cover_key text,
  preview_key text,
  duration_ms int,
  mini_wave bytea,
  full_band bytea,
  low_band bytea,
  check (has_audio or has_cover)
);

-- A file that waits for the review with them.
alter table item_file
  add column is_proposed boolean not null default false,
  add check (not (is_proposed and is_present));
create unique index item_file_proposed on item_file (item_id, role) where is_proposed;

-- The review decides about them, too.
alter table review add column has_files boolean not null default false;
