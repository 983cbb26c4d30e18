-- expand
-- The daily sweep deletes states of all domains by their age.
create index index_states_for_sweep on index_states (inspected_at);
