-- Which state of the project an edit was begun on; empty until its fields were kept once, and for a new project.
alter table drafts add column revision integer;
