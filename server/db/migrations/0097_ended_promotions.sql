-- the promotions that were not canceled
create index promotion_not_canceled on promotion (id desc) where ended_for <> 'canceled';
