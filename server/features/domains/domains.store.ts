/** SQL for domains and their facts; domains outside of the scope aren't found. */
import { type SqlBool, sql } from 'kysely';
import { AGENCY, CLICKS, PROJECTS } from '#server/db/domain-facts.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';
import type { Finding } from '#contract/scan-findings.ts';
import type { SourceState } from '#contract/search-shapes.ts';

const SEARCH_STATE = sql<SourceState>`coalesce((
  select case when integrations.status = 'revoked' then 'failed' else search_sources.state end
  from search_sources
    join search_properties on search_properties.id = search_sources.property_id
    join integrations on integrations.id = search_properties.integration_id
  where search_sources.domain_id = domains.id), 'none')`;

const SORTS = {
  name: { by: sql.ref('domains.name') },
  created_at: { by: sql.ref('domains.created_at') },
  updated_at: { by: sql.ref('domains.updated_at') },
  projects: { by: PROJECTS },
  clicks: { by: CLICKS, mayBeEmpty: true },
};

type DomainQuery = ListOptions<keyof typeof SORTS> &
  Partial<Record<'project_type' | 'status', readonly string[] | undefined>>;

/** Locks the workspace of a domain before the domain, because activating it counts toward the plan. */
export async function lockWorkspaceOf(trx: Db, domainId: number): Promise<void> {
  await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('domains').select('workspace_id').where('domains.id', '=', domainId),
    )
    .forNoKeyUpdate()
    .execute();
}

/** All columns except the column choices, which are long. */
const LISTED = [
  'domains.id',
  'domains.workspace_id',
  'domains.created_by',
  'domains.updated_by',
  'domains.name',
  'domains.project_type',
  'domains.status',
  'domains.revision',
  'domains.created_at',
  'domains.updated_at',
  AGENCY.as('agency'),
  PROJECTS.as('projects'),
  CLICKS.as('clicks'),
  SEARCH_STATE.as('search_state'),
] as const;

/** Lists one page of the domains. */
export function listDomains(db: Db, scope: Scope, { project_type, status, ...options }: DomainQuery) {
  const list = {
    rows: owned(db.selectFrom('domains'), scope, 'domains'),
    key: 'domains.id',
    sorts: SORTS,
    searched: ['domains.name'],
    chosen: { 'domains.project_type': project_type, 'domains.status': status },
  } as const;
  return listPage(list, options, (query) => query.select(LISTED));
}

const countCopies = (isGeocoder: boolean) =>
  sql<number>`(select coalesce(sum(pages), 0) from projects
    where projects.domain_id = domains.id and (projects.type = 'geocoder') = ${isGeocoder}::boolean)::int`;

/** Finds a domain with the facts on its page. */
export function findDomainPage(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('domains'), scope, 'domains')
    .leftJoin('search_sources', 'search_sources.domain_id', 'domains.id')
    .leftJoin('search_properties', 'search_properties.id', 'search_sources.property_id')
    .leftJoin('integrations', 'integrations.id', 'search_properties.integration_id')
    .select(LISTED)
    .select([
      countCopies(false).as('pages'),
      countCopies(true).as('images'),
      'search_properties.site as property',
      sql<string | null>`coalesce(search_sources.message, integrations.message)`.as('search_message'),
      sql<string | null>`(select max(day)::text from search_days where domain_id = domains.id)`.as(
        'data_until',
      ),
    ])
    .where('domains.id', '=', id)
    .executeTakeFirst();
}

interface EndedScan {
  id: number;
  project_id: number;
  project: string;
  finished_at: Date;
  pages: number;
  findings: Partial<Record<Finding, number>>;
  /** Findings of the previous completed scan. */
  before: Partial<Record<Finding, number>> | null;
}

/** Lists the last completed scan of each project of a domain, newest first. */
export async function listLastScans(db: Db, domainId: number): Promise<EndedScan[]> {
  const { rows } = await sql<EndedScan>`
    select last.id, projects.id as project_id, projects.title as project, last.finished_at,
      last.pages_done as pages, last.findings, (
        select earlier.findings from scans as earlier
        where earlier.project_id = projects.id and earlier.state = 'completed' and earlier.id < last.id
        order by earlier.id desc limit 1) as before
    from projects cross join lateral (
      select * from scans where scans.project_id = projects.id and scans.state = 'completed'
      order by scans.id desc limit 1) as last
    where projects.domain_id = ${domainId} order by last.finished_at desc`.execute(db);
  return rows;
}

const IS_AT_WORK = sql<SqlBool>`exists (
  select from scans where scans.project_id = projects.id and scans.state in ('queued', 'running'))`;

/** Lists projects of a domain whose pages can be scanned, with a scan in progress if there is one. */
export function listScannable(db: Db, domainId: number) {
  return db
    .selectFrom('projects')
    .select(['id', IS_AT_WORK.as('is_at_work')])
    .where('domain_id', '=', domainId)
    .where('current_run_id', 'is not', null)
    .where('pages', '>', 0)
    .where('type', '<>', 'geocoder')
    .orderBy('id')
    .execute();
}

export function findDomain(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('domains').selectAll(), scope, 'domains')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Changes the choices stored for the next project. This isn't an edit by a user, so the revision stays. */
export async function rememberColumns(trx: Db, id: number, change: (known: string) => string): Promise<void> {
  const domain = await trx
    .selectFrom('domains')
    .select('columns')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const columns = domain && change(domain.columns);
  if (columns === undefined || columns === domain?.columns) return;
  await trx.updateTable('domains').set({ columns }).where('id', '=', id).execute();
}
