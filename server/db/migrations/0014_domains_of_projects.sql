-- A project may name the domain that its pages are for.
alter table projects add column domain_id integer references domains;
create index projects_by_domain on projects (domain_id);
