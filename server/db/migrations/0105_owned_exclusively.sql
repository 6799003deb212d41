-- Each sale asks whether somebody owns the item exclusively. A popular item has thousands of other purchases.
create index purchase_exclusive on purchase (item_id) where state = 'owned' and license_type = 'EXCLUSIVE';
