-- A preview is public while its item has a public page. Each request for one finds its item by these.
create index item_preview on item (preview_key) where preview_key is not null;
create index item_track_preview on item_track (preview_key) where preview_key is not null;
