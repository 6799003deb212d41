-- Longer beginnings of words. With an equation the statement that looks words up keeps its plan; a range is planned anew
-- for each word.
create index search_term_begins_4 on search_term (left(term, 4), items desc);
create index search_term_begins_5 on search_term (left(term, 5), items desc);
