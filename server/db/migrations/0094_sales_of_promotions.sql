-- A purchase that counts for a promotion. A refund of it takes the figure back.
create table promotion_sale (
  purchase_id bigint primary key references purchase,
  promotion_id bigint not null references promotion,
  counted_at timestamptz not null
);
-- those whose sale may have to be taken back
create index purchase_refunded on purchase (id) where state = 'refunded';
create index promotion_sale_counted on promotion_sale (counted_at);

insert into promotion_sale (purchase_id, promotion_id, counted_at)
  select distinct on (p.id) p.id, l.promotion_id, p.granted_at
  from promotion_lead l join purchase p on p.buyer_id = l.account_id and p.item_id = l.item_id
  where p.id <= l.counted_to and p.granted_at >= l.at
  order by p.id, l.at desc, l.promotion_id desc;
alter table promotion_lead drop column counted_to;
