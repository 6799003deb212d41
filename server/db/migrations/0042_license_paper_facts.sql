-- What a license says about its parties and its work, as it was at the sale. The document is made later.
alter table license_paper
  add column buyer_handle text,
  add column seller_handle text,
  -- the recording that the files were made of; null for packs
  add column master_id bigint references item_file;
update license_paper set
  buyer_handle = (select handle from account where id = buyer_id),
  seller_handle = (select handle from account where id = seller_id),
  master_id = (select id from item_file where item_file.item_id = purchase.item_id and role = 'master' and is_present)
  from purchase where purchase.id = purchase_id;
alter table license_paper
  alter column buyer_handle set not null,
  alter column seller_handle set not null;
create index license_paper_master on license_paper (master_id);
