-- expand
-- Head of each written page, to compare with the page on the site. Null for runs from before.
alter table run_pages
  -- Title for search engines, else of the page, as plain text.
  add column search_title text,
  -- Null unless it's another page.
  add column canonical text,
  add column h1 int;

alter table scans
  -- Run whose pages are scanned; null for scans from before, and once the run is deleted.
  add column run_id int references runs on delete set null,
  -- Quality of the pages on the site; null unless the scan completed.
  add column quality jsonb,
  -- Numbers of pages that differ from their file, by kind.
  add column differences jsonb not null default '{}',
  add column sitemap jsonb;
create index scans_of_run on scans (run_id);

alter table scan_pages
  add column differences jsonb not null default '[]',
  -- Quality, as of `run_pages`; the closest page by its position.
  add column score real,
  add column own_share real,
  add column closest_position int,
  add column likeness real,
  add column flaws jsonb;

-- Measurements of fetched pages, until all pages of the scan are compared.
create table scan_measures (
  scan_id int not null references scans on delete cascade,
  position int not null,
  -- JSON of the engine.
  facts text not null,
  -- Numbers of 32 bits, little-endian.
  shingles bytea not null,
  primary key (scan_id, position)
);
