-- Pages of all producers are walked in their order, however many there are.
create index account_newest_producers on account (created_at desc, id desc) where is_producer and deleted_at is null;
create index account_producers_by_name on account (lower(handle), id) where is_producer and deleted_at is null;
