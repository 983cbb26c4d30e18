-- People, their sessions, their projects and what became of them.

create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  email text not null,
  -- lower case, for looking up
  email_key text not null unique,
  first_name text not null,
  last_name text not null,
  role text not null default 'user' check (role in ('user', 'admin', 'superadmin')),
  password_hash text not null,
  avatar_key text,
  is_disabled boolean not null default false,
  created_at timestamptz not null
);

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is nowhere
  token_hash text not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  agent text not null
);
create index sessions_of_user on sessions (user_id, created_at);

-- Tries within a window, by what is limited and for whom.
create table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  count integer not null,
  previous_count integer not null
);

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  notification text not null,
  link text,
  -- the same event is told once
  event_key text,
  read_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, event_key)
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz not null,
  actor_id integer,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end
$$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();

create table uploads (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('seed', 'sheet')),
  name text not null,
  size integer not null,
  sha256 text not null,
  storage_key text not null,
  created_at timestamptz not null
);
create index uploads_of_user on uploads (user_id, created_at);

create table drafts (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null,
  fields jsonb not null,
  seed_id uuid references uploads,
  sheet_id uuid references uploads,
  is_open boolean not null default true,
  closed_at timestamptz,
  updated_at timestamptz not null,
  unique (user_id, type)
);
create index drafts_by_age on drafts (updated_at);

create table projects (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- identity of all pages made from this project
  key uuid not null,
  title text not null,
  type text not null,
  notes text not null,
  google_spread_sheet text not null,
  footer_links text not null,
  seed_id uuid not null references uploads,
  -- pasted data, as CSV text in a file
  sheet_id uuid references uploads,
  site text not null default '',
  revision integer not null default 1,
  current_run_id integer,
  last_run_id integer,
  pages integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index projects_of_user_by_change on projects (user_id, updated_at desc, id);
create index projects_of_user_by_title on projects (user_id, lower(title), id);

create table runs (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('save', 'test')),
  state text not null,
  -- what the run is made of; never changed afterwards
  title text not null,
  footer_links text not null,
  seed_id uuid not null references uploads,
  sheet_id uuid not null references uploads,
  split integer check (split in (0, 2)),
  pages_total integer not null default 0,
  pages_done integer not null default 0,
  parts_total integer not null default 0,
  parts_done integer not null default 0,
  lost integer not null default 0,
  bytes bigint not null default 0,
  output_bytes bigint,
  split_parts integer,
  message text,
  -- problems, lost rows, samples, first formed links
  report jsonb,
  is_cancel_wanted boolean not null default false,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index runs_of_project on runs (project_id, id desc);
create index runs_waiting on runs (user_id) where state = 'waiting_for_split';
-- One full run at a time for a project, and one test beside it.
create unique index runs_active on runs (project_id, kind) where state in ('planning', 'queued', 'running', 'auditing');

alter table projects
  add constraint projects_current_run foreign key (current_run_id) references runs on delete set null,
  add constraint projects_last_run foreign key (last_run_id) references runs on delete set null;

create table run_parts (
  run_id integer not null references runs on delete cascade,
  position integer not null,
  name text not null,
  size integer not null,
  pages integer not null,
  sha256 text not null,
  storage_key text not null,
  primary key (run_id, position)
);

-- A file is swept when none of these names it any more.
create index drafts_by_seed on drafts (seed_id);
create index drafts_by_sheet on drafts (sheet_id);
create index projects_by_seed on projects (seed_id);
create index projects_by_sheet on projects (sheet_id);
create index runs_by_seed on runs (seed_id);
create index runs_by_sheet on runs (sheet_id);
