-- The followers whom a person has heard of. Taken back and given again, a follow is no news.
create table follow_told (
  followee_id bigint not null references account on delete cascade,
  follower_id bigint not null references account on delete cascade,
  primary key (followee_id, follower_id)
);

create index follow_newest on follow (followee_id, created_at desc, follower_id desc);
create index follow_of_follower on follow (follower_id, created_at desc, followee_id desc);
create index follow_told_of_follower on follow_told (follower_id);

-- The orders of a profile's lists. Every page of a producer with many items costs the same.
create index item_search_owner_kind_new on item_search (owner_id, kind, published_at desc, item_id desc) include (style_id);
create index item_search_owner_kind_popular on item_search (owner_id, kind, popularity desc, item_id desc);
create index item_search_owner_kind_trend on item_search (owner_id, kind, trend desc, item_id desc);
create index item_search_owner_kind_price on item_search (owner_id, kind, price_cents, item_id);

create index producer_beats_most on producer_beats (beats desc, owner_id);
