-- What searches are narrowed down by stands among the words: one index then finds what has both, however common each is.
update item_search set fts = item_search.fts || array_to_tsvector(
  array['=' || item_search.kind] || coalesce((select array['=' || slug] from style where id = item_search.style_id), '{}')
);
