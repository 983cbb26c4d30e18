-- What reports would add up again and again. What is kept here is true: a transaction that changes a day of a domain
-- deletes the rows that contain it, and where there is none, days are added up.

-- Figures of whole months, with the same key as those of days.
create table search_months (
  domain_id integer not null references domains on delete cascade,
  dimension smallint not null,
  month date not null,
  name_number integer not null,
  clicks integer not null,
  impressions integer not null,
  position_sum double precision not null,
  primary key (domain_id, dimension, month, name_number)
);

-- Figures of all pages of a run for a period that ends on a day, as lists in the order of the sheet, so that a report
-- of many sites reads one row of each. The same for the days before, and for those of the year before.
create table page_reports (
  run_id integer not null references runs on delete cascade,
  -- whose figures they are
  domain_id integer not null references domains on delete cascade,
  until date not null,
  period text not null,
  sheet_row integer[] not null,
  -- hundredths of a degree
  latitude smallint[] not null,
  longitude smallint[] not null,
  clicks double precision[] not null,
  impressions double precision[] not null,
  position_sum double precision[] not null,
  previous_clicks double precision[] not null,
  previous_impressions double precision[] not null,
  previous_position_sum double precision[] not null,
  year_clicks double precision[] not null,
  year_impressions double precision[] not null,
  year_position_sum double precision[] not null,
  primary key (run_id, until, period)
);
create index page_reports_of_domain on page_reports (domain_id);
