-- expand
-- Index state of a page, as URL inspection of Search Console reported it last.
create table index_states (
  domain_id int not null references domains on delete cascade,
  page_key uuid not null,
  url text not null,
  is_indexed boolean not null,
  -- Google's own words, such as 'Crawled - currently not indexed'.
  coverage text not null,
  google_canonical text,
  last_crawled_at timestamptz,
  inspected_at timestamptz not null,
  primary key (domain_id, page_key)
);
create index index_states_by_time on index_states (domain_id, inspected_at);
