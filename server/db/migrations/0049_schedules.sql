-- expand
-- Schedule of the pages as the user wrote it; empty publishes all now.
alter table projects add column schedule text not null default '';
alter table runs add column schedule text not null default '';
update drafts set fields = '{"schedule": ""}'::jsonb || fields;
-- UTC date of a scheduled page, in seconds since 1970; a later run keeps it.
alter table page_names add column scheduled_at double precision;
