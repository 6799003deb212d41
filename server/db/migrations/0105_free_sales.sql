-- Sales that cost nothing are sales of their seller, and no sales in the charts.
alter table item_stat add column free_sales int not null default 0;
-- A refund takes a sale back; a free upgrade that ended with its lower license was never taken back.
update item_stat set free_sales = free.sales
from (
  select purchase.item_id, count(*) as sales
  from purchase join order_line on order_line.id = purchase.line_id
  where purchase.cents = 0 and (purchase.state <> 'refunded' or order_line.upgrade_of is not null)
  group by purchase.item_id) free
where free.item_id = item_stat.item_id;
insert into chart_queue (item_id) select distinct item_id from purchase where cents = 0 on conflict do nothing;
