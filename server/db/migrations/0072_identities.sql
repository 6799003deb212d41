-- Accounts at a provider of sign-in (Google) with which people enter their accounts here.
create table identity (
  issuer text not null,
  subject text not null, -- the provider's name for the account; an address may pass to another person
  account_id bigint not null references account on delete cascade,
  email text not null, -- the address there when it was linked
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id, issuer)
);
