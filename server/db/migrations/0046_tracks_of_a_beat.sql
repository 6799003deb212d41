-- A sale locks the packs that hold a beat: it finds them by this instead of reading all tracks.
create index item_track_beat on item_track (beat_id) where removed_at is null and beat_id is not null;
