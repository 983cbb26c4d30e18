-- An image that is uploaded while an earlier draft waits for an answer belongs to no draft and no project at first; one
-- that no form takes within a day is deleted.
alter table images drop constraint images_check;
alter table images add check (draft_id is null or project_id is null);
create index images_of_nothing on images (created_at) where draft_id is null and project_id is null;
