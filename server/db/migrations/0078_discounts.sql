-- The row from which a discount came, in the room that made it: a code, a deal. Codes and deals are counted by it.
alter table order_adjustment add column source_id bigint;
create index order_adjustment_source on order_adjustment (kind, source_id) where source_id is not null;

-- Buyers type a code; it takes something off the items of its seller.
create table discount_code (
  id bigint generated always as identity primary key,
  seller_id bigint not null references account,
  -- in capitals
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,23}$'),
  basis_points int check (basis_points between 1 and 10000),
  cents bigint check (cents > 0),
  -- null: all items of the seller
  item_ids bigint[] check (cardinality(item_ids) > 0),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  most_uses int check (most_uses > 0),
  minimum_cents bigint check (minimum_cents > 0),
  -- only for buyers who have nothing of this seller yet
  first_purchase boolean not null default false,
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  created_at timestamptz not null,
  check ((basis_points is null) <> (cents is null))
);
create index discount_code_seller on discount_code (seller_id, id desc);

-- Counts by itself: who buys several items of a seller pays less for some of them.
create table deal (
  id bigint generated always as identity primary key,
  seller_id bigint not null references account,
  -- this many items at full price
  buy int not null check (buy between 1 and 20),
  -- and then this many, the cheapest ones, for nothing
  free int check (free between 1 and 20),
  -- or this much off all of them
  basis_points int check (basis_points between 1 and 10000),
  item_ids bigint[] check (cardinality(item_ids) > 0),
  -- null: any license, and kits
  license_type license_type,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  created_at timestamptz not null,
  check ((free is null) <> (basis_points is null))
);
create index deal_seller on deal (seller_id, id desc);
