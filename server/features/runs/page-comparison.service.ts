/** Compares two pages of a run as its files have them: the files are read on demand, and nothing is stored. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { qualityContract } from '#contract/quality.contract.ts';
import type { PageComparison, PagePair } from '#contract/run-quality-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { FairQueue } from '#server/fair-queue.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { findPagePlaces, listClosePages } from './pages-to-fix.store.ts';
import { getOwnRun } from './quality.service.ts';
import { checkHasFiles } from './retention.service.ts';
import { readReport } from './stored-report.rules.ts';

const MAX_PAIRS = 20;
/** Larger files would take longer to read than a request may. */
const MAX_FILE_BYTES = 400_000_000;
const TOO_LARGE =
  'The files of this run are too large to compare its pages. Split them into parts, then run the project again.';
const NOT_IN_FILES = 'This page isn’t in the files of the run.';

type ComparisonContext = Pick<Context, 'db' | 'files' | 'pool' | 'newId'> & {
  /** Limits comparisons: each copies its files to the disk. */
  turns: FairQueue;
};

type Input<Verb extends 'pairs' | 'compare'> = HandlerInput<(typeof qualityContract)[Verb]>;

export function createPageComparison(context: ComparisonContext) {
  const { db, turns } = context;
  return {
    async pairs({ params, query: { group } }: Input<'pairs'>, caller: Caller): Promise<PagePair[]> {
      const { id } = await getOwnRun(db, params, caller);
      return toPairs(await listClosePages(db, id, { group, limit: 2 * MAX_PAIRS }));
    },
    /** Compares two pages. @throws AppError `not_found`, `files_removed`, `invalid` */
    compare(input: Input<'compare'>, caller: Caller) {
      const { actor, signal } = caller;
      return turns.run({ account: actor.userId, signal }, () => compare(context, input, caller));
    },
  };
}

type ClosePages = Awaited<ReturnType<typeof listClosePages>>;

/** Each pair once, the page of the first row on the left. */
function toPairs(pages: ClosePages): PagePair[] {
  const pairs = new Map<string, PagePair>();
  for (const page of pages) {
    const { row, url, title, score, other_row, other_url, other_title, other_score, similarity } = page;
    const both = [
      { row, url, title, score },
      { row: other_row, url: other_url, title: other_title, score: other_score },
    ].toSorted((a, b) => a.row - b.row);
    const [left, right] = both;
    if (left && right) pairs.set(`${left.row} ${right.row}`, { left, right, similarity });
  }
  return [...pairs.values()].slice(0, MAX_PAIRS);
}

interface Place {
  url: string;
  key: string;
  size: number;
  sha256: string;
}

async function findPlaces(db: Db, runId: number, rows: readonly [number, number]): Promise<[Place, Place]> {
  const found = await findPagePlaces(db, runId, rows);
  const [left, right] = rows.map((row) => {
    const { url, storage_key: key, size, sha256 } = getFound(found.find((page) => page.row === row));
    if (key === null || size === null || sha256 === null)
      throw new AppError('not_found', { message: NOT_IN_FILES });
    return { url, key, size, sha256 };
  });
  return [getFound(left), getFound(right)];
}

async function compare(
  { db, files, pool, newId }: ComparisonContext,
  { params, query }: Input<'compare'>,
  caller: Caller,
): Promise<PageComparison> {
  const run = await getOwnRun(db, params, caller);
  checkHasFiles(run);
  const places = await findPlaces(db, run.id, [query.row, query.with]);
  const stored = new Map(places.map((place) => [place.key, place]));
  const fileBytes = [...stored.values()].reduce((sum, { size }) => sum + size, 0);
  if (fileBytes > MAX_FILE_BYTES) throw new AppError('invalid', { message: TOO_LARGE });
  const folder = join(files.scratch, `compare-${newId()}`);
  await mkdir(folder, { recursive: true });
  try {
    const paths = new Map<string, string>();
    for (const { key, size, sha256 } of stored.values()) {
      const path = join(folder, String(paths.size));
      await pipeline(await files.open(key, undefined, { size, sha256 }), createWriteStream(path), {
        signal: caller.signal,
      });
      paths.set(key, path);
    }
    const [left, right] = places.map(({ key, url }) => ({ path: paths.get(key) ?? '', url }));
    const input = {
      userId: caller.actor.userId,
      type: run.project_type,
      recordPath: findRecordPath(readReport(run.report).selectors),
      left: getFound(left),
      right: getFound(right),
      fileBytes,
    };
    const result = await pool.compareTexts(input, caller.signal);
    if (!result) throw new AppError('not_found', { message: NOT_IN_FILES });
    const { comparison, shared } = result;
    const { paragraphs, words, ownWords, isCut } = comparison;
    return {
      paragraphs,
      words,
      own_words: ownWords,
      is_cut: isCut,
      shared: comparison.shared && shared ? { text: comparison.shared.text, ...shared } : null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Path of a record in Drupal's files, whose names the seed defines. */
function findRecordPath(selectors: readonly { name: string; path: string }[] = []): string | undefined {
  return selectors.find(({ name }) => name === 'Record')?.path.replace(/^\//, '');
}
