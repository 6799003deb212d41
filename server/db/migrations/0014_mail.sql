-- A mail says the same twice: as text and, since this migration, as HTML.
alter table mail rename column body to text;
alter table mail
  add column kind text not null default 'contact', -- the only mails until now
  add column html text, -- null: written before mails had one
  add column dedupe_key text unique, -- what must be told once is told once
  add column unsubscribe_url text, -- null: a kind that nobody can switch off
  add column secret text; -- a one-time token in the texts, blanked after delivery
alter table mail alter column kind drop default;

create type link_purpose as enum ('confirm_email', 'reset_password');

-- Links in mails that prove who reads a mailbox. Only hashes of their tokens are kept.
create table one_time_link (
  hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  purpose link_purpose not null,
  email text not null, -- where it was sent: a link to an address that the account no longer has is worth nothing
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_of_account on one_time_link (account_id);
