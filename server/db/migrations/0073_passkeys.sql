-- The keys with which people sign in without a password. Only the devices that made them hold the private halves.
create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  credential bytea not null unique, -- the key's own name, given by its device
  public_key bytea not null,
  person bytea not null, -- the random bytes under which the device keeps the account
  counter bigint not null,
  transports text[] not null,
  device text not null check (device in ('computer', 'phone', 'tablet', 'key', 'unknown')),
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- Challenges that were answered. Each is kept until it would have ended, so that nobody answers it again.
create table passkey_challenge (
  hash bytea primary key,
  ends_at timestamptz not null
);
create index passkey_challenge_ends on passkey_challenge (ends_at);
