-- The audit log names a deleted person by number only. Its trigger lets nothing else of an entry change: the values that
-- change must say `Deleted user #…`, of the person whom the transaction has named and whose account is gone.
create function is_erased(old_values jsonb, new_values jsonb, mark text) returns boolean language sql immutable as $$
  select old_values is not distinct from new_values or (
    jsonb_typeof(old_values) = 'object' and jsonb_typeof(new_values) = 'object' and not exists (
      select from jsonb_each(old_values) as o full join jsonb_each(new_values) as n on n.key = o.key
      where o.key is null or n.key is null
        or (o.value <> n.value and (jsonb_typeof(n.value) <> 'string' or strpos(n.value #>> '{}', mark) = 0))))
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  person integer := nullif(current_setting('geoloom.deleted_user', true), '')::integer;
  mark text := 'Deleted user #' || person;
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  if tg_op = 'UPDATE' and person is not null
    and not exists (select from users where id = person)
    and to_jsonb(old) - array['before', 'after', 'names'] = to_jsonb(new) - array['before', 'after', 'names']
    and is_erased(old.before, new.before, mark)
    and is_erased(old.after, new.after, mark)
    and is_erased(old.names, new.names, mark)
  then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end
$$;

-- Replaces the values of these fields, and everywhere what matches the pattern.
create function erase_values(given jsonb, fields text[], pattern text, mark text) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(given) = 'object' then coalesce((
    select jsonb_object_agg(key, case
      when jsonb_typeof(value) <> 'string' or value = '""' then value
      when key = any(fields) then to_jsonb(mark)
      else to_jsonb(regexp_replace(value #>> '{}', pattern, mark, 'gi')) end)
    from jsonb_each(given)), given) else given end
$$;

-- Erases a deleted person: their names, and their email addresses wherever an entry has one.
create function erase_from_audit_log(person integer, addresses text[]) returns void language plpgsql as $$
declare
  mark text := 'Deleted user #' || person;
  own_fields text[] := array['email', 'pending_email', 'first_name', 'last_name', 'name'];
  known text[];
  full_names text[];
  likes text[];
  pattern text;
begin
  perform set_config('geoloom.deleted_user', person::text, true);
  select array_agg(distinct value) into known from (
    select unnest(addresses) as value
    union all
    select unnest(array[before ->> 'email', after ->> 'email', before ->> 'pending_email', after ->> 'pending_email'])
    from audit_log where object_kind = 'user' and object_id = person
  ) as found where value like '%@%'
    -- An address that the person left, or only asked for, may be that of another user or of another connection now.
    and not exists (select from users where email_key = lower(value))
    and not exists (select from integrations where lower(account) = lower(value));
  select coalesce(array_agg(distinct names ->> ('user:' || person)), '{}') into full_names
  from audit_log where actor_id = person or (object_kind = 'user' and object_id = person);
  known := coalesce(known, '{}');
  select array_agg('%' || replace(replace(replace(each, '\', '\\'), '%', '\%'), '_', '\_') || '%') into likes
  from unnest(known) as each;
  select '(?<![\w.+-])(' || string_agg(regexp_replace(each, '([^\w@])', '\\\1', 'g'), '|') || ')(?![\w-]|\.\w)' into pattern
  from unnest(known) as each;
  -- A person without a known address matches nothing.
  pattern := coalesce(pattern, '(?!)');
  update audit_log set
    before = erase_values(before, private, pattern, mark),
    after = erase_values(after, private, pattern, mark),
    names = erase_values(names, named, pattern, mark)
  from (
    select entry.id as entry_id,
      case when object_kind = 'user' and object_id = person then own_fields else '{}' end as private,
      array(select key from jsonb_each_text(names)
        where key = 'user:' || person or (key ~ '^(agency|session):' and value = any(full_names))) as named
    from audit_log as entry
    where actor_id = person or impersonator_id = person
      or (object_kind = 'user' and object_id = person)
      or names ? ('user:' || person)
      or concat(before, after, names) ilike any(likes)
  ) as concerned
  where audit_log.id = entry_id;
  perform set_config('geoloom.deleted_user', '', true);
end
$$;

-- Those who were deleted earlier.
select erase_from_audit_log(deleted.id, '{}')
from (
  select distinct object_id as id from audit_log
  where object_kind = 'user' and object_id not in (select id from users)
) as deleted;
