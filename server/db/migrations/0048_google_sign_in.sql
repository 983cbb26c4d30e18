-- expand
-- Sign-in with Google. An account that was made by it has no password until its owner sets one.
alter table users alter column password_hash drop not null;

-- Google knows an account by its subject; the address is only shown.
create table google_identities (
  user_id integer primary key references users on delete cascade,
  subject text not null unique,
  email text not null,
  connected_at timestamptz not null
);

-- A sign-in at Google that has begun, or one that waits for the password of the account. Each works once.
create table google_sign_ins (
  token_hash text primary key,
  -- the user who connects an account, or whose password is waited for
  user_id integer references users on delete cascade,
  -- after Google has returned
  subject text,
  email text,
  expires_at timestamptz not null
);
create index google_sign_ins_of_user on google_sign_ins (user_id);
