-- Who earns an item, in basis points that sum to 10,000. An item has at most one version that counts, and at most one that
-- its people have not all accepted yet. Former ones stay: they say who had agreed to what.
create table share_version (
  id bigint generated always as identity primary key,
  item_id bigint not null references item,
  number int not null check (number > 0),
  -- proposed: people are asked. declined: somebody said no, and the owner decides. active: counts for sales.
  -- replaced: a later version counts. ended: the owner has all again. canceled: it never counted.
  state text not null check (state in ('proposed', 'declined', 'active', 'replaced', 'ended', 'canceled')),
  owner_points int not null check (owner_points between 1 and 9999),
  proposed_at timestamptz not null,
  active_at timestamptz,
  ended_at timestamptz,
  unique (item_id, number),
  check ((active_at is not null) = (state in ('active', 'replaced', 'ended'))),
  check ((ended_at is not null) = (state in ('replaced', 'ended', 'canceled')))
);
create unique index share_version_active on share_version (item_id) where state = 'active';
create unique index share_version_open on share_version (item_id) where state in ('proposed', 'declined');

create table share (
  version_id bigint not null references share_version,
  account_id bigint not null references account,
  points int not null check (points between 1 and 9999),
  state text not null check (state in ('invited', 'accepted', 'declined', 'left')),
  answered_at timestamptz,
  left_at timestamptz,
  primary key (version_id, account_id),
  check ((answered_at is null) = (state = 'invited')),
  check ((left_at is not null) = (state = 'left'))
);
create index share_of_account on share (account_id);

-- Looks at the end of the transaction, when all shares are there.
create function check_shares() returns trigger language plpgsql as $$
declare
  version bigint;
begin
  if tg_table_name = 'share_version' then
    version := new.id;
  else
    version := new.version_id;
  end if;
  if (select owner_points from share_version where id = version)
    + (select coalesce(sum(points), 0) from share where version_id = version) <> 10000 then
    raise exception 'the shares of version % do not sum to 10,000', version;
  end if;
  return null;
end
$$;
create constraint trigger share_version_whole after insert or update on share_version
  deferrable initially deferred for each row execute function check_shares();
create constraint trigger share_whole after insert or update on share
  deferrable initially deferred for each row execute function check_shares();

-- Items that can't be bought: not everybody has accepted their first shares.
create view item_waiting as
  select item_id from share_version as asked
  where state in ('proposed', 'declined')
    and not exists (select from share_version as counts where counts.item_id = asked.item_id and counts.state = 'active');

-- The part of a line's price that its seller was credited and still has; others may share it.
alter table order_line add column seller_cents bigint not null default 0 check (seller_cents >= 0);
update order_line set seller_cents = total_cents - refunded_cents where state = 'granted';

alter type notification_topic add value 'split';
