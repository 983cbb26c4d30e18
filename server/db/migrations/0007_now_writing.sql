-- What the link to the page says that a run writes at this moment, mostly its city; empty while it writes none.
-- The report is there from the plan on: what is wrong with the rows is known before they are written.
alter table runs add column now_writing text;
