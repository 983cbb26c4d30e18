-- contract: 0061
-- No release has the columns under their old name.
-- "Likeness" is called similarity, and the code of ratings of the business itself is shorter.
alter table run_pages rename column likeness to similarity;
alter table scan_pages rename column likeness to similarity;
update runs set quality = replace(replace(quality::text, '"likeness"', '"similarity"'), '"rating-of-own-firm"', '"business-rating"')::jsonb
  where quality is not null;
update scans set quality = replace(replace(quality::text, '"likeness"', '"similarity"'), '"rating-of-own-firm"', '"business-rating"')::jsonb
  where quality is not null;
update run_pages set flaws = replace(flaws::text, '"rating-of-own-firm"', '"business-rating"')::jsonb
  where flaws ? 'rating-of-own-firm';
update scan_pages set flaws = replace(flaws::text, '"rating-of-own-firm"', '"business-rating"')::jsonb
  where flaws ? 'rating-of-own-firm';
