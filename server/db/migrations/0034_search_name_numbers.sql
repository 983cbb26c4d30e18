-- Numbers of names of Google Search become bigint. Each known name of each day used one up; known names use up none any
-- more, and new ones alone are too many for an integer in the long run.
-- Each statement writes its table anew, needs twice its space, and locks it. For one million rows (2 busy Xeon cores,
-- 2026-11-27): names 12 s on PostgreSQL and 99 s on PGlite, figures 4 s and 43 s. Stop the servers before you migrate a
-- large database.
set local statement_timeout = 0;
alter table search_names alter column id type bigint;
alter table search_months alter column name_number type bigint;
alter table search_figures alter column name_number type bigint;
