-- Messages between two people. A pair has one thread; the lower id stands first.
create table thread (
  id bigint generated always as identity primary key,
  low_id bigint not null references account,
  high_id bigint not null references account,
  started_by bigint not null references account,
  last_message_id bigint not null default 0,
  created_at timestamptz not null,
  check (low_id < high_id),
  unique (low_id, high_id)
);
create index thread_of_low on thread (low_id, last_message_id desc);
create index thread_of_high on thread (high_id, last_message_id desc);
create index thread_started on thread (started_by, created_at);

-- Messages of a thread are written one after the other, so their ids are their order.
create table message (
  id bigint generated always as identity primary key,
  thread_id bigint not null references thread,
  sender_id bigint not null references account,
  -- the admin who wrote as the support account
  written_by bigint references account,
  -- empty for a message that was removed, or that only shares an item
  body text not null check (char_length(body) <= 5200),
  item_id bigint references item on delete set null,
  -- the sender's browser names a message before it is sent: a repeated call writes none
  key text not null check (char_length(key) between 1 and 64),
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (thread_id, sender_id, key)
);
create index message_of_thread on message (thread_id, id desc);
create index message_of_sender on message (sender_id);
create index message_written_by on message (written_by) where written_by is not null;
create index message_of_item on message (item_id) where item_id is not null;

-- The number of a message among the news of each of the two, from notification_counter. A message that changes gets a
-- new one.
create table message_number (
  message_id bigint not null references message,
  account_id bigint not null references account,
  seq bigint not null,
  primary key (message_id, account_id)
);
create unique index message_number_in_order on message_number (account_id, seq);

-- How far each of the two has read.
create table thread_mark (
  thread_id bigint not null references thread,
  account_id bigint not null references account,
  read_up_to bigint not null default 0,
  is_unread boolean not null default false,
  -- until then the person looks at the thread, and gets no notice
  looking_until timestamptz,
  primary key (thread_id, account_id)
);
create index thread_mark_unread on thread_mark (account_id) where is_unread;

create table block (
  account_id bigint not null references account,
  blocked_id bigint not null references account,
  created_at timestamptz not null,
  primary key (account_id, blocked_id),
  check (account_id <> blocked_id)
);
create index block_of_blocked on block (blocked_id);
