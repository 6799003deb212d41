-- New titles, tags and genres have their accents in one form, and searches look for no other.
update order_line set title = normalize(title) where title is not normalized;
update purchase set title = normalize(title) where title is not normalized;
update item set title = normalize(title)
  where title is not normalized and char_length(normalize(title)) between 1 and 80;
update item set genre = normalize(genre)
  where genre is not normalized and char_length(normalize(genre)) <= 40;
update item set tags = array(
    select tag from (select normalize(tag) as tag, min(nth) as nth from unnest(tags) with ordinality as each (tag, nth) group by 1) each
    order by nth)
  where array_to_string(tags, ' ') is not normalized;
update item_search set tags = array(select distinct normalize(tag) from unnest(tags) as each (tag))
  where array_to_string(tags, ' ') is not normalized;
