-- Retention: what a project keeps of its runs, and what it never forgets.

-- Rows from before this have no row key and no hash: the next full run writes them.
alter table run_pages
  add column row_key text,
  -- the first half of a SHA-256 of what the page contains
  add column content_hash uuid,
  add column state text not null default 'ready';

-- The slug that each row key got first. Names of a run count once it has completed, and the next run deletes those of runs
-- that did not; no reference, because runs go with their project only, and its index would be half of the table.
create table page_names (
  project_id integer not null references projects on delete cascade,
  row_key text not null,
  slug text not null,
  first_run integer not null,
  primary key (project_id, row_key)
);

-- A pruned run keeps its row and its report; it has no files, and its inputs may go.
alter table runs
  add column pinned_at timestamptz,
  add column pruned_at timestamptz,
  -- whether rows of its pages and towns may be left
  add column has_rows boolean not null default true;
alter table runs alter column sheet_id drop not null;
create index runs_with_files on runs (project_id, id)
  where pruned_at is null and state in ('completed', 'completed_with_skips');
create index runs_half_pruned on runs (id) where pruned_at is not null and has_rows;

create index sessions_by_end on sessions (expires_at);
create index email_changes_by_end on email_changes (expires_at);

alter table products add column keep_runs integer not null default 5;
