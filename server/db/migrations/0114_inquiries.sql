-- A bank may ask about a payment before it takes the money. Nothing is frozen then, and a refund is a good answer.
alter table dispute add column is_inquiry boolean not null default false;
