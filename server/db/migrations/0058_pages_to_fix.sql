-- expand
-- What the Quality tab filters by; null in rows measured before, like in rows without a value.
alter table run_pages
  -- Words that come from the row of the page.
  add column local_words int,
  -- Number of the group of pages that read alike, the largest first.
  add column alike_group int;
