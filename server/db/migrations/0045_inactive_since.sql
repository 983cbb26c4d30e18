-- Time at which an agency was set to inactive, shown to its members; null while it is active or deleted.
alter table workspaces add column inactive_since timestamptz;
update workspaces set inactive_since = updated_at where kind = 'agency' and status = 'not_active';
