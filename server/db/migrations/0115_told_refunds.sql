-- PayPal lists no refunds of a plan's payment. Those that its messages named are asked for one by one.
alter table payment add column told_refunds text[] not null default '{}';
