-- Images of projects. The file is an upload, stored once per workspace however often it is used; an image belongs to
-- the draft of a form until that is saved, then to its project.
alter table uploads drop constraint uploads_kind_check;
alter table uploads add check (kind in ('seed', 'sheet', 'image'));

create table images (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  created_by integer references users on delete set null,
  draft_id integer references drafts on delete cascade,
  project_id integer references projects on delete cascade,
  upload_id uuid not null references uploads,
  -- in the order of their uploads
  position integer generated always as identity,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  check ((draft_id is null) <> (project_id is null))
);
create index images_of_workspace on images (workspace_id);
create index images_of_draft on images (draft_id, position);
create index images_of_project on images (project_id, position);
create index images_of_upload on images (upload_id);
create index images_by_creator on images (created_by);
