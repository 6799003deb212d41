-- Longer beginnings of words. With an equation the statement that looks words up keeps its plan; a range is planned anew
-- for each word.
create index search_term_begins_4 on search_term (left(term, 4), items desc);
create index search_term_begins_5 on search_term (left(term, 5), items desc);

-- The most popular items of a producer, however many there are, with one plan for all producers.
create index item_search_owner_popular on item_search (owner_id, popularity desc, item_id desc);

-- Fast or slow beats are few among many items without a tempo, which the planner can't tell from each column alone.
create index item_search_kind_bpm on item_search (kind, bpm_high, item_id);
create statistics item_search_tempos (mcv) on kind, bpm_high from item_search;
do $$
begin
  if exists (select from item_search) then analyze item_search; end if;
end
$$;
