-- expand
-- Quality of the pages of a completed full run: the figures of all pages, and those of each page.
alter table runs add column quality jsonb;
alter table run_pages
  add column score real,
  add column words int,
  -- Share of the text that no other page has.
  add column own_share real,
  -- Row of the page that is most like it, and their likeness.
  add column closest_row int,
  add column likeness real,
  add column flaws jsonb;
