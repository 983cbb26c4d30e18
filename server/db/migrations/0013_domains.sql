-- The domains of a customer's sites. Names are in lower case and ASCII, so their bytes are their order.
create table domains (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  created_by integer references users on delete set null,
  updated_by integer references users on delete set null,
  name text collate "C" not null,
  project_type text not null check (project_type in ('WordPress', 'Hubspot', 'Drupal', 'Images')),
  status text not null check (status in ('1', '0')),
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- also the order of the list
  constraint domains_of_workspace unique (workspace_id, name)
);
create index domains_by_creator on domains (created_by);
create index domains_by_saver on domains (updated_by);
