-- Connected outside accounts. The refresh token is sealed with a key that is not in the database.
create table integrations (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  created_by integer references users on delete set null,
  provider text not null check (provider in ('google')),
  account text not null,
  sealed_token text not null,
  scope text not null,
  status text not null check (status in ('connected', 'revoked')),
  message text,
  connected_at timestamptz not null,
  checked_at timestamptz not null,
  constraint integrations_of_workspace unique (workspace_id, provider, account)
);
create index integrations_by_creator on integrations (created_by);

-- Consents that began and did not return yet; the state itself is only in the address of Google's page.
create table consents (
  state_hash text primary key,
  user_id integer not null references users on delete cascade,
  sealed_verifier text not null,
  expires_at timestamptz not null
);
create index consents_of_user on consents (user_id);

create table search_properties (
  id integer generated always as identity primary key,
  integration_id integer not null references integrations on delete cascade,
  site text not null,
  permission text not null,
  unique (integration_id, site)
);

-- Which property fills which domain, and how far that is. Figures stay when this row goes.
create table search_sources (
  domain_id integer primary key references domains on delete cascade,
  property_id integer not null references search_properties on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'collecting', 'ready', 'failed')),
  message text,
  data_until date,
  collected_at timestamptz,
  -- in a row; each makes the next wait longer
  failures integer not null default 0
);
create index search_sources_of_property on search_sources (property_id);

-- One row a day: the true totals, which are more than the sum of the queries that Google discloses.
create table search_days (
  domain_id integer not null references domains on delete cascade,
  day date not null,
  clicks integer not null,
  impressions integer not null,
  -- place × impressions, so that averages of many days are exact
  position_sum double precision not null,
  fetched_at timestamptz not null,
  primary key (domain_id, day)
);

-- The part of an address by which a page is known to Google and to us: no protocol, `www.`, query, or last slash.
create function page_key(address text) returns uuid language sql immutable parallel safe strict
  return md5(lower(rtrim(regexp_replace(
    split_part(split_part(address, '#', 1), '?', 1), '^https?://(www\.)?', '', 'i'), '/')))::uuid;

-- Queries, pages, countries and devices by number: 1, 2, 3 and 4 as dimensions.
create table search_names (
  id integer generated always as identity primary key,
  domain_id integer not null references domains on delete cascade,
  dimension smallint not null,
  name text not null,
  page_key uuid generated always as (case when dimension = 2 then page_key(name) end) stored,
  unique (domain_id, dimension, name)
);
create index search_names_by_page on search_names (domain_id, page_key) where dimension = 2;

-- The large one: rows of one domain and dimension are read by a range of days. The number is that of
-- search_names and no reference, whose index would be a third of all.
create table search_figures (
  domain_id integer not null references domains on delete cascade,
  dimension smallint not null,
  day date not null,
  name_number integer not null,
  clicks integer not null,
  impressions integer not null,
  position_sum double precision not null,
  primary key (domain_id, dimension, day, name_number)
);

-- The pages of a run, as its formed links name them.
create table run_pages (
  run_id integer not null references runs on delete cascade,
  page_key uuid generated always as (page_key(address)) stored,
  sheet_row integer not null,
  address text not null,
  label text not null,
  latitude double precision,
  longitude double precision,
  primary key (run_id, sheet_row)
);
create index run_pages_by_key on run_pages (run_id, page_key);
-- Of runs from before, the first 200 are known.
insert into run_pages (run_id, sheet_row, address, label)
select runs.id, link.position + 1, coalesce(link.value ->> 'url', ''), coalesce(link.value ->> 'label', '')
from runs join projects on projects.current_run_id = runs.id,
  jsonb_array_elements(case when jsonb_typeof(runs.report -> 'links') = 'array' then runs.report -> 'links'
    else '[]' end) with ordinality as link (value, position);

create table scans (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  project_id integer not null references projects on delete cascade,
  created_by integer references users on delete set null,
  state text not null check (state in ('queued', 'running', 'completed', 'failed', 'canceled')),
  pages_total integer not null,
  pages_done integer not null default 0,
  -- how many pages of each kind; of changes only at the end
  findings jsonb not null default '{}',
  changes jsonb,
  is_cancel_wanted boolean not null default false,
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index scans_by_age on scans (workspace_id, created_at desc, id desc);
create index scans_of_project on scans (project_id, id desc);
create index scans_by_creator on scans (created_by);
create unique index scans_at_work on scans (project_id) where state in ('queued', 'running');

create table scan_pages (
  scan_id integer not null references scans on delete cascade,
  position integer not null,
  sheet_row integer not null,
  label text not null,
  address text not null,
  -- empty until it is fetched
  finding text,
  status integer,
  problem text,
  redirects_to text,
  title text,
  canonical text,
  is_noindex boolean not null default false,
  words integer,
  change text,
  primary key (scan_id, position)
);
create index scan_pages_by_address on scan_pages (scan_id, md5(address));
