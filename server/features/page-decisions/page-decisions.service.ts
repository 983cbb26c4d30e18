/** Decisions on weak pages that aren't indexed: merges or drops them, and sends the redirects. */
import type { FileReply, HandlerInput } from '#contract/endpoint.ts';
import type { PageDecision, pageDecisionsContract, WeakPage } from '#contract/page-decisions.contract.ts';
import { writeCsvFile } from '#server/csv-file.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable, isReadOnly, type Scope } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { ReportingService } from '../reporting/reporting.service.ts';
import {
  countExported,
  countRedirectsTo,
  findDecision,
  findPage,
  listExported,
  listDecisions,
  listProjectDecisions,
  lockDecisions,
  saveDecision,
  undoDecision,
} from './page-decisions.store.ts';
import { listWeakPages, type WeakPageRow } from './weak-pages.store.ts';

type Input<Verb extends keyof typeof pageDecisionsContract> = HandlerInput<
  (typeof pageDecisionsContract)[Verb]
>;

type Reporting = Pick<ReportingService, 'listRuns'>;

export function createPageDecisions(context: Context, { reporting }: { reporting: Reporting }) {
  const { db } = context;
  return {
    async weak({ query }: Input<'weak'>, caller: Caller) {
      const { page, per_page: perPage, search, sort } = query;
      const runs = await reporting.listRuns(query, caller);
      const { rows, total } = await listWeakPages(db, {
        ...runs,
        search,
        sort,
        limit: perPage,
        offset: (page - 1) * perPage,
      });
      const meta = { page, per_page: perPage, total, last_page: Math.max(1, Math.ceil(total / perPage)) };
      return { data: rows.map((row) => describeWeak(row, caller.scope)), meta };
    },
    async list({ query }: Input<'list'>, caller: Caller) {
      const { runIds } = await reporting.listRuns(query, caller);
      const { scope } = caller;
      const { decision, ...options } = query;
      const { rows, meta } = await listDecisions(db, { ...options, decision, scope, runIds });
      return { data: rows.map((row) => describeDecision(row, scope)), meta };
    },
    async downloads({ query }: Input<'downloads'>, caller: Caller) {
      const { runIds } = await reporting.listRuns(query, caller);
      const { merged, dropped } = await countExported(db, caller.scope, runIds);
      return { redirects: merged, redirection: merged + dropped, dropped };
    },
    decide: ({ params, body }: Input<'decide'>, caller: Caller) =>
      decide(context, { projectId: params.id, ...body }, caller),
    async export({ query }: Input<'export'>, caller: Caller): Promise<FileReply> {
      const { runIds } = await reporting.listRuns(query, caller);
      const rows = await listExported(db, caller.scope, runIds);
      await recordExport(context, query, caller);
      return writeFile(query.format, rows);
    },
  };
}

function describeWeak(row: WeakPageRow, scope: Scope): WeakPage {
  const { target, coverage, google_canonical, last_crawled_at, inspected_at } = row;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    id: `${row.project_id}:${row.sheet_row}`,
    ...describePage(row, scope),
    score: round(row.score),
    flaws: row.flaws ?? [],
    index: {
      is_indexed: false,
      coverage,
      google_canonical,
      last_crawled_at: last_crawled_at?.toISOString() ?? null,
      inspected_at: inspected_at.toISOString(),
    },
    has_place: row.has_place,
    combined_row: row.combined_row,
    target: target && { ...target, score: round(target.score), miles: round(target.miles) },
  };
}

type PageRow = Pick<
  WeakPageRow,
  'project_id' | 'project' | 'workspace_id' | 'row_key' | 'sheet_row' | 'label' | 'address'
>;

const describePage = (row: PageRow, scope: Scope) => ({
  project_id: row.project_id,
  project: row.project,
  is_read_only: isReadOnly(scope, row),
  row_key: row.row_key,
  row: row.sheet_row,
  town: row.label,
  address: row.address,
});

type DecisionRow = Awaited<ReturnType<typeof listDecisions>>['rows'][number];

function describeDecision(row: DecisionRow, scope: Scope): PageDecision {
  const { target_key: key, target_label: town, target_address: address } = row;
  return {
    id: row.id,
    ...describePage(row, scope),
    decision: row.decision,
    target:
      key === null || address === null
        ? null
        : { row_key: key, town: town ?? '', address, is_missing: !row.has_target },
    decided_at: row.decided_at.toISOString(),
    is_applied: row.is_applied,
  };
}

interface Decision {
  projectId: number;
  row_key: string;
  decision: 'merge' | 'drop' | null;
  target_key?: string | undefined;
}

/**
 * @throws AppError `not_found` for a project or page that the caller doesn't have, `invalid` without a strong target to
 * merge with, `conflict` for a page that others redirect to
 */
function decide({ db, audit, clock }: Context, request: Decision, { actor, scope }: Caller) {
  const { projectId, row_key: rowKey, decision } = request;
  return db.transaction().execute(async (trx) => {
    checkWritable(scope, getFound(await lockDecisions(trx, projectId, scope)));
    const before = await findDecision(trx, projectId, rowKey);
    // A page that is already left out isn't in the current run.
    const page = getFound((await findPage(trx, projectId, rowKey)) ?? before);
    const target = decision === 'merge' ? await getTarget(trx, request) : undefined;
    const decided = { project_id: projectId, row_key: rowKey, decided_at: clock() };
    if (decision === null) await undoDecision(trx, decided);
    else {
      if (decision === 'drop') await checkIsNoTarget(trx, request);
      await saveDecision(trx, {
        ...decided,
        decision,
        sheet_row: page.sheet_row,
        label: page.label,
        address: page.address,
        target_key: target?.row_key ?? null,
        target_label: target?.label ?? null,
        target_address: target?.address ?? null,
      });
    }
    await audit.record(trx, actor, {
      verb: 'update',
      object: { kind: 'project', id: projectId },
      before: { decision: before?.decision ?? null },
      after: { decision, page: page.address, ...(target && { merged_with: target.address }) },
    });
    return { decision, redirects_to: target?.address ?? null };
  });
}

const reject = (message: string) => new AppError('invalid', { fields: { target_key: [message] } });

/** Finds the page to redirect to: another strong one of the current run that stays. */
async function getTarget(trx: Db, { projectId, row_key: rowKey, target_key: targetKey }: Decision) {
  if (targetKey === undefined || targetKey === rowKey) throw reject('Choose another page to redirect to.');
  const target = await findPage(trx, projectId, targetKey);
  if (target === undefined) throw reject('The current run doesn’t have this page.');
  if (!target.is_strong) throw reject('This page is weak, too. Choose a strong one.');
  const { decision = 'keep' } = (await findDecision(trx, projectId, targetKey)) ?? {};
  if (decision !== 'keep') throw reject('This page was merged or dropped. Choose another one.');
  return target;
}

async function checkIsNoTarget(trx: Db, { projectId, row_key: rowKey }: Decision): Promise<void> {
  const count = await countRedirectsTo(trx, projectId, rowKey);
  if (count === 0) return;
  const pages = count === 1 ? '1 merged page redirects' : `${count} merged pages redirect`;
  throw new AppError('conflict', { message: `${pages} to this page. Merge it with another page instead.` });
}

async function recordExport({ db, audit }: Context, query: Input<'export'>['query'], caller: Caller) {
  const { format, project_id: projectId, domain_id: domainId } = query;
  const object =
    projectId !== undefined
      ? ({ kind: 'project', id: projectId } as const)
      : domainId !== undefined
        ? ({ kind: 'domain', id: domainId } as const)
        : ({ kind: 'agency', id: caller.scope.homeId } as const);
  const entry = { verb: 'export', object, after: { report: 'redirects', format } } as const;
  await db.transaction().execute((trx) => audit.record(trx, caller.actor, entry));
}

type Exported = Awaited<ReturnType<typeof listExported>>[number];
type Format = Input<'export'>['query']['format'];

/** @returns path and query of a URL; a text that isn't one stays */
function toPath(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

const MOVED = '301';
const GONE = '410';

/** Lines of each format, without the header. */
const FORMATS: Readonly<Record<Format, { head: string[]; write: (row: Exported) => string[] | undefined }>> =
  {
    redirects: {
      head: ['from', 'to', 'status'],
      write: ({ address, target_address: target }) =>
        target === null ? undefined : [address, target, MOVED],
    },
    // Redirection reads columns by position, skips a header with these names, and takes 410 as an error without a target.
    redirection: {
      head: ['source', 'target', 'regex', 'code'],
      write: ({ address, target_address: target }) => [
        toPath(address),
        target ?? '',
        '0',
        target === null ? GONE : MOVED,
      ],
    },
    dropped: {
      head: ['url', 'status'],
      write: ({ address, decision }) => (decision === 'drop' ? [address, GONE] : undefined),
    },
  };

function writeFile(format: Format, rows: readonly Exported[]): FileReply {
  const { head, write } = FORMATS[format];
  const lines = [head, ...rows.map(write).filter((line) => line !== undefined)];
  // Redirection would take the mark for a part of the first cell.
  return writeCsvFile(`${format}.csv`, lines, format === 'redirection' ? '' : undefined);
}

/** Lists why rows of a project are left out, by row key. */
export async function listLeftOut(db: Db, projectId: number): Promise<Record<string, string>> {
  const rows = await listProjectDecisions(db, projectId);
  return Object.fromEntries(
    rows.map(({ row_key: key, target_address: target }) => [
      key,
      target === null ? 'dropped' : `merged with ${target}`,
    ]),
  );
}
