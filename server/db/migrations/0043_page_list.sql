-- The title of each page and the number of the part that contains it; null in older rows.
alter table run_pages
  add column title text,
  add column part integer;

-- The styles of a project's site, fetched for the preview of its samples; null if the site gave none.
create table site_styles (
  project_id integer primary key references projects on delete cascade,
  site text not null,
  styles jsonb,
  fetched_at timestamptz not null
);
