-- Which page of a whole export is the pattern, by its title, id or slug; empty where the export decides.
alter table projects add column seed_page text not null default '';
alter table runs add column seed_page text not null default '';
