-- expand
-- A second list, each row of which is combined with each row of the sheet: as uploaded for a draft, else as text.
alter table drafts add column combined_id uuid references uploads;
create index drafts_by_combined on drafts (combined_id);
alter table projects add column combined_id uuid references uploads;
create index projects_by_combined on projects (combined_id);
alter table runs add column combined_id uuid references uploads;
create index runs_by_combined on runs (combined_id);
