-- What a search through the pages of many runs compares: without case, which costs more than the rest when it is read.
alter table run_pages add column search_text text
  generated always as (lower(label || e'\n' || address)) stored;
