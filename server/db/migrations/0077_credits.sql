-- Credits are in the ledger alone.
do $$
begin
  if exists (select from account where promo_credit_cents > 0 or referral_credit_cents > 0) then
    raise exception 'accounts have credits that the ledger does not know';
  end if;
end
$$;
alter table account drop column promo_credit_cents, drop column referral_credit_cents;

-- The credits that lines of orders take. Those of an open order are kept for it; the ledger has those of a paid one.
create table credit_hold (
  line_id bigint not null references order_line,
  unit text not null check (unit in ('promo', 'referral')),
  owner_id bigint not null references account,
  cents bigint not null check (cents > 0),
  primary key (line_id, unit)
);
create index credit_hold_owner on credit_hold (owner_id);

-- A new account that confirmed its email and was brought by somebody. What looks like one person twice waits for an admin.
create table referral (
  account_id bigint primary key references account,
  referrer_id bigint not null references account,
  state text not null check (state in ('credited', 'held', 'refused')),
  cents bigint not null check (cents > 0),
  -- why it waits, or waited: a sentence for the desk
  held_because text check (held_because <> ''),
  confirmed_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references account,
  check (state <> 'held' or held_because is not null),
  check (state <> 'refused' or decided_at is not null),
  check ((decided_at is null) = (decided_by is null)),
  check (account_id <> referrer_id)
);
create index referral_referrer on referral (referrer_id, confirmed_at desc);
create index referral_held on referral (confirmed_at) where state = 'held';
