-- Every mail is a row first. Without SMTP settings it stays here for the operator to read.
create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  message_id text not null unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failure text
);

create type related_type as enum ('CHAT', 'BEAT', 'PACK', 'KIT', 'SUBSCRIPTION', 'PROMOTION', 'USER', 'SYSTEM');

create table notification (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  title text not null,
  message text not null,
  related_type related_type not null default 'SYSTEM',
  chat_id bigint,
  recipient_name text,
  slug text,
  profile_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notification_unread on notification (account_id, id desc) where read_at is null;

create table contact_message (
  id bigint generated always as identity primary key,
  account_id bigint references account on delete set null,
  name text not null,
  email text not null,
  topic text not null,
  body text not null check (char_length(body) between 1 and 5000),
  created_at timestamptz not null default now()
);
