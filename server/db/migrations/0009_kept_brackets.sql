-- Names of brackets that are no placeholders and stay as they are, comma-joined: what a project's pages are made with.
alter table projects add column keep text not null default '';
alter table runs add column keep text not null default '';
