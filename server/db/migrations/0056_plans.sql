-- Longer beginnings of words. With an equation the statement that looks words up keeps its plan; a range is planned anew
-- for each word.
create index search_term_begins_4 on search_term (left(term, 4), items desc);
create index search_term_begins_5 on search_term (left(term, 5), items desc);

-- The most popular items of a producer, however many there are, with one plan for all producers.
create index item_search_owner_popular on item_search (owner_id, popularity desc, item_id desc);
