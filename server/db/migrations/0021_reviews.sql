-- One row for each time that an item waited for a review, with what came of it.
create table review (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  submitted_at timestamptz not null,
  -- the admin that looks at it now, and until when nobody else decides
  reviewer_id bigint references account,
  claimed_until timestamptz,
  decision text check (decision in ('approved', 'rejected')),
  reason text not null default '',
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision <> 'rejected' or reason <> '')
);
create unique index review_open on review (item_id) where decided_at is null;
create index review_of_reviewer on review (reviewer_id);

insert into review (item_id, submitted_at) select id, updated_at from item where status = 'pending' and deleted_at is null;
