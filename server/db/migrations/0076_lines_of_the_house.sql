-- The house sells, too: plans have no item. Each line says by itself what is bought of its subject.
alter table order_line
  alter column item_id drop not null,
  add column label text,
  drop constraint order_line_kind_check,
  drop constraint order_line_check2,
  add constraint order_line_kind_check check (kind in ('beat', 'pack', 'kit', 'subscription')),
  add constraint order_line_license check ((kind in ('beat', 'pack')) = (license_type is not null)),
  add constraint order_line_item check ((kind in ('beat', 'pack', 'kit')) = (item_id is not null));
update order_line set label = case license_type
  when 'MP3' then 'MP3 Lease' when 'WAV' then 'WAV Lease' when 'PREMIUM' then 'Premium (WAV + Stems)'
  when 'EXCLUSIVE' then 'Exclusive Rights' else 'Kit' end;
alter table order_line alter column label set not null;
