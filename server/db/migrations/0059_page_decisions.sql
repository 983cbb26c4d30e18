-- expand
-- Pages that are merged with a strong one or dropped, by row key: later runs leave them out. Label and URL are as they were
-- at the time, because later runs don't have the page.
create table page_decisions (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  row_key text not null,
  decision text not null,
  sheet_row int not null,
  label text not null,
  address text not null,
  -- The page that a merged one redirects to.
  target_key text,
  target_label text,
  target_address text,
  decided_at timestamptz not null,
  unique (project_id, row_key)
);
create index page_decisions_by_target on page_decisions (project_id, target_key) where target_key is not null;
