-- A difference that an admin has settled. The same one doesn't stand at the desk again.
alter table payment add column settled_difference text;
