-- The card of an item in lists, as JSON without what is counted. Lists join these texts instead of making them of rows.
-- A card is null when it is due: a change of what it says takes it away, and the room items writes it anew.
create table item_card (
  item_id bigint primary key references item on delete cascade,
  card text,
  as_item text check (as_item is not null or card is null), -- what lists and searches name differently
  as_result text check (as_result is not null or card is null),
  wave text
);
insert into item_card (item_id) select id from item;

-- Each item has a row from its beginning: its lock keeps those who write a card from reading what is being changed.
create function add_card() returns trigger language plpgsql as $$
begin
  insert into item_card (item_id) values (new.id);
  return null;
end
$$;
create trigger item_added after insert on item for each row execute function add_card();

create function forget_card() returns trigger language plpgsql as $$
begin
  update item_card set card = null where item_id = new.id;
  return null;
end
$$;
create trigger item_changed after update on item for each row execute function forget_card();

create function forget_cards_of_owner() returns trigger language plpgsql as $$
begin
  perform from item_card join item on id = item_id where owner_id = new.id order by item_id for update of item_card;
  update item_card set card = null from item where id = item_id and owner_id = new.id;
  return null;
end
$$;
create trigger owner_changed after update of handle, plan on account
  for each row when ((old.handle, old.plan) is distinct from (new.handle, new.plan))
  execute function forget_cards_of_owner();

create function forget_cards_of_style() returns trigger language plpgsql as $$
begin
  perform from item_card join item on id = item_id where style_id = new.id order by item_id for update of item_card;
  update item_card set card = null from item where id = item_id and style_id = new.id;
  return null;
end
$$;
create trigger style_changed after update of slug, code, line on style
  for each row when ((old.slug, old.code, old.line) is distinct from (new.slug, new.code, new.line))
  execute function forget_cards_of_style();
