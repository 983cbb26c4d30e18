-- Geocoder projects have images instead of a seed page. A run keeps which images and towns it is made of; its copies,
-- images times towns, are made while they are downloaded and stored nowhere.
alter table projects alter column seed_id drop not null;
alter table runs alter column seed_id drop not null;
-- Templates of the copies' names and captions in the page language; empty for the usual ones.
alter table projects add column file_name text not null default '', add column caption text not null default '';
alter table runs add column file_name text not null default '', add column caption text not null default '';

create table run_images (
  run_id integer not null references runs on delete cascade,
  position integer not null,
  upload_id uuid not null references uploads,
  name text not null,
  primary key (run_id, position)
);
create index run_images_of_upload on run_images (upload_id);

create table run_towns (
  run_id integer not null references runs on delete cascade,
  position integer not null,
  -- as people read it, and as lists are searched
  label text not null,
  -- all that a copy says of it
  town jsonb not null,
  primary key (run_id, position)
);
