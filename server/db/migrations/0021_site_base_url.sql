-- What the addresses of a Drupal project's pages begin with: its exports name no host.
alter table projects add column site_base_url text not null default '';
alter table runs add column site_base_url text not null default '';
