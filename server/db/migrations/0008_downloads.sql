-- When a part of a run, or the zip of them, was first sent; empty before, and for what was sent before this column was.
alter table runs add column downloaded_at timestamptz;
