-- A preview image that no tutorial names is a file of the store, and its age is that of the file.
alter table tutorials drop constraint tutorials_preview_name_fkey;
drop table tutorial_previews;
