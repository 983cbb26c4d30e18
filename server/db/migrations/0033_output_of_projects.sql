-- What the finished runs of a project have written: a save need not add up all runs of its workspace.
alter table projects add column output_bytes bigint not null default 0;
update projects set output_bytes = written.bytes
from (
  select runs.project_id, sum(run_parts.size) as bytes from runs join run_parts on run_parts.run_id = runs.id
  group by runs.project_id
) as written
where written.project_id = projects.id;
-- What these are going to write counts already.
create index runs_unfinished on runs (project_id)
  where state in ('waiting_for_split', 'queued', 'planning', 'running', 'auditing');
