-- The payouts that wait for a person: to be approved, or to be looked up at a provider that never answered.
create index payout_waiting on payout (id) where state in ('requested', 'processing') and due_at is null;
-- The desk's lists.
create index payout_on_its_way on payout (id desc) where state in ('requested', 'processing', 'unclaimed');
create index payout_came_back on payout (id desc) where state in ('failed', 'returned');
