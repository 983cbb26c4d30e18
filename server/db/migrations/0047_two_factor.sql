-- expand
-- Two-factor sign-in: the secret that an authenticator app shares with the server, sealed with the server's key.
create table user_two_factor (
  user_id integer primary key references users on delete cascade,
  -- null until the first code of an app is confirmed
  secret text,
  on_since timestamptz,
  -- time step of the last accepted code: no code is accepted twice
  last_step integer not null default 0,
  -- secret of an app that is being set up
  pending_secret text,
  pending_until timestamptz,
  check ((secret is null) = (on_since is null)),
  check ((pending_secret is null) = (pending_until is null))
);

-- A row is deleted when its code is used.
create table recovery_codes (
  user_id integer not null references user_two_factor on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- A sign-in with the right password that waits for the second factor. It only allows the second step.
create table sign_in_challenges (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
