-- The steps from an upload to an item that can be reviewed. A step that failed for a passing reason is due again later.
create table media_job (
  id bigint generated always as identity primary key,
  item_id bigint not null references item on delete cascade,
  position smallint not null,
  step text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  failure text not null default '',
  -- what the seller sent for this step: keys of stored files
  source jsonb not null default '{}',
  due_at timestamptz, -- null: a worker has been asked
  started_at timestamptz,
  finished_at timestamptz,
  unique (item_id, step)
);
create index media_job_due on media_job (due_at) where state = 'waiting';

-- What was heard in a sound file, by its SHA-256: the form asks first, the pipeline needs it again.
create table heard_sound (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  facts jsonb not null,
  due_at timestamptz not null
);
create index heard_sound_due on heard_sound (due_at);

alter table item add column fans_of text[] not null default '{}' check (cardinality(fans_of) <= 3);
alter table item add column has_tag boolean not null default true; -- the preview carries a voice tag
