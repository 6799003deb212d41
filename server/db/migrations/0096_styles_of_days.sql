-- What was sold of each style on a day (UTC). A round counts it with the figures of the day.
create table house_style_day (
  day date not null,
  style_id smallint not null references style,
  sold_cents bigint not null,
  primary key (day, style_id)
);
update house_day set counted_at = 'epoch'; -- all days are counted again, with their styles
-- the newest message of a payment provider
create index provider_event_received on provider_event (received_at desc);
