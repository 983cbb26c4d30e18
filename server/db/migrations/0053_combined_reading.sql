-- expand
-- Choices for reading the second list of a draft: sheet of a workbook, hidden rows, encoding.
alter table drafts add column combined_reading jsonb not null default '{}';
