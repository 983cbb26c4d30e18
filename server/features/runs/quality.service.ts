/** Quality of the pages of a run: its figures, the pages to fix, and both as CSV. */
import type { FileReply, HandlerInput } from '#contract/endpoint.ts';
import type { qualityContract } from '#contract/quality.contract.ts';
import { MAX_GROUPS } from '#contract/quality-limits.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import type { PageToFix } from '#contract/run-quality-shapes.ts';
import { writeCsvFile } from '#server/csv-file.ts';
import type { Db } from '#server/db/open.ts';
import { getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  countPagesToFix,
  type FixFilters,
  listGroupedPages,
  listPagesToFix,
  locateScores,
} from './pages-to-fix.store.ts';
import { findMeasuredBefore, findQuality } from './run-quality.store.ts';
import { findOwnRun } from './runs.store.ts';

/** Rows per query of a file: each query reads all pages of the run. */
const BATCH = 5000;

type Input<Verb extends keyof typeof qualityContract> = HandlerInput<(typeof qualityContract)[Verb]>;

export function createQuality({ db }: Pick<Context, 'db'>) {
  return {
    /** Shows the quality of the pages of a run. @throws AppError `not_found` if they weren't measured */
    async show({ params }: Input<'show'>, caller: Caller) {
      const run = await getOwnRun(db, params, caller);
      const quality = getFound(await findQuality(db, run.id));
      const [previous, toFix] = await Promise.all([
        findMeasuredBefore(db, { id: run.id, project_id: params.id }),
        countPagesToFix(db, run.id),
      ]);
      return { ...quality, previous, to_fix: toFix, has_files: run.pruned_at === null };
    },
    async pages({ params, query }: Input<'pages'>, caller: Caller) {
      const { id } = await getOwnRun(db, params, caller);
      const { rows: data, meta } = await listPagesToFix(db, id, query);
      return { data, meta };
    },
    async map({ params, query: { below } }: Input<'map'>, caller: Caller) {
      const { id } = await getOwnRun(db, params, caller);
      return locateScores(db, id, { below, groups: MAX_GROUPS });
    },
    async export({ params, query: { of, ...filters } }: Input<'export'>, caller: Caller): Promise<FileReply> {
      const { id } = await getOwnRun(db, params, caller);
      return of === 'groups'
        ? writeCsvFile(`pages-alike-run-${id}.csv`, writeGroups(db, id))
        : writeCsvFile(`pages-to-fix-run-${id}.csv`, writePages(db, id, filters));
    },
  };
}

/** @throws AppError `not_found` for a run that the caller doesn't have */
export async function getOwnRun(
  db: Db,
  { id: projectId, run }: { id: number; run: number },
  { scope }: Caller,
) {
  return getFound(await findOwnRun(db, run, { scope, projectId }));
}

const formatShare = (share: number | null | undefined) =>
  share == null ? '' : `${Math.round(share * 100)}%`;

function toCells({
  id,
  title,
  url,
  score,
  words,
  own_words,
  local_words,
  closest,
  problems,
}: PageToFix): string[] {
  return [
    String(id),
    title,
    url,
    String(score),
    String(words),
    String(own_words),
    local_words === null ? '' : String(local_words),
    formatShare(closest?.similarity),
    closest ? String(closest.row) : '',
    closest?.title ?? '',
    problems.map((code) => QUALITY_TEXTS[code] ?? code).join('; '),
  ];
}

async function* writePages(db: Db, runId: number, filters: FixFilters): AsyncGenerator<string[]> {
  yield [
    'row',
    'title',
    'url',
    'score',
    'words',
    'own_words',
    'local_words',
    'closest_similarity',
    'closest_row',
    'closest_title',
    'problems',
  ];
  for (let page = 1; ; page += 1) {
    const { rows, meta } = await listPagesToFix(db, runId, {
      ...filters,
      page,
      per_page: BATCH,
      sort: 'score',
    });
    for (const row of rows) yield toCells(row);
    if (page >= meta.last_page) return;
  }
}

async function* writeGroups(db: Db, runId: number): AsyncGenerator<string[]> {
  yield ['group', 'row', 'title', 'url', 'score', 'closest_similarity', 'closest_row'];
  let after: [number, number] = [-1, 0];
  for (;;) {
    const rows = await listGroupedPages(db, runId, { after, limit: BATCH });
    for (const { group, row, title, url, score, similarity, closest_row: closest } of rows)
      yield [
        String(group + 1),
        String(row),
        title,
        url,
        score === null ? '' : score.toFixed(1),
        formatShare(similarity),
        closest === null ? '' : String(closest),
      ];
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.group, last.row];
  }
}
