-- Names of the users, agencies, domains and other rows that an entry refers to by id, as they were at the time: an
-- entry outlives its rows. Entries from before have none.
alter table audit_log add column names jsonb not null default '{}';
