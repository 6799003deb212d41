-- Items are found by more words than before: the start that follows indexes and ranks them all anew.
insert into chart_queue select item_id from item_stat on conflict do nothing;
delete from item_search;

-- While typing, the signs between the words of a name may be left out.
drop index account_handle_begins;
create index account_handle_begins on account (translate(lower(handle), '_.-', '') text_pattern_ops) where is_producer and deleted_at is null;
analyze account; -- what is known of names so written is not known before
