-- Synonyms are compared without blanks, so that 'popsmoke' is 'pop smoke' and 'rondo da sosa' is 'rondodasosa'.
drop index search_synonym_words;
drop index search_synonym_means;
create index search_synonym_words on search_synonym (replace(words, ' ', ''));
create index search_synonym_means on search_synonym (replace(means, ' ', ''));
