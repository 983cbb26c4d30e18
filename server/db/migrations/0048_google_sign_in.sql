-- expand
-- Sign-in with Google. An account that it created has no password until its owner sets one.
alter table users alter column password_hash drop not null;

-- The subject identifies a Google account; the address is only displayed.
create table google_identities (
  user_id integer primary key references users on delete cascade,
  subject text not null unique,
  email text not null,
  connected_at timestamptz not null
);

-- An unfinished sign-in: at Google, or waiting for the password of the account. Each works once.
create table google_sign_ins (
  token_hash text primary key,
  -- the user who connects an account, or whose password is required
  user_id integer references users on delete cascade,
  -- set after the return from Google
  subject text,
  email text,
  expires_at timestamptz not null
);
create index google_sign_ins_of_user on google_sign_ins (user_id);
