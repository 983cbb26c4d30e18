-- Whose address is confirmed, what is sent to an address by mail, who is signed in as somebody else, and who is
-- invited to which agency.
alter table users
  add column email_verified_at timestamptz;
create index users_by_name on users (lower(last_name), lower(first_name), id);
create index users_by_age on users (created_at, id);
create unique index users_by_avatar on users (avatar_key);

-- Links that work once. A link is made of the secret key and `nonce`; the table can only recognize it.
create table mailed_links (
  nonce uuid primary key,
  kind text not null check (kind in ('reset', 'verify')),
  user_id integer not null references users on delete cascade,
  -- the address that it is for: it opens nothing for another one
  email_key text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  -- a new one replaces the old one
  unique (user_id, kind)
);

-- A superadmin who is signed in as somebody else, by which session of their own.
alter table sessions
  add column parent_id integer references sessions on delete cascade,
  add column reason text;
create index sessions_by_parent on sessions (parent_id);

-- Agencies are edited by several people, and deleted for good 30 days after they were marked so.
alter table workspaces
  add column website text not null default '',
  add column brand_color text not null default '',
  add column revision integer not null default 1,
  add column updated_by integer references users on delete set null,
  add column updated_at timestamptz,
  add column deleted_at timestamptz;
update workspaces set updated_at = created_at;
alter table workspaces alter column updated_at set not null;
create index workspaces_by_saver on workspaces (updated_by);
create index agencies_by_name on workspaces (lower(name), id) where kind = 'agency';
alter table members add column joined_at timestamptz not null default now();

create table invitations (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  email text not null,
  email_key text not null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'revoked')),
  nonce uuid not null unique,
  token_hash text not null unique,
  invited_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_pending on invitations (workspace_id, email_key) where state = 'pending';
create index invitations_of_agency on invitations (workspace_id, created_at desc, id desc);
create index invitations_by_address on invitations (email_key) where state = 'pending';
create index invitations_by_inviter on invitations (invited_by);

create index audit_log_by_age on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);
