-- expand
-- Row of the second list of a page, so that it's merged with a page of the same service.
alter table run_pages add column combined_row int;
