-- All pages in one file may be more than 2 GiB.
alter table run_parts alter column size type bigint;

-- Each keeping and saving of a sheet asks whether the person has stored these bytes before.
create index uploads_by_content on uploads (user_id, sha256);
-- A sweep asks which of the files that it finds have a row.
create index uploads_by_key on uploads (storage_key);
-- Drafts are swept by the time since they were closed.
drop index drafts_by_age;
create index drafts_by_closing on drafts (closed_at) where not is_open;
-- The order in which the list of projects is shown first, to the last column.
drop index projects_of_user_by_change;
create index projects_of_user_by_change on projects (user_id, updated_at desc, id desc);
