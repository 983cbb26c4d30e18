-- Each form has a draft of its own: that of a new project, and the edit form of each project.
alter table drafts
  add column project_id integer references projects on delete cascade,
  drop constraint drafts_user_id_type_key,
  add constraint drafts_of_form unique nulls not distinct (user_id, type, project_id);
create index drafts_by_project on drafts (project_id);

-- A form makes one project, however often it is sent. Where two came of the same moment, the later one
-- becomes a project like any other.
update projects set key = gen_random_uuid()
  where exists (
    select 1 from projects as earlier
    where earlier.user_id = projects.user_id and earlier.key = projects.key and earlier.id < projects.id
  );
create unique index projects_of_form on projects (user_id, key);
