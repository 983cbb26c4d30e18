-- HubSpot's table beside the parts counts for quota and space; `output_bytes` is what the split question names.
alter table runs add column table_bytes bigint not null default 0;
