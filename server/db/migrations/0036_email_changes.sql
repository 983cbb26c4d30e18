-- A new email address counts once its link is opened; until then the old one stays in force. Afterwards the old one can
-- undo the change for a while, and is kept for its owner.
create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  -- null while the change waits for its confirmation
  confirmed_at timestamptz,
  -- of the one link that works: it confirms a waiting change, and undoes a confirmed one
  nonce uuid not null unique,
  token_hash text not null unique,
  expires_at timestamptz not null
);
create index email_changes_of_user on email_changes (user_id);
create index email_changes_by_old_email on email_changes (old_email_key) where confirmed_at is not null;
create unique index email_changes_waiting on email_changes (user_id) where confirmed_at is null;
