-- expand
-- Quality gate, such as 60:leave-out; empty for none. A run has that of its project at its start.
alter table projects add column quality_gate text not null default '';
alter table runs add column quality_gate text not null default '';
