-- Comments of banned people are hidden and no longer count.
update item_stat set comments = (
  select count(*) from comment join account on account.id = comment.account_id
  where comment.item_id = item_stat.item_id and comment.deleted_at is null and account.banned_at is null)
where item_id in (
  select item_id from comment join account on account.id = comment.account_id
  where comment.deleted_at is null and account.banned_at is not null);
