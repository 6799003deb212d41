-- What people ask to get of their own data. One export of an account exists at a time.
create type data_export_state as enum ('making', 'ready', 'failed');
create table data_export (
  account_id bigint primary key references account on delete cascade,
  state data_export_state not null default 'making',
  asked_at timestamptz not null,
  tries int not null default 0,
  storage_key text,
  bytes bigint,
  -- making: when the next try is due; ready and failed: when it is removed
  due_at timestamptz not null,
  check ((state = 'ready') = (storage_key is not null and bytes is not null))
);
create index data_export_due on data_export (due_at);
