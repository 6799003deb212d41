-- An admin has paused a code or a deal of a seller. Its own state stays as its seller left it.
alter table discount_code
  add column held_at timestamptz,
  add column held_by bigint references account,
  add column held_for text check (char_length(held_for) between 1 and 500),
  add check ((held_at is null) = (held_for is null));
alter table deal
  add column held_at timestamptz,
  add column held_by bigint references account,
  add column held_for text check (char_length(held_for) between 1 and 500),
  add check ((held_at is null) = (held_for is null));

-- lists of the desk
create index discount_code_begins on discount_code (code collate "C");
create index discount_code_rests on discount_code (id desc) where state = 'paused' or held_at is not null;
create index discount_code_held on discount_code (id desc) where held_at is not null;
create index discount_code_over on discount_code (id desc) where state = 'ended';
create index deal_rests on deal (id desc) where state = 'paused' or held_at is not null;
create index deal_held on deal (id desc) where held_at is not null;
create index deal_over on deal (id desc) where state = 'ended';
