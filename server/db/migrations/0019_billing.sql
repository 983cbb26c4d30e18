-- What is sold and who pays for it, as read from Stripe; Stripe's own names stand in columns without `_id`.
create table products (
  id integer generated always as identity primary key,
  stripe_product text not null unique,
  name text not null,
  description text not null,
  is_active boolean not null,
  is_private boolean not null,
  max_domains integer not null,
  max_projects integer not null,
  max_pages_month integer not null,
  max_members integer not null,
  prices jsonb not null,
  created_at timestamptz not null
);

-- One row: readings of all plans that began, and the newest one that was kept.
create table catalog_readings (
  id integer primary key default 1 check (id = 1),
  readings integer not null,
  kept_reading integer not null
);

create table customers (
  workspace_id integer primary key references workspaces on delete cascade,
  -- under which Stripe makes the customer, so that a lost answer makes no second one
  idempotency_key uuid not null,
  email text not null,
  stripe_customer text unique,
  -- readings of Stripe that began, and the newest one that was kept: an older one never replaces it
  readings integer not null default 0,
  kept_reading integer not null default 0
);

create table subscriptions (
  id integer generated always as identity primary key,
  stripe_subscription text not null unique,
  workspace_id integer not null references workspaces on delete cascade,
  stripe_product text not null,
  stripe_price text not null,
  status text not null,
  "interval" text not null check ("interval" in ('month', 'year')),
  amount integer not null,
  currency text not null,
  is_ending boolean not null,
  current_period_end timestamptz not null,
  past_due_since timestamptz,
  created_at timestamptz not null
);
create index subscriptions_of_workspace on subscriptions (workspace_id);
create index subscriptions_by_age on subscriptions (created_at desc, id desc);

create table webhook_events (
  stripe_event text primary key,
  type text not null,
  received_at timestamptz not null
);
create index webhook_events_by_age on webhook_events (received_at);

-- What administrators agreed with a person.
create table payers (
  user_id integer primary key references users on delete cascade,
  is_exempt boolean not null default false,
  has_offer boolean not null default false,
  offer jsonb
);

-- Pages count when their run begins, and go on counting when the run is deleted.
create table page_uses (
  run_number integer primary key,
  workspace_id integer not null references workspaces on delete cascade,
  pages integer not null,
  used_at timestamptz not null
);
create index page_uses_of_workspace on page_uses (workspace_id, used_at);

-- A run that failed or was canceled used what it had made.
create function settle_pages() returns trigger language plpgsql as $$
begin
  update page_uses set pages = least(pages, old.pages_done) where run_number = old.id;
  return old;
end $$;
create trigger settle_pages before delete on runs for each row
  when (old.state in ('failed', 'canceled')) execute function settle_pages();
