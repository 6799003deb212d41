create extension if not exists pg_trgm;

-- Earlier addresses of items that were renamed: they lead to the present one.
create table item_old_slug (
  slug text primary key,
  item_id bigint not null references item on delete cascade
);

-- How many of each licence were sold.
alter table license add column sold int not null default 0 check (sold >= 0);

-- What buyers are offered: a licence never promises a file that is not there.
create view license_on_offer as
select license.*
from license
join item on item.id = license.item_id
where license.enabled
  and case
    when item.kind <> 'beat' or license.type = 'EXCLUSIVE' then
      exists (select from item_file f where f.item_id = item.id)
    when license.type = 'MP3' then
      exists (select from item_file f where f.item_id = item.id and f.role in ('mp3', 'master'))
    else
      exists (select from item_file f where f.item_id = item.id and f.role = 'master' and f.media_type = 'audio/wav')
  end
  and (license.type <> 'PREMIUM' or exists (select from item_file f where f.item_id = item.id and f.role = 'stems'));

-- The narrow twin of every item on sale, written with it in one transaction: lists and searches walk through this one,
-- and fetch the few rows that they show. What has no row here is not on sale.
create table item_search (
  item_id bigint primary key references item on delete cascade,
  owner_id bigint not null,
  kind item_kind not null,
  style_id smallint,
  -- what has no tempo passes every filter
  bpm_low smallint not null default 0,
  bpm_high smallint not null default 999,
  key_number smallint, -- two a semitone from C on, major first
  price_cents int not null,
  licenses smallint not null, -- bits in the order MP3, WAV, PREMIUM, EXCLUSIVE
  is_featured boolean not null,
  is_promoted boolean not null,
  is_popular boolean not null default false,
  is_trending boolean not null default false,
  popularity real not null default 0, -- logarithm of all plays, likes and sales
  trend real not null default -1000, -- logarithm of the same with a half-life of three days, moved so that it never has to be decayed
  tier smallint not null default 3, -- 1: the most popular hundredth, 2: tenth, 3: the others
  published_at timestamptz not null,
  tags text[] not null,
  title_key text not null, -- for who types the whole title
  fts tsvector not null
);
create index item_search_popular on item_search (popularity desc, item_id desc);
create index item_search_kind_popular on item_search (kind, popularity desc, item_id desc);
create index item_search_trend on item_search (trend desc, item_id desc);
create index item_search_kind_trend on item_search (kind, trend desc, item_id desc);
create index item_search_new on item_search (published_at desc, item_id desc);
create index item_search_kind_new on item_search (kind, published_at desc, item_id desc);
create index item_search_price on item_search (price_cents, item_id);
create index item_search_kind_price on item_search (kind, price_cents, item_id);
create index item_search_bpm on item_search (bpm_high, item_id);
create index item_search_style on item_search (style_id, kind, popularity desc, item_id desc);
create index item_search_owner on item_search (owner_id, published_at desc, item_id desc);
create index item_search_featured on item_search (kind, is_promoted desc, published_at desc, item_id desc) where is_featured or is_promoted;
create index item_search_marked on item_search (kind) where is_popular or is_trending;
create index item_search_title on item_search (title_key, popularity desc);
create index item_search_tags on item_search using gin (tags);
create index item_search_words on item_search using gin (fts);
create index item_search_words_hot on item_search using gin (fts) where tier <= 1;
create index item_search_words_warm on item_search using gin (fts) where tier <= 2;
alter table item_search alter fts set statistics 1000;

-- The vocabulary of all items: how often a word is there, what a beginning may become, what a slip of the finger meant.
create table search_term (
  term text collate "C" primary key,
  items int not null
);
create index search_term_trigrams on search_term using gin (term gin_trgm_ops);

create table search_tag (
  tag text collate "C" primary key,
  items int not null
);

-- How many beats each producer has on sale: to count thousands for each card of a page would cost too much.
create table producer_beats (
  owner_id bigint primary key references account on delete cascade,
  beats int not null
);

-- What has been played, liked or sold since the charts were last made.
create table chart_queue (
  item_id bigint primary key references item on delete cascade
);

-- Figures of charts live in item_search alone.
drop index item_stat_popularity, item_stat_trend, item_on_sale_new, item_on_sale_featured;
alter table item_stat drop column popularity, drop column trend;
alter table item drop column is_popular, drop column is_trending;

create index account_handle_begins on account (lower(handle) text_pattern_ops) where is_producer and deleted_at is null;
create index account_handle_trigrams on account using gin (lower(handle) gin_trgm_ops) where is_producer and deleted_at is null;
create index account_stat_followers on account_stat (followers desc, account_id);
create index account_referred on account (referred_by) where referred_by is not null;
