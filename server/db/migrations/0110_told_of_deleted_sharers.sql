-- When the owner heard that a sharer has deleted the account: a job that runs again tells nobody twice.
alter table share add column deletion_told_at timestamptz;
