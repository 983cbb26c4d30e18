-- expand
-- Pages that a run holds back: by the quality gate, and those that it leaves out for another reason.
alter table runs
  add column held int not null default 0,
  add column dropped int not null default 0,
  -- The pages are built to be measured; afterwards, they are built again.
  add column is_measuring boolean not null default false,
  -- Share of the comparison of all pages that is done; null before and after it.
  add column compared real;
alter table run_pages
  -- Null for a page that isn't held back. One that is left out is in no file.
  add column held text check (held in ('leave-out', 'draft', 'noindex')),
  add column held_reason text;
