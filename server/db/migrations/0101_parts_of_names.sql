-- Parts of the producer's name stand apart from the words of the description among the words of an item ('^word'), so that
-- other words for the same thing aren't looked for there. The start that follows indexes and ranks all items anew.
insert into chart_queue select item_id from item_stat on conflict do nothing;
delete from item_search;
