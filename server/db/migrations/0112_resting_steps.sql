-- The steps behind one that failed rest until the seller tries again: nobody asks for them.
update media_job set lost_at = null
  where state = 'waiting' and item_id in (select item_id from media_job where state = 'failed');
