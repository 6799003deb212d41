-- Names that people had before. For a year nobody else may take one; its former owner may go back to it.
create table old_handle (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  handle text not null,
  handle_key text not null,
  left_at timestamptz not null,
  kept_until timestamptz not null
);
create index old_handle_kept on old_handle (handle_key, kept_until);
create index old_handle_of_account on old_handle (account_id, left_at);

-- A change of a column that foreign keys could refer to locks out everybody who adds a row about the account. Foreign
-- keys can't refer to a partial index.
alter table account drop constraint account_handle_key_key, drop constraint account_email_key_key;
create unique index account_handle_key on account (handle_key) where handle_key is not null;
create unique index account_email_key on account (email_key) where email_key is not null;
