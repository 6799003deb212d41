-- The items that lead a person's profile, in the person's order.
create table item_pin (
  account_id bigint not null references account on delete cascade,
  item_id bigint not null references item on delete cascade,
  place smallint not null check (place between 1 and 6),
  primary key (account_id, item_id),
  unique (account_id, place)
);
create index item_pin_of_item on item_pin (item_id);
