-- Who types a name in words finds the one that is written with signs between them.
create index account_handle_letters on account using gin (translate(lower(handle), '_.-', '') gin_trgm_ops) where is_producer and deleted_at is null;
