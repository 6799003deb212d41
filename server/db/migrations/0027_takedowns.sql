-- One row for each time that an admin took an item down, and where it goes back to.
create table takedown (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  status_before item_status not null,
  reason text not null check (reason <> ''),
  taken_by bigint references account,
  taken_at timestamptz not null,
  lifted_by bigint references account,
  lifted_at timestamptz
);
create unique index takedown_open on takedown (item_id) where lifted_at is null;
create index takedown_taken_by on takedown (taken_by);
create index takedown_lifted_by on takedown (lifted_by);

-- The desk lists all items by their last change.
create index item_changed on item (updated_at desc, id desc) where deleted_at is null;

-- The desk looks for the same file at other sellers.
create index if not exists item_file_sha256 on item_file (sha256);

-- A reason may be as long as the form lets it be.
alter table admin_action drop constraint admin_action_reason_check;
alter table admin_action add constraint admin_action_reason_check check (char_length(reason) <= 1000);
