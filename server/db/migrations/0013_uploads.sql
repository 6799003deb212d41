-- Files on their way in. A row leaves when something takes its file, or when it is due.
create table upload (
  id text primary key,
  account_id bigint not null references account,
  purpose text not null,
  name text not null check (char_length(name) between 1 and 200),
  media_type text not null check (char_length(media_type) <= 200), -- as claimed
  size bigint not null check (size >= 0), -- of a form: at most, until it is complete
  received bigint not null default 0 check (received between 0 and size),
  -- the file of the node that is receiving it; null once it is stored
  draft text unique,
  storage_key text unique,
  sha256 bytea,
  crc32 bigint,
  state text not null default 'receiving' check (state in ('receiving', 'ready', 'expired')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  check (state <> 'ready' or (storage_key is not null and sha256 is not null and crc32 is not null and received = size))
);
create index upload_of_account on upload (account_id);
create index upload_due on upload (due_at);

-- Stored files that nothing names any more, or not yet; each is removed when it is due.
create table unnamed_file (
  storage_key text primary key,
  due_at timestamptz not null,
  is_going boolean not null default false -- is being removed: nothing may name it again
);
create index unnamed_file_due on unnamed_file (due_at);
