-- Deleting a project deletes its runs, and for each of them the database asks which project shows it: without
-- these indexes it reads all projects each time.
create index projects_by_current_run on projects (current_run_id);
create index projects_by_last_run on projects (last_run_id);
create index runs_of_user on runs (user_id);
