-- Several images are uploaded at one moment and come in any order; they stay in the one in which they were chosen.
alter table images add column chosen_at timestamptz;
update images set chosen_at = created_at;
alter table images alter column chosen_at set not null;
