-- All money and credit that moves, as double entry: each entry takes from some accounts what it gives to others.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('earnings', 'payouts', 'credit', 'house', 'fees', 'provider')),
  unit text not null check (unit in ('usd', 'promo', 'referral')),
  owner_id bigint references account,
  provider text check (provider <> ''),
  unique nulls not distinct (kind, unit, owner_id, provider),
  check ((owner_id is not null) = (kind in ('earnings', 'payouts', 'credit'))),
  check ((provider is not null) = (kind = 'provider')),
  check (case kind when 'credit' then unit <> 'usd' when 'house' then true else unit = 'usd' end)
);

-- The pair of kind and reference is posted once, however often it is asked for.
create table ledger_entry (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  reference text not null check (reference <> ''),
  reverses bigint references ledger_entry,
  posted_at timestamptz not null,
  written_in xid8 not null default pg_current_xact_id(),
  unique (kind, reference)
);
create index ledger_entry_reverses on ledger_entry (reverses) where reverses is not null;

create table ledger_line (
  entry_id bigint not null references ledger_entry,
  line smallint not null,
  account_id bigint not null references ledger_account,
  cents bigint not null check (cents <> 0),
  -- the thing that the line is about, for example an order line
  subject text not null default '',
  -- a sentence for a statement
  memo text not null default '' check (char_length(memo) <= 300),
  available_at timestamptz not null,
  primary key (entry_id, line),
  unique (entry_id, account_id, subject)
);
create index ledger_line_account on ledger_line (account_id, available_at) include (cents);
create index ledger_line_subject on ledger_line (subject) where subject <> '';

create trigger ledger_account_append_only before update or delete or truncate on ledger_account
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_line_append_only before update or delete or truncate on ledger_line
  for each statement execute function refuse_change();

-- An entry gets its lines in its own transaction and never another one.
create function refuse_late_line() returns trigger language plpgsql as $$
begin
  if (select written_in from ledger_entry where id = new.entry_id) is distinct from pg_current_xact_id() then
    raise exception 'ledger entry % is complete', new.entry_id;
  end if;
  return new;
end
$$;
create trigger ledger_line_in_time before insert on ledger_line for each row execute function refuse_late_line();

-- Looks at the end of the transaction, when all lines are there.
create function check_ledger_entry() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  if tg_table_name = 'ledger_entry' then
    entry := new.id;
  else
    entry := new.entry_id;
  end if;
  if not exists (select from ledger_line where entry_id = entry) then
    raise exception 'ledger entry % has no lines', entry;
  end if;
  if exists (
    select from ledger_line join ledger_account on ledger_account.id = account_id
    where entry_id = entry group by unit having sum(cents) <> 0
  ) then
    raise exception 'the lines of ledger entry % do not sum to zero', entry;
  end if;
  return null;
end
$$;
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_entry();
create constraint trigger ledger_line_balanced after insert on ledger_line
  deferrable initially deferred for each row execute function check_ledger_entry();
