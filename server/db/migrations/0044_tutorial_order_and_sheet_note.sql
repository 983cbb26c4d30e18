-- The order in which tutorials are listed; a new one is first.
create sequence tutorials_position as integer;
alter table tutorials add column position integer not null default -nextval('tutorials_position');
alter sequence tutorials_position owned by tutorials.position;

update tutorials
set position = ordered.place
from (select id, row_number() over (order by created_at desc, id desc) as place from tutorials) as ordered
where tutorials.id = ordered.id;

create index tutorials_by_position on tutorials (position, id);

-- Rows of the uploaded file that the fixed copy of a draft's sheet does not have, in words.
alter table drafts add column sheet_note text;
