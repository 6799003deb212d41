alter type link_purpose add value 'change_email';
alter type link_purpose add value 'undo_email';
create index one_time_link_email on one_time_link (lower(email));

-- Payouts rest for some time after these changes.
alter table account
  add column email_changed_at timestamptz,
  add column password_changed_at timestamptz;
