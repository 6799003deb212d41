-- Licenses and prices that a seller uses again, under a name.
create table license_preset (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  name text not null check (char_length(name) between 1 and 40)
);
create unique index license_preset_name on license_preset (account_id, lower(name));

-- A license that is not here is off.
create table license_preset_tier (
  preset_id bigint not null references license_preset on delete cascade,
  type license_type not null,
  enabled boolean not null,
  price_cents int not null check (price_cents between 0 and 99999900),
  primary key (preset_id, type),
  check (price_cents > 0 or not enabled)
);
