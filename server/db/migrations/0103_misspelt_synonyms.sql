-- Finds the synonyms that resemble misspelt words: 'cheifkeef', chief keef.
create index search_synonym_trigrams on search_synonym using gin (replace(words, ' ', '') gin_trgm_ops);
