-- A review of a new title for an item on sale. The approved title stays until the decision.
alter table review add column proposed_title text check (proposed_title <> '');
