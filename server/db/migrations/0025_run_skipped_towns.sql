-- Rows that a run skipped and that say where they are: the map of a project shows them beside its pages.
create table run_skipped_towns (
  run_id integer not null references runs on delete cascade,
  sheet_row integer not null,
  label text not null,
  latitude double precision not null,
  longitude double precision not null,
  primary key (run_id, sheet_row)
);
