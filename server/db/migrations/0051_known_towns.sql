-- expand
-- Town that the row of a page was found to be, with the values of the gazetteer; a later run keeps them.
alter table page_names add column town jsonb;
