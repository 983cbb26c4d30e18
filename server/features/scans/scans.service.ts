/** Scans of projects: starts, lists, shows, cancels and exports them. A job fetches the pages. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { FileAnswer, HandlerInput } from '#contract/endpoint.ts';
import type { ScanPage, scansContract } from '#contract/scans.contract.ts';
import { onBroken } from '#server/db/database-error.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { checkWritable, type Scope } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { createScanning, SCAN_JOB, type ScanJob, type ScanOptions } from './scanning.service.ts';
import {
  cancelScans,
  findScan,
  findScannedProject,
  insertScan,
  listScanPages,
  listScans,
  type ScanPageRow,
} from './scans.store.ts';

type Input<Verb extends keyof typeof scansContract> = HandlerInput<(typeof scansContract)[Verb]>;

/** Maximum rows of a sheet, and thus pages of a project. */
const MAX_ROWS = 50_000;

export type ScansService = ReturnType<typeof createScans>;

type ScansContext = Pick<Context, 'db' | 'jobs' | 'audit' | 'clock'> & {
  queue: Pick<Context['queue'], 'send'>;
};

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
    async export({ params }: Input<'export'>, { actor, scope }: Caller): Promise<FileAnswer> {
      const { id } = await getScan(db, params.id, scope);
      const all = { page: 1, per_page: MAX_ROWS, sort: 'position' };
      const { rows } = await listScanPages(db, id, all);
      await db
        .transaction()
        .execute((trx) => audit.record(trx, actor, { verb: 'export', object: { kind: 'scan', id } }));
      return writeSheet(id, rows.map(describePage));
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
      createdBy: actor.userId,
      now: clock(),
    });
    if (id === undefined) throw new AppError('no_pages');
    await queue.send(trx, SCAN_JOB, { scanId: id } satisfies ScanJob);
    const after = { project_id: project.id };
    await audit.record(trx, actor, { verb: 'create', object: { kind: 'scan', id }, after });
    return id;
  });
  return getScan(db, await insert.catch(refuseSecond), scope);
}

const refuseSecond = onBroken(['scans_at_work'], (cause) => new AppError('scan_in_progress', { cause }));

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
    change: row.change,
    before: finding === null ? null : { finding, status, title, words },
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
  'change',
] as const satisfies (keyof ScanPage)[];

function writeSheet(id: number, pages: readonly ScanPage[]): FileAnswer {
  const lines = pages.map((page) => writeRecord(COLUMNS.map((name) => String(page[name] ?? ''))));
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + writeRecord(COLUMNS) + lines.join(''));
  return {
    name: `scan-${id}.csv`,
    type: 'text/csv; charset=utf-8',
    size: bytes.length,
    disposition: 'attachment',
    isSeekable: false,
    open: async () =>
      (async function* send() {
        yield bytes;
      })(),
  };
}
