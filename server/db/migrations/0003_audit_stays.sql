-- TRUNCATE fires no trigger of rows: without this one it would empty the audit log at once.
create function refuse_audit_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end
$$;
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_truncate();
