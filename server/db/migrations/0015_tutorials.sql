-- Preview images come before the tutorial that they are for; one that none names within a day is deleted.
create table tutorial_previews (
  name text primary key,
  created_by integer references users on delete set null,
  created_at timestamptz not null
);
create index tutorial_previews_by_creator on tutorial_previews (created_by);
create index tutorial_previews_by_age on tutorial_previews (created_at);

create table tutorials (
  id integer generated always as identity primary key,
  created_by integer references users on delete set null,
  updated_by integer references users on delete set null,
  title text not null,
  description text not null,
  link text not null,
  level text not null check (level in ('easy', 'medium', 'hard')),
  preview_name text constraint tutorials_preview unique references tutorial_previews on delete set null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tutorials_by_age on tutorials (created_at desc, id desc);
create index tutorials_by_creator on tutorials (created_by);
create index tutorials_by_saver on tutorials (updated_by);
