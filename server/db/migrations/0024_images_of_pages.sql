-- Pages may show the images of their project: sites fetch them, so their type is kept with the run.
alter table run_images add column type text not null default 'image/jpeg';
