-- What customers make belongs to a workspace: each person has one, each agency has one. Who made it is a separate
-- column, empty once that person is deleted.
create table workspaces (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('person', 'agency')),
  name text not null,
  status text not null default 'active' check (status in ('active', 'not_active', 'deleted')),
  -- whose personal workspace it is; it goes with the person
  person_id integer unique references users on delete cascade,
  -- nobody who leads an agency can be deleted
  main_admin_id integer references users,
  created_at timestamptz not null,
  check ((kind = 'person') = (person_id is not null)),
  check ((kind = 'agency') = (main_admin_id is not null))
);
create index workspaces_by_main_admin on workspaces (main_admin_id);

create table members (
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (workspace_id, user_id)
);
create index members_of_user on members (user_id);

insert into workspaces (kind, name, person_id, created_at) select 'person', 'Personal', id, created_at from users;
insert into members (workspace_id, user_id) select id, person_id from workspaces;

drop index projects_of_user_by_change, projects_of_user_by_title, projects_of_form, uploads_of_user,
  uploads_by_content;

alter table projects
  add column workspace_id integer references workspaces on delete cascade,
  alter column user_id drop not null,
  drop constraint projects_user_id_fkey;
alter table projects rename column user_id to created_by;
update projects set workspace_id = workspaces.id from workspaces where person_id = created_by;
alter table projects
  alter column workspace_id set not null,
  add foreign key (created_by) references users on delete set null;
create index projects_by_change on projects (workspace_id, updated_at desc, id desc);
create index projects_by_title on projects (workspace_id, lower(title), id);
create index projects_by_creator on projects (created_by);
create unique index projects_of_form on projects (workspace_id, key);

alter table uploads
  add column workspace_id integer references workspaces on delete cascade,
  alter column user_id drop not null,
  drop constraint uploads_user_id_fkey;
alter table uploads rename column user_id to created_by;
update uploads set workspace_id = workspaces.id from workspaces where person_id = created_by;
alter table uploads
  alter column workspace_id set not null,
  add foreign key (created_by) references users on delete set null;
create index uploads_by_age on uploads (workspace_id, created_at);
create index uploads_by_content on uploads (workspace_id, sha256);
create index uploads_by_creator on uploads (created_by);

-- A run belongs where its project does. Turns and limits count for whoever started it.
alter table runs
  alter column user_id drop not null,
  drop constraint runs_user_id_fkey;
alter table runs rename column user_id to started_by;
alter table runs add foreign key (started_by) references users on delete set null;
alter index runs_of_user rename to runs_by_starter;

-- A page that is deleted takes along what leads to it, for every member.
create index notifications_by_link on notifications (link);
