/** SQL for the command palette: a few rows of each kind whose name contains the text, best match first. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RunState } from '#contract/run-shapes.ts';
import { escapePattern, toPattern } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';
import { AGENCY, CLICKS, PROJECTS } from '#server/db/domain-facts.ts';

interface FindQuery {
  text: string;
  limit: number;
}

/** 0 if the name starts with the text, 1 if one of its words does, or else 2. */
function rank(name: RawBuilder<unknown>, text: string): RawBuilder<number> {
  const start = escapePattern(text);
  return sql`case when ${name} ilike ${`${start}%`} then 0
    when ' ' || translate(${name}, '.-_/,()', '       ') ilike ${`% ${start}%`} then 1 else 2 end`;
}

const contains = (name: RawBuilder<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${name} ilike ${toPattern(text)}`;

const TITLE = sql.ref('projects.title');

export function findProjects(db: Db, scope: Scope, { text, limit }: FindQuery) {
  return owned(db.selectFrom('projects'), scope, 'projects')
    .leftJoin('domains', 'domains.id', 'projects.domain_id')
    .leftJoin('runs', 'runs.id', 'projects.last_run_id')
    .select(['projects.id', 'projects.title', 'projects.type', 'projects.pages', 'projects.updated_at'])
    .select(['domains.name as domain', sql<RunState>`coalesce(runs.state, 'draft')`.as('state')])
    .where(contains(TITLE, text))
    .orderBy(rank(TITLE, text))
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .execute();
}

export function findDomains(db: Db, scope: Scope, { text, limit }: FindQuery) {
  const name = sql.ref('domains.name');
  return owned(db.selectFrom('domains'), scope, 'domains')
    .select(['domains.id', 'domains.name', 'domains.project_type'])
    .select([AGENCY.as('agency'), PROJECTS.as('projects'), CLICKS.as('clicks')])
    .where(contains(name, text))
    .orderBy(rank(name, text))
    .orderBy('domains.name')
    .orderBy('domains.id')
    .limit(limit)
    .execute();
}

/** Finds a run by its number, or else the newest runs of projects by title. */
export function findRuns(db: Db, scope: Scope, { text, limit, id }: FindQuery & { id: number | undefined }) {
  return owned(
    db.selectFrom('runs').innerJoin('projects', 'projects.id', 'runs.project_id'),
    scope,
    'projects',
  )
    .select(['runs.id', 'runs.kind', 'runs.project_id', 'runs.state', 'runs.created_at'])
    .select(['runs.pages_done as pages', 'projects.title as project'])
    .where(id === undefined ? contains(TITLE, text) : sql<SqlBool>`runs.id = ${id}`)
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute();
}

/** Searches all agencies, for administrators only. */
export function findAgencies(db: Db, { text, limit }: FindQuery) {
  const name = sql.ref('workspaces.name');
  return db
    .selectFrom('workspaces')
    .select(['id', 'name', 'status'])
    .select(
      sql<number>`(select count(*) from members where members.workspace_id = workspaces.id)::int`.as(
        'members',
      ),
    )
    .where('kind', '=', 'agency')
    .where(contains(name, text))
    .orderBy(rank(name, text))
    .orderBy(sql`lower(workspaces.name)`)
    .orderBy('id')
    .limit(limit)
    .execute();
}
