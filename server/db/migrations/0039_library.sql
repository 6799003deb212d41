alter table account add column legal_name text check (char_length(legal_name) between 2 and 120);

-- The terms of licenses as they stood at some time.
create table terms_version (
  id bigint generated always as identity primary key,
  license_type license_type, -- null: kits
  sha256 bytea not null check (octet_length(sha256) = 32),
  terms jsonb not null,
  since timestamptz not null,
  unique nulls not distinct (license_type, sha256)
);

create type purchase_state as enum ('owned', 'superseded', 'refunded');
create table purchase (
  id bigint generated always as identity primary key,
  line_id bigint not null unique references order_line,
  buyer_id bigint not null references account,
  seller_id bigint not null references account,
  item_id bigint not null references item,
  kind text not null check (kind in ('beat', 'pack', 'kit')),
  license_type license_type,
  -- the item as it was called when it was sold
  title text not null,
  cents bigint not null check (cents >= 0),
  state purchase_state not null default 'owned',
  superseded_by bigint references purchase,
  terms_id bigint not null references terms_version,
  granted_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'kit') = (license_type is null)),
  check ((state = 'owned') = (ended_at is null)),
  check ((state = 'superseded') = (superseded_by is not null))
);
create unique index purchase_owned on purchase (buyer_id, item_id, license_type) nulls not distinct where state = 'owned';
create index purchase_buyer on purchase (buyer_id, granted_at desc, id desc);
create index purchase_item on purchase (item_id);
create index purchase_superseded_by on purchase (superseded_by) where superseded_by is not null;
alter table order_line add foreign key (upgrade_of) references purchase;

-- The versions of the files that were sold.
create table purchase_file (
  purchase_id bigint not null references purchase,
  file_id bigint not null references item_file,
  primary key (purchase_id, file_id)
);
create index purchase_file_file on purchase_file (file_id);

create table license_paper (
  purchase_id bigint primary key references purchase,
  -- random: who knows it may see whether the license is valid
  number text not null unique,
  buyer_name text not null,
  seller_name text not null,
  -- null until the document was made
  storage_key text unique,
  made_at timestamptz
);

-- A download counts once per purchase, file and day.
create table download (
  purchase_id bigint not null references purchase,
  file text not null,
  day date not null,
  primary key (purchase_id, file, day)
);
