-- Where the rows of a run came from, so that restoring it brings its sheet back: the link, or null for rows that
-- were pasted or dropped. Of earlier runs that is known where the project has a link alone.
alter table runs add sheet_link text;
update runs set sheet_link = projects.google_spread_sheet
  from projects
  where projects.id = runs.project_id and projects.sheet_id is null;

-- What a full run of the same would make: a test makes three of these pages.
alter table runs add pages_planned integer;
