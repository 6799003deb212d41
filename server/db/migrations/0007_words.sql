-- Items are found by more words than before: the start that follows indexes and ranks them all anew.
insert into chart_queue select item_id from item_stat on conflict do nothing;
delete from item_search;
