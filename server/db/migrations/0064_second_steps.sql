-- The authenticator app of an account. Without `confirmed_at` it was begun, and asks for nothing yet.
create table second_step (
  account_id bigint primary key references account on delete cascade,
  secret bytea not null, -- encrypted by a key that this database does not hold
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0, -- the 30 seconds of the newest code that was used
  recovery bytea[] not null default '{}' -- keyed hashes of the recovery codes that are left
);
