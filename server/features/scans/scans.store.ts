/** SQL for scans and their pages. */
import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { Finding } from '#contract/scan-findings.ts';
import type { Change, Difference, DifferenceCode, Scan, ScanSitemap } from '#contract/scans.contract.ts';
import { isAmong, listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

type ScanQuality = NonNullable<Scan['quality']>;

/** Pages per statement. */
const BATCH_SIZE = 500;

type ScanChange = Updateable<Schema['scans']>;

/** Locks the project. */
export function findScannedProject(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('projects'), scope, 'projects')
    .select(['id', 'workspace_id', 'current_run_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface NewScan {
  workspaceId: number;
  projectId: number;
  runId: number | null;
  createdBy: number;
  now: Date;
}

/** Adds a scan of all public pages of the project's current run. @returns undefined if it has no pages */
export async function insertScan(trx: Db, scan: NewScan): Promise<number | undefined> {
  const { id } = await trx
    .insertInto('scans')
    .values({
      workspace_id: scan.workspaceId,
      project_id: scan.projectId,
      run_id: scan.runId,
      created_by: scan.createdBy,
      state: 'queued',
      pages_total: 0,
      message: null,
      created_at: scan.now,
      started_at: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into scan_pages (scan_id, position, sheet_row, label, address)
    select ${id}::int, row_number() over (order by sheet_row), sheet_row, label, address
    from run_pages where run_id = ${scan.runId} and (held is null or held = 'noindex')`.execute(trx);
  const { pages } = await trx
    .selectFrom('scan_pages')
    .select(sql<number>`count(*)::int`.as('pages'))
    .where('scan_id', '=', id)
    .executeTakeFirstOrThrow();
  if (pages === 0) return undefined;
  await updateScan(trx, id, { pages_total: pages });
  return id;
}

const SHOWN = [
  'scans.id',
  'scans.project_id',
  'scans.state',
  'pages_total',
  'pages_done',
  'findings',
  'changes',
  'differences',
  'sitemap',
  'scans.message',
  'scans.created_at',
  'scans.started_at',
  'scans.finished_at',
] as const;

/** Quality with the scores of the run's files and of the previous measured scan. */
const QUALITY = sql<ScanQuality | null>`scans.quality || jsonb_build_object(
  'files', (select jsonb_build_object('run', runs.id, 'score', runs.quality -> 'score') from runs
    where runs.id = scans.run_id and runs.quality is not null),
  'previous', (select jsonb_build_object('scan', earlier.id, 'score', earlier.quality -> 'score')
    from scans as earlier where earlier.project_id = scans.project_id and earlier.id < scans.id
      and earlier.quality is not null order by earlier.id desc limit 1))`.as('quality');

const selectOwn = (db: Db, scope: Scope) => owned(db.selectFrom('scans'), scope, 'scans');

type ScansQuery = ListOptions<'created_at'> & {
  projectId: number | undefined;
  states: readonly string[] | undefined;
};

export function listScans(db: Db, scope: Scope, { projectId, states, ...options }: ScansQuery) {
  const filters = projectId === undefined ? [] : [sql<SqlBool>`scans.project_id = ${projectId}`];
  const chosen = { 'scans.state': states };
  const sorts = { created_at: { by: sql.ref('scans.created_at') } };
  const rows = selectOwn(db, scope);
  const isTitled = (pattern: string) =>
    isAmong('scans.project_id', sql`select id from projects where title ilike ${pattern}`);
  const list = { rows, key: 'scans.id', sorts, searched: [isTitled], filters, chosen } as const;
  return listPage(list, options, (query) =>
    query
      .innerJoin('projects', 'projects.id', 'scans.project_id')
      .select([...SHOWN, QUALITY])
      .select('projects.title as project'),
  );
}

export function findScan(db: Db, id: number, scope: Scope) {
  return selectOwn(db, scope)
    .innerJoin('projects', 'projects.id', 'scans.project_id')
    .select([...SHOWN, QUALITY])
    .select(['projects.title as project', 'scans.workspace_id'])
    .where('scans.id', '=', id)
    .executeTakeFirst();
}

const PAGE_SORTS: Readonly<Record<string, { by: RawBuilder<unknown>; mayBeEmpty?: boolean }>> = {
  position: { by: sql`scan_pages.position` },
  town: { by: sql`lower(scan_pages.label)` },
  address: { by: sql`scan_pages.address` },
  status: { by: sql`scan_pages.status`, mayBeEmpty: true },
  words: { by: sql`scan_pages.words`, mayBeEmpty: true },
  title: { by: sql`lower(scan_pages.title)`, mayBeEmpty: true },
  score: { by: sql`scan_pages.score`, mayBeEmpty: true },
};

type PagesQuery = ListOptions<string> & {
  finding?: readonly Finding[] | undefined;
  difference?: readonly DifferenceCode[] | undefined;
  change?: readonly Change[] | undefined;
};

/** Selects the fetched pages of a scan; changed ones have their values from the previous scan. */
function selectPages(db: Db, scanId: number) {
  return db
    .selectFrom('scan_pages')
    .leftJoin('scan_pages as closest', (join) =>
      join
        .onRef('closest.scan_id', '=', 'scan_pages.scan_id')
        .onRef('closest.position', '=', 'scan_pages.closest_position'),
    )
    .leftJoin('scan_pages as before', (join) =>
      join.on(
        sql<SqlBool>`before.scan_id = ${selectPreviousScan(scanId)} and md5(before.address) = md5(scan_pages.address)
          and before.change is distinct from 'gone' and scan_pages.change = 'changed'`,
      ),
    )
    .where('scan_pages.scan_id', '=', scanId)
    .where('scan_pages.finding', 'is not', null);
}

const addColumns = (query: ReturnType<typeof selectPages>) =>
  query
    .selectAll('scan_pages')
    .select(['closest.label as closest_label', 'closest.address as closest_address'])
    .select(['before.finding as before_finding', 'before.status as before_status'])
    .select(['before.title as before_title', 'before.words as before_words']);

/** Lists one page of the fetched pages. */
export function listScanPages(
  db: Db,
  scanId: number,
  { finding, difference, change, ...options }: PagesQuery,
) {
  const list = {
    rows: selectPages(db, scanId),
    key: 'scan_pages.position',
    sorts: PAGE_SORTS,
    searched: ['scan_pages.label', 'scan_pages.address', 'scan_pages.title'],
    filters: difference?.length ? [hasDifference(difference)] : [],
    chosen: { 'scan_pages.finding': finding, 'scan_pages.change': change },
  } as const;
  return listPage(list, options, addColumns);
}

/** Lists the next fetched pages in the order of the sheet. @param after position; 0 for the first pages */
export function listScanPagesAfter(
  db: Db,
  scanId: number,
  { after, count }: { after: number; count: number },
) {
  return addColumns(selectPages(db, scanId))
    .where('scan_pages.position', '>', after)
    .orderBy('scan_pages.position')
    .limit(count)
    .execute();
}

function hasDifference(codes: readonly DifferenceCode[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from jsonb_array_elements(scan_pages.differences) as difference
    where difference ->> 'code' = any(${codes}))`;
}

export type ScanPageRow = Awaited<ReturnType<typeof listScanPages>>['rows'][number];

/** Selects the ID of the last completed scan of the same project before this one. */
function selectPreviousScan(scanId: number): RawBuilder<number | null> {
  return sql`(select earlier.id from scans as earlier join scans as this on this.project_id = earlier.project_id
    where this.id = ${scanId} and earlier.id < this.id and earlier.state = 'completed'
    order by earlier.id desc limit 1)`;
}

/** Updates a queued or running scan. @returns false if it has ended */
export async function updateScan(db: Db, id: number, change: ScanChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scans')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels queued scans immediately and asks running ones to stop. */
export async function cancelScans(
  trx: Db,
  of: { id: number } | { workspaceId: number },
  now: Date,
): Promise<number[]> {
  const [column, value] = 'id' in of ? (['id', of.id] as const) : (['workspace_id', of.workspaceId] as const);
  const scans = trx.updateTable('scans').where(column, '=', value);
  const canceled = { state: 'canceled', finished_at: now } as const;
  const ended = await scans.set(canceled).where('state', '=', 'queued').returning('id').execute();
  const asked = await scans
    .set({ is_cancel_wanted: true })
    .where('state', '=', 'running')
    .where('is_cancel_wanted', '=', false)
    .returning('id')
    .execute();
  return [...ended, ...asked].map(({ id }) => id);
}

/**
 * Reads the state that the job checks while it works; undefined once the scan or its project is deleted. A scan of an
 * inactive workspace stops as if canceled: it may have been added while the workspace was deactivated.
 */
export function findWork(db: Db, id: number) {
  return db
    .selectFrom('scans')
    .innerJoin('workspaces', 'workspaces.id', 'scans.workspace_id')
    .select(['scans.id', 'scans.state', 'pages_total', 'created_by', 'project_id', 'started_at'])
    .select('scans.workspace_id')
    .select(
      sql<boolean>`is_cancel_wanted or scans.state not in ('queued', 'running') or workspaces.status <> 'active'`.as(
        'is_cancel_wanted',
      ),
    )
    .where('scans.id', '=', id)
    .executeTakeFirst();
}

/** The file of the page has noindex, from the seed or from the quality gate. */
const IS_NOINDEX = sql<boolean>`coalesce(run_pages.flaws ? 'noindex' or run_pages.held = 'noindex', false)`;

/** Selects pages of a scan with their files of the run, in order. */
function selectWithFile(db: Db, scanId: number) {
  return db
    .selectFrom('scan_pages')
    .innerJoin('scans', 'scans.id', 'scan_id')
    .leftJoin('run_pages', (join) =>
      join
        .onRef('run_pages.run_id', '=', 'scans.run_id')
        .onRef('run_pages.sheet_row', '=', 'scan_pages.sheet_row'),
    )
    .where('scan_id', '=', scanId)
    .orderBy('position');
}

export function listUnfetched(db: Db, scanId: number) {
  return selectWithFile(db, scanId)
    .select(['position', 'scan_pages.address', 'search_title', 'run_pages.canonical'])
    .select(['h1', IS_NOINDEX.as('is_noindex')])
    .where('finding', 'is', null)
    .execute();
}

/** Result of fetching a page. */
export interface Fetched {
  position: number;
  finding: Finding;
  status: number | null;
  problem: string | null;
  redirects_to: string | null;
  title: string | null;
  canonical: string | null;
  is_noindex: boolean;
  words: number | null;
  differences: readonly Difference[];
}

export async function saveFetched(db: Db, scanId: number, pages: readonly Fetched[]): Promise<void> {
  await sql`update scan_pages set finding = given.finding, status = given.status, problem = given.problem,
      redirects_to = given.redirects_to, title = given.title, canonical = given.canonical,
      is_noindex = given.is_noindex, words = given.words, differences = given.differences
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as given(position int, finding text, status int,
      problem text, redirects_to text, title text, canonical text, is_noindex boolean, words int,
      differences jsonb)
    where scan_id = ${scanId} and scan_pages.position = given.position`.execute(db);
  await countFindings(db, scanId);
}

/** Lists pages without a problem that may be indexed: their file doesn't forbid it either. */
export function listIndexable(db: Db, scanId: number) {
  return selectWithFile(db, scanId)
    .select(['position', 'scan_pages.address'])
    .where('finding', '=', 'ok')
    .where(sql<SqlBool>`not ${IS_NOINDEX}`)
    .execute();
}

const SITEMAP_MISSING = JSON.stringify([
  { code: 'sitemap-missing', file: null, live: null } satisfies Difference,
]);

/** Adds the difference that pages aren't in the sitemap, unless they have it. */
export async function saveMissing(db: Db, scanId: number, positions: readonly number[]): Promise<void> {
  for (let at = 0; at < positions.length; at += BATCH_SIZE)
    await sql`update scan_pages set differences = differences || ${SITEMAP_MISSING}::jsonb
      where scan_id = ${scanId} and position = any(${positions.slice(at, at + BATCH_SIZE)}::int[])
        and not differences @> '[{"code": "sitemap-missing"}]'`.execute(db);
}

export async function saveSitemap(db: Db, scanId: number, sitemap: ScanSitemap): Promise<void> {
  await updateScan(db, scanId, { sitemap: JSON.stringify(sitemap) });
  await countFindings(db, scanId);
}

async function countFindings(db: Db, scanId: number): Promise<void> {
  await sql`update scans set pages_done = counted.pages, findings = counted.findings
    from (select coalesce(sum(pages), 0)::int as pages, coalesce(jsonb_object_agg(finding, pages), '{}') as findings
      from (select finding, count(*) as pages from scan_pages
        where scan_id = ${scanId} and finding is not null group by finding) as each) as counted
    where scans.id = ${scanId}`.execute(db);
  await sql`update scans set differences = (select coalesce(jsonb_object_agg(code, pages), '{}')
      from (select difference ->> 'code' as code, count(*) as pages
        from scan_pages, jsonb_array_elements(scan_pages.differences) as difference
        where scan_id = ${scanId} group by 1) as each)
    where id = ${scanId}`.execute(db);
}

/** Marks pages as new, changed, same or gone since the previous scan; does nothing for the first scan of a project. */
export async function markChanges(trx: Db, scanId: number): Promise<void> {
  const previous = selectPreviousScan(scanId);
  const { rows } = await sql<{ id: number | null }>`select ${previous} as id`.execute(trx);
  if (typeof rows[0]?.id !== 'number') return;
  await sql`update scan_pages as page set change = coalesce((
      select case when (before.finding, before.status, before.redirects_to, before.title, before.canonical,
          before.is_noindex) is distinct from (page.finding, page.status, page.redirects_to, page.title,
          page.canonical, page.is_noindex) or abs(coalesce(before.words, 0) - coalesce(page.words, 0)) > 20
        then 'changed' else 'same' end
      from scan_pages as before where before.scan_id = ${previous} and md5(before.address) = md5(page.address)
        and before.change is distinct from 'gone' limit 1), 'new')
    where page.scan_id = ${scanId}`.execute(trx);
  await sql`insert into scan_pages (scan_id, position, sheet_row, label, address, finding, status, problem,
      redirects_to, title, canonical, is_noindex, words, change)
    select ${scanId}::int, (select max(position) from scan_pages where scan_id = ${scanId})
        + row_number() over (order by before.position),
      sheet_row, label, address, finding, status, problem, redirects_to, title, canonical, is_noindex, words, 'gone'
    from scan_pages as before where before.scan_id = ${previous} and before.change is distinct from 'gone'
      and not exists (select from scan_pages as page where page.scan_id = ${scanId}
        and md5(page.address) = md5(before.address))`.execute(trx);
  await sql`update scans set changes = (select jsonb_object_agg(change, pages) from (
      select change, count(*) as pages from scan_pages where scan_id = ${scanId} and change is not null
      group by change) as each)
    where id = ${scanId}`.execute(trx);
}
