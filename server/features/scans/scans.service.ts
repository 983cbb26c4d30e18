/** Scans of projects: starts, lists, shows, cancels and exports them. A job fetches the pages. */
import type { FileReply, HandlerInput } from '#contract/endpoint.ts';
import type { Difference, ScanPage, scansContract } from '#contract/scans.contract.ts';
import { writeCsvFile } from '#server/csv-file.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { checkWritable, type Scope } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  createScanning,
  SCAN_JOB,
  type ScanJob,
  type ScanningContext,
  type ScanOptions,
} from './scanning.service.ts';
import {
  cancelScans,
  findScan,
  findScannedProject,
  insertScan,
  listScanPages,
  listScanPagesAfter,
  listScans,
  type ScanPageRow,
} from './scans.store.ts';

type Input<Verb extends keyof typeof scansContract> = HandlerInput<(typeof scansContract)[Verb]>;

/** Pages per query of a file. */
const BATCH_SIZE = 1_000;

export type ScansService = ReturnType<typeof createScans>;

type ScansContext = ScanningContext & Pick<Context, 'db' | 'audit'>;

export function createScans(context: ScansContext, options: ScanOptions) {
  const { db, audit, clock } = context;
  return {
    ...createScanning(context, options),
    async list({ query }: Input<'list'>, { scope }: Caller) {
      const { project_id: projectId, state: states, ...list } = query;
      if (projectId !== undefined && (await findScannedProject(db, projectId, scope)) === undefined)
        throw new AppError('not_found');
      const { rows, meta } = await listScans(db, scope, { ...list, projectId, states });
      return { data: rows, meta };
    },
    create: (input: Input<'create'>, caller: Caller) => create(context, input, caller),
    show: ({ params }: Input<'show'>, { scope }: Caller) => getScan(db, params.id, scope),
    async pages({ params, query }: Input<'pages'>, { scope }: Caller) {
      const { id } = await getScan(db, params.id, scope);
      const { rows, meta } = await listScanPages(db, id, query);
      return { data: rows.map(describePage), meta };
    },
    async cancel({ params }: Input<'cancel'>, { actor, scope }: Caller) {
      const scan = await getScan(db, params.id, scope);
      // Also allowed in a read-only workspace. The job stops within a second.
      await db.transaction().execute(async (trx) => {
        for (const id of await cancelScans(trx, { id: scan.id }, clock()))
          await audit.record(trx, actor, { verb: 'cancel', object: { kind: 'scan', id } });
      });
      return getScan(db, scan.id, scope);
    },
    /** Cancels the scans of all projects of a workspace. */
    async stopAll(trx: Trx, workspaceId: number): Promise<void> {
      await cancelScans(trx, { workspaceId }, clock());
    },
    async export({ params }: Input<'export'>, { actor, scope }: Caller): Promise<FileReply> {
      const { id } = await getScan(db, params.id, scope);
      await db
        .transaction()
        .execute((trx) => audit.record(trx, actor, { verb: 'export', object: { kind: 'scan', id } }));
      return writeCsvFile(`scan-${id}.csv`, writePages(db, id));
    },
  };
}

async function getScan(db: Db, id: number, scope: Scope) {
  return getFound(await findScan(db, id, scope));
}

async function create({ db, queue, audit, clock }: ScansContext, { body }: Input<'create'>, caller: Caller) {
  const { actor, scope } = caller;
  const insert = db.transaction().execute(async (trx) => {
    const project = getFound(await findScannedProject(trx, body.project_id, scope));
    checkWritable(scope, project);
    const id = await insertScan(trx, {
      workspaceId: project.workspace_id,
      projectId: project.id,
      runId: project.current_run_id,
      createdBy: actor.userId,
      now: clock(),
    });
    if (id === undefined) throw new AppError('no_pages');
    await queue.send(trx, SCAN_JOB, { scanId: id } satisfies ScanJob);
    const after = { project_id: project.id };
    await audit.record(trx, actor, { verb: 'create', object: { kind: 'scan', id }, after });
    return id;
  });
  return getScan(db, await insert.catch(rejectSecond), scope);
}

const rejectSecond = onViolation(['scans_at_work'], (cause) => new AppError('scan_in_progress', { cause }));

function describePage(row: ScanPageRow): ScanPage {
  const { before_finding: finding, before_status: status, before_title: title, before_words: words } = row;
  return {
    position: row.position,
    row: row.sheet_row,
    town: row.label,
    address: row.address,
    finding: row.finding ?? 'unreachable',
    status: row.status,
    problem: row.problem,
    redirects_to: row.redirects_to,
    title: row.title,
    canonical: row.canonical,
    is_noindex: row.is_noindex,
    words: row.words,
    differences: row.differences,
    quality: describeQuality(row),
    change: row.change,
    before: finding === null ? null : { finding, status, title, words },
  };
}

/** Figures have the decimals of 32 bits. */
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function describeQuality(row: ScanPageRow): ScanPage['quality'] {
  const { score, own_share: ownShare, similarity, flaws, closest_position: position } = row;
  if (score === null) return null;
  const { closest_label: town, closest_address: address } = row;
  const closest = position !== null && similarity !== null && town !== null && address !== null;
  return {
    score: round(score, 1),
    own_share: round(ownShare ?? 0, 4),
    closest: closest ? { position, town, address, similarity: round(similarity, 4) } : null,
    problems: flaws ?? [],
  };
}

const COLUMNS = [
  'row',
  'town',
  'address',
  'finding',
  'status',
  'problem',
  'redirects_to',
  'title',
  'canonical',
  'is_noindex',
  'words',
  'differences',
  'score',
  'closest',
  'similarity',
  'change',
] as const;

async function* writePages(db: Db, scanId: number): AsyncGenerator<readonly string[]> {
  yield COLUMNS;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await listScanPagesAfter(db, scanId, { after, count: BATCH_SIZE });
    for (const page of rows.map(describePage)) yield COLUMNS.map((name) => formatCell(page, name));
    after = rows.at(-1)?.position;
  }
}

function formatCell(page: ScanPage, column: (typeof COLUMNS)[number]): string {
  const { differences, quality, ...others } = page;
  if (column === 'differences') return differences.map(formatDifference).join('; ');
  if (column === 'score') return String(quality?.score ?? '');
  if (column === 'closest') return quality?.closest?.address ?? '';
  if (column === 'similarity') return String(quality?.closest?.similarity ?? '');
  return String(others[column] ?? '');
}

/** `title: “Plumber in Waco” in the file, “Acme” on the site`. */
function formatDifference({ code, file, live }: Difference): string {
  const quote = (text: string | null) => (text === null ? 'none' : `“${text}”`);
  if (code === 'sitemap-missing') return code;
  return `${code}: ${quote(file)} in the file, ${quote(live)} on the site`;
}
