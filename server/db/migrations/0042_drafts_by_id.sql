-- Each form has its own draft, found by a random id; a form may have several.
alter table drafts add column uid uuid not null default gen_random_uuid();
alter table images add column draft_uid uuid;
update images set draft_uid = drafts.uid from drafts where drafts.id = images.draft_id;
-- An image belongs to a draft or a project.
delete from images where draft_id is null and project_id is null;
alter table images drop column draft_id;
alter table images rename column draft_uid to draft_id;
alter table drafts drop constraint drafts_of_form;
alter table drafts drop column id;
alter table drafts rename column uid to id;
alter table drafts alter column id drop default;
alter table drafts add primary key (id);
alter table images add constraint images_draft_id_fkey foreign key (draft_id) references drafts on delete cascade;
alter table images add constraint images_check check ((draft_id is null) <> (project_id is null));
drop index if exists images_of_nothing;
create index images_of_draft on images (draft_id, position);
create index drafts_of_form on drafts (user_id, project_id, updated_at);

-- Sheets are stored as they were uploaded, with the choices for reading them; rows of a link as they were fetched.
alter table drafts
  add column is_changed boolean not null default true,
  add column seed_changes jsonb not null default '[]',
  add column is_pasted boolean not null default false,
  add column sheet_choice text,
  add column hidden_rows text not null default 'skip' check (hidden_rows in ('include', 'skip')),
  add column encoding text,
  add column linked_id uuid references uploads,
  add column linked_from text,
  add column linked_at timestamptz,
  add column linked_notice text;
create index drafts_by_linked on drafts (linked_id);

update drafts set is_pasted = true
  from uploads where uploads.id = drafts.sheet_id and uploads.name = 'pasted-data.csv';
update drafts set fields = '{"title": "", "notes": "", "google_spread_sheet": "", "footer_links": "", "keep": "",
  "seed_page": "", "site_base_url": "", "domain_id": null, "columns": {}, "file_name": "", "caption": ""}'::jsonb || fields;
-- The draft of an edit form holds its whole project, no longer only the differences.
update drafts set
  seed_id = coalesce(drafts.seed_id, projects.seed_id),
  sheet_id = coalesce(drafts.sheet_id, case when fields ->> 'google_spread_sheet' = '' then projects.sheet_id end)
  from projects where projects.id = drafts.project_id;
insert into images (id, workspace_id, created_by, draft_id, upload_id, name, type, width, height, created_at, chosen_at)
  select gen_random_uuid(), images.workspace_id, images.created_by, drafts.id, upload_id, name, images.type, width, height,
    created_at, chosen_at
  from images join drafts on drafts.project_id = images.project_id
  order by images.position;

-- Columns that the user chose to fill placeholders: JSON with sorted names; empty without choices.
alter table projects add column columns text not null default '';
alter table runs add column columns text not null default '';
-- Choices of the project that was saved last, for the next one.
alter table domains add column columns text not null default '';
