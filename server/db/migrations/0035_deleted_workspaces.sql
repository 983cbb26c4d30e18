-- The personal workspace of a deleted account outlives it until a sweep has deleted its rows in batches, and so does
-- a deleted agency whose last member is gone. Neither has an owner then.
alter table workspaces
  drop constraint workspaces_check,
  drop constraint workspaces_check1,
  add constraint workspaces_person_check check (person_id is null or kind = 'person'),
  add constraint workspaces_main_admin_check check (main_admin_id is null or kind = 'agency'),
  add constraint workspaces_owner_check
    check (status = 'deleted' or coalesce(person_id, main_admin_id) is not null);
create index workspaces_deleted on workspaces (deleted_at) where status = 'deleted';

-- Pictures of a draft stayed in the workspace of their upload when the project was saved to another one.
update images set workspace_id = projects.workspace_id
from projects
where projects.id = images.project_id and projects.workspace_id <> images.workspace_id;
-- Their uploads, too, where nothing in the workspace of the upload uses them.
update uploads set workspace_id = moved.workspace_id
from (
  select images.upload_id, min(images.workspace_id) as workspace_id
  from images join uploads on uploads.id = images.upload_id
  where images.workspace_id <> uploads.workspace_id
  group by images.upload_id
) as moved
where moved.upload_id = uploads.id
  and not exists (
    select from images where images.upload_id = uploads.id and images.workspace_id = uploads.workspace_id
  )
  and not exists (
    select from run_images join runs on runs.id = run_images.run_id join projects on projects.id = runs.project_id
    where run_images.upload_id = uploads.id and projects.workspace_id = uploads.workspace_id
  );
