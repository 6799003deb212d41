-- The seller wants to refund, and the balance does not cover it: the operator decides. Null words: see `answer`.
alter table purchase_problem
  add column agreed_at timestamptz,
  add column agreement text check (char_length(agreement) <= 500);
