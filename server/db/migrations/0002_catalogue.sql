create table style (
  id smallint primary key,
  slug text not null unique,
  title text not null,
  short_title text not null,
  code text not null unique,
  line text not null unique,
  description text not null,
  image_key text
);

insert into style (id, slug, title, short_title, code, line, description) values
  (1, 'uk-drill', 'UK Drill', 'UK', 'UK', 'uk', 'Where the slide was born. Gliding 808s, skipping hats and cold piano from the estates of London, at 140 and up.'),
  (2, 'ny-drill', 'NY Drill', 'NY', 'NY', 'ny', 'Brooklyn took the slide and made it bounce: vocal chops, club kicks and basslines that shake the 3 train.'),
  (3, 'chicago-drill', 'Chicago Drill', 'Chicago', 'CHI', 'chi', 'The first of them all. Slow, heavy and bare: brass, bells and trap drums from the South Side.'),
  (4, 'dutch-drill', 'Dutch Drill', 'Dutch', 'NL', 'nl', 'Amsterdam, Rotterdam and The Hague, tight and dark, with melodies that stay under the streetlights.'),
  (5, 'french-drill', 'French Drill', 'French', 'FR', 'fr', 'Strings and choirs over hard drums, from the blocks of Paris and Marseille.'),
  (6, 'afro-drill', 'Afro Drill', 'Afro', 'AFR', 'afr', 'Log drums, guitars and highlife colour on a drill grid. Lagos, Accra and Peckham in one groove.'),
  (7, 'canadian-drill', 'Canadian Drill', 'Canadian', 'CAN', 'can', 'Toronto cold: wide pads, minor keys and patient 808s.'),
  (8, 'australian-drill', 'Australian Drill', 'Australian', 'AUS', 'aus', 'Western Sydney''s own: siren leads, aggressive slides and no free space.'),
  (9, 'irish-drill', 'Irish Drill', 'Irish', 'IRL', 'irl', 'Dublin and Drogheda, rain on the window and a flute over the 808.'),
  (10, 'german-drill', 'German Drill', 'German', 'GER', 'ger', 'Concrete and precision: plucked leads and dry drums from Berlin, Frankfurt and Hamburg.'),
  (11, 'spanish-drill', 'Spanish Drill', 'Spanish', 'ESP', 'esp', 'Nylon guitars, palmas and heat, from Madrid to Barcelona.'),
  (12, 'italian-drill', 'Italian Drill', 'Italian', 'ITA', 'ita', 'Opera-sized strings and the speed of Milan and Rome.'),
  (13, 'brazilian-drill', 'Brazilian Drill', 'Brazilian', 'BRA', 'bra', 'Rio and São Paulo: funk percussion, bright keys and sliding subs.');

create type item_kind as enum ('beat', 'pack', 'kit');
create type item_status as enum ('processing', 'failed', 'draft', 'pending', 'rejected', 'published', 'sold');
create type kit_type as enum ('Drum Kit', 'Loop Kit', 'MIDI Kit', 'Construction Kit', 'FX Kit', 'One-Shots');

-- Beats, packs and kits are one thing with a kind.
create table item (
  id bigint generated always as identity primary key,
  kind item_kind not null,
  owner_id bigint not null references account,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  title text not null check (char_length(title) between 1 and 80),
  description text not null default '' check (char_length(description) <= 5000),
  style_id smallint references style,
  genre text not null default '' check (char_length(genre) <= 40),
  tags text[] not null default '{}' check (cardinality(tags) <= 12),
  bpm smallint check (bpm between 30 and 300),
  bpm_min smallint check (bpm_min between 30 and 300),
  bpm_max smallint check (bpm_max between 30 and 300),
  music_key text check (char_length(music_key) <= 6),
  kit_type kit_type,
  duration_ms int check (duration_ms >= 0),
  track_count int not null default 0 check (track_count >= 0),
  -- the lowest licence on offer, or the kit's own price
  price_cents int not null default 0 check (price_cents between 0 and 99999900),
  cover_key text,  -- the folder of the cover's sizes
  preview_key text, -- the tagged MP3
  -- 48 bars of each band, for rows in lists; the whole waveform is in item_wave
  mini_wave bytea check (octet_length(mini_wave) = 96),
  status item_status not null default 'pending',
  status_reason text not null default '',
  is_featured boolean not null default false,
  is_promoted boolean not null default false,
  is_popular boolean not null default false,
  is_trending boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  deleted_at timestamptz,
  check (kind = 'kit' or kit_type is null),
  check (kind <> 'kit' or kit_type is not null),
  check (kind = 'kit' or (bpm_min is null and bpm_max is null)),
  check (bpm_min is null or bpm_max is null or bpm_min <= bpm_max),
  check (kind = 'beat' or bpm is null),
  check (status <> 'published' or published_at is not null)
);
create index item_on_sale_new on item (kind, published_at desc, id desc) where status = 'published' and deleted_at is null;
create index item_on_sale_featured on item (kind, published_at desc, id desc) where status = 'published' and deleted_at is null and (is_featured or is_promoted);
create index item_of_owner on item (owner_id, kind, updated_at desc) where deleted_at is null;

create table item_stat (
  item_id bigint primary key references item on delete cascade,
  plays int not null default 0 check (plays >= 0),
  likes int not null default 0 check (likes >= 0),
  comments int not null default 0 check (comments >= 0),
  sales int not null default 0 check (sales >= 0),
  popularity real not null default 0, -- over the whole life
  trend real not null default 0 -- with a half-life of three days
) with (fillfactor = 70);
create index item_stat_popularity on item_stat (popularity desc, item_id desc);
create index item_stat_trend on item_stat (trend desc, item_id desc);

-- Peaks from 0 to 255: the full band, and what is below 130 Hz.
create table item_wave (
  item_id bigint primary key references item on delete cascade,
  full_band bytea not null,
  low_band bytea not null,
  check (octet_length(full_band) = octet_length(low_band) and octet_length(full_band) between 1 and 4096)
);

create type license_type as enum ('MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE');

create table license (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  type license_type not null,
  enabled boolean not null default true,
  featured boolean not null default false,
  price_cents int not null check (price_cents between 0 and 99999900),
  unique (item_id, type)
);

-- What is sold. Keys name objects in the storage; no master's key ever leaves the server.
create type file_role as enum ('master', 'mp3', 'stems', 'project', 'archive');

create table item_file (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  role file_role not null,
  storage_key text not null unique,
  name text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  unique (item_id, role)
);

-- What is inside a pack or a kit, in order.
create table item_track (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  position int not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  path text not null, -- inside the archive
  beat_id bigint references item, -- when the beat is also sold alone
  bpm smallint check (bpm between 30 and 300),
  music_key text check (char_length(music_key) <= 6),
  duration_ms int check (duration_ms >= 0),
  preview_key text,
  unique (item_id, position)
);
