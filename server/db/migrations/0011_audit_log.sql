-- Who did what to which row, on whose behalf, and what was in it before and afterwards.
alter table audit_log rename column action to verb;
alter table audit_log
  add column impersonator_id integer,
  add column object_kind text,
  add column object_id integer,
  add column before jsonb,
  add column after jsonb;

-- Its triggers refuse every change; this one is of its form alone.
alter table audit_log disable trigger user;
update audit_log set
  object_kind = split_part(subject, ':', 1),
  object_id = nullif(split_part(subject, ':', 2), '')::integer;
update audit_log set verb = 'delete' where verb = 'project_deleted';
alter table audit_log enable trigger user;

alter table audit_log
  alter column object_kind set not null,
  alter column object_id set not null,
  drop column subject,
  drop column details;
create index audit_log_by_object on audit_log (object_kind, object_id, id);
