-- the promotions that were not canceled
create index promotion_not_canceled on promotion (id desc) where ended_for <> 'canceled';

-- Whether a review still waits is read from indexes alone: there may be a thousand to count.
create index item_state on item (id) include (kind, status, deleted_at);
drop index review_in_turn;
create index review_in_turn on review (turn, submitted_at, id) include (item_id, proposed_title, has_files)
  where decided_at is null;
drop index review_waiting;
create index review_waiting on review (submitted_at, id) include (item_id, proposed_title, has_files)
  where decided_at is null;
