/**
 * One run on a thread: plan, write, read back, judge. The files are the same as those that
 * `geoloom build` writes.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import {
  type BuiltLink,
  type Layout,
  layoutParts,
  PART_BYTES,
  type Plan,
  planPages,
  type Problem,
  readSamples,
  readTemplate,
  type SamplePage,
} from '#engine';
import { readPlaces } from '#geotag';
import { Canceled } from '#pump/write-parts.ts';
import { openFile } from '#pump/file-writer.ts';
import {
  collectSkippedRows,
  SKIPPED_ROWS_FILE,
  type RowReasons,
  writeSkippedRows,
} from '#pump/skipped-rows.ts';
import { type PlannedParts, writeAndVerify } from '#pump/verify-parts.ts';
import { toBitmap } from '#pump/row-bitmap.ts';
import { LINKS_FILE, type WriteHooks } from '#pump/write-parts.ts';
import type { RunAnswer, RunLink, RunPlan, RunProgress, RunTask } from './engine-task.ts';
import {
  cutProblems,
  hasFault,
  LABEL_CHARACTERS,
  layoutSplit,
  MAX_LISTED_ROWS,
  locateSkipped,
  type Places,
  type ReadInput,
  type ReadTest,
  readInput,
  readTest,
} from './engine-work.ts';

/** Maximum number, and characters, of links that the report lists: they are one value in the database. */
const MAX_LISTED_LINKS = 200;
const MAX_LISTED_LINK_CHARACTERS = 1_000_000;
/** Pages that are handed on together: one statement of the database, which takes some milliseconds. */
const PAGES_AT_ONCE = 25;

export interface RunHooks {
  onProgress(progress: RunProgress): void;
  /** @param pages JSON, made here because it takes time */
  onPages(pages: string): void;
  isCanceled(): boolean;
}

interface PlannedRun extends PlannedParts {
  samples: SamplePage[];
  problems: Problem[];
}

function throwIfCanceled({ isCanceled }: RunHooks): void {
  if (isCanceled()) throw new Canceled();
}

function layOut(plan: Plan, { name, split, isTest }: RunTask): PlannedParts {
  if (isTest || split === 0) return { layout: layoutParts(plan, { name, split: null }), limitBytes: null };
  return { layout: layoutSplit(plan, name), limitBytes: PART_BYTES };
}

function describePlan(
  problems: readonly Problem[],
  skippedRows: readonly RowReasons[],
): Omit<RunPlan, 'skipped'> {
  const notices = problems.filter(({ severity }) => severity === 'notice');
  return {
    ...cutProblems(problems),
    noticeCount: notices.length,
    skippedBitmap: toBitmap(skippedRows.map(({ row }) => row)),
    noticeBitmap: toBitmap(notices.map(({ row = 0 }) => row)),
  };
}

function answerOf(
  input: ReadInput,
  problems: readonly Problem[],
  skippedRows: readonly RowReasons[],
): RunAnswer {
  return {
    ok: false,
    pages: 0,
    skipped: 0,
    parts: [],
    selectors: input.project?.template.selectors ?? [],
    featuredImages: input.project?.template.featured?.length ?? 0,
    formedLinks: [],
    formedLinkCount: 0,
    hasPlaces: false,
    skippedTowns: [],
    linksFile: LINKS_FILE,
    skippedRows: skippedRows.slice(0, MAX_LISTED_ROWS),
    ...describePlan(problems, skippedRows),
    samples: [],
    placeholdersFilled: input.placeholders.filled,
    placeholdersTotal: input.placeholders.total,
  };
}

/** The plan of the run, or the answer that refuses it. */
function planRun(input: ReadTest, task: RunTask, hooks: RunHooks): PlannedRun | RunAnswer {
  const { project, problems } = input;
  if (!project) return answerOf(input, problems, collectSkippedRows(problems));
  const { samples } = input;
  const plan = samples ?? planPages(project);
  throwIfCanceled(hooks);
  const planned = [...problems, ...plan.problems];
  if (hasFault(planned))
    return { ...answerOf(input, planned, collectSkippedRows(planned)), skipped: plan.skipped };
  const parts = layOut(plan, task);
  const all = [...problems, ...parts.layout.plan.problems, ...parts.layout.problems];
  if (hasFault(all))
    return { ...answerOf(input, all, collectSkippedRows(all)), skipped: parts.layout.skipped };
  return { ...parts, problems: all, samples: samples ? readSamples(samples) : [] };
}

/** Skipped rows of the plan; a test plans only its samples, so that problems of other rows don't count. */
function findSkippedRows({ skipped }: Layout, problems: readonly Problem[]): RowReasons[] {
  return skipped > 0 ? collectSkippedRows(problems) : [];
}

/** JSON of the database holds no NUL and no half of a character. */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Hex digits of a content hash, which are 128 bits. */
const HASH_DIGITS = 32;
/** Longer titles are cut in the list of pages. */
const TITLE_CHARACTERS = 300;
/** A key column may hold long texts, and an index of the database takes no more than 2,704 bytes. */
const ROW_KEY_CHARACTERS = 255;

/** Hashes the content of pages: equal for the same row and template in every run. */
function createContentHash({ plan: { project } }: Layout): (link: BuiltLink) => string {
  const prefix = hash('sha256', readTemplate(project.program), 'hex');
  return (link) => hash('sha256', prefix + link.readContent(), 'hex').slice(0, HASH_DIGITS);
}

/** Converts a row key for storage; a long one ends with its hash. */
function toStoredKey(rowKey: string): string {
  const key = cleanText(rowKey);
  if (key.length <= ROW_KEY_CHARACTERS) return key;
  const suffix = `…${hash('sha256', rowKey, 'hex').slice(0, HASH_DIGITS)}`;
  return key.slice(0, ROW_KEY_CHARACTERS - suffix.length).toWellFormed() + suffix;
}

/** Pages are written in the order of the parts. @returns the number of the part with the next page */
function createPartFinder({ parts }: Layout): () => number {
  let part = 0;
  let left = parts[0]?.pages ?? 0;
  return () => {
    while (left === 0 && part < parts.length - 1) {
      part += 1;
      left = parts[part]?.pages ?? 0;
    }
    left -= 1;
    return part + 1;
  };
}

/** Passes on the written pages, some at a time, with the places of their rows. */
function batchPages(layout: Layout, places: Places, onPages: RunHooks['onPages']) {
  const hashContent = createContentHash(layout);
  const findPart = createPartFinder(layout);
  let batch: object[] = [];
  const flush = () => {
    if (batch.length > 0) onPages(JSON.stringify(batch));
    batch = [];
  };
  return {
    take(link: BuiltLink) {
      const { url, label, row, rowKey, slug } = link;
      const { latitude = null, longitude = null } = places.get(row) ?? {};
      const text = {
        url: cleanText(url),
        label: cleanText(label.slice(0, LABEL_CHARACTERS)),
        title: cleanText(link.readTitle().slice(0, TITLE_CHARACTERS)),
      };
      const names = { row_key: toStoredKey(rowKey), slug: cleanText(slug) };
      batch.push({
        row,
        ...text,
        ...names,
        part: findPart(),
        content_hash: hashContent(link),
        latitude,
        longitude,
      });
      if (batch.length === PAGES_AT_ONCE) flush();
    },
    flush,
  };
}

/** Reports how far the writing is, and keeps the first links. */
function watchWriting(
  { layout, problems }: PlannedRun,
  hooks: RunHooks,
  onWritten: (link: BuiltLink) => void,
): { links: RunLink[]; hooks: WriteHooks } {
  const links: RunLink[] = [];
  let characters = 0;
  const plan = { ...describePlan(problems, findSkippedRows(layout, problems)), skipped: layout.skipped };
  let label = '';
  const writing: WriteHooks = {
    onProgress: ({ pages, total, bytes, parts, written: partsWritten }) =>
      hooks.onProgress({
        state: partsWritten < parts ? 'running' : 'auditing',
        pagesDone: pages,
        pagesTotal: total,
        partsWritten,
        partsTotal: parts,
        bytesWritten: bytes,
        ...(partsWritten < parts && label !== '' ? { nowWriting: label.slice(0, LABEL_CHARACTERS) } : {}),
      }),
    onLink: (link) => {
      ({ label } = link);
      const { html: flink, url, row } = link;
      onWritten(link);
      characters += flink.length + url.length + label.length;
      if (links.length >= MAX_LISTED_LINKS || characters > MAX_LISTED_LINK_CHARACTERS) return;
      links.push({ flink, url, label, row });
    },
    isCanceled: () => hooks.isCanceled(),
  };
  const [pagesTotal, partsTotal] = [layout.pages, layout.parts.length];
  hooks.onProgress({
    state: 'running',
    pagesDone: 0,
    pagesTotal,
    partsWritten: 0,
    partsTotal,
    bytesWritten: 0,
    plan,
  });
  return { links, hooks: writing };
}

function writeSkippedFile(folder: string, { table }: ReadInput, rows: readonly RowReasons[]): void {
  if (!table) return;
  const file = openFile(join(folder, SKIPPED_ROWS_FILE));
  try {
    for (const line of writeSkippedRows(table, rows)) file.writeText(line);
  } finally {
    file.close();
  }
}

/**
 * Throws `Canceled` and what the file system throws; nothing is written any more then, and the folder
 * is the caller's to remove.
 */
export async function answerRun(task: RunTask, hooks: RunHooks): Promise<RunAnswer> {
  const input: ReadTest = task.isTest ? readTest(task) : readInput(task);
  throwIfCanceled(hooks);
  const planned = planRun(input, task, hooks);
  if (!('layout' in planned)) return planned;
  throwIfCanceled(hooks);
  const { layout, samples } = planned;
  const places: Places = input.table && !task.isTest ? readPlaces(input.table) : new Map();
  const pages = batchPages(layout, places, hooks.onPages);
  const watch = watchWriting(planned, hooks, task.isTest ? () => {} : pages.take);
  const { parts, formedLinks, verdict } = await writeAndVerify(planned, task.folder, watch.hooks);
  const problems = [...planned.problems, ...verdict.problems];
  const skippedRows = findSkippedRows(layout, problems);
  const answer: RunAnswer = {
    ...answerOf(input, problems, skippedRows),
    pages: verdict.pages,
    skipped: layout.skipped,
    samples,
  };
  if (!verdict.ok) return answer;
  pages.flush();
  if (skippedRows.length > 0) writeSkippedFile(task.folder, input, skippedRows);
  return {
    ...answer,
    ok: true,
    parts: parts.map(({ file: name, ...part }) => ({ name, ...part })),
    formedLinks: watch.links,
    formedLinkCount: formedLinks,
    hasPlaces: places.size > 0,
    skippedTowns: locateSkipped(places, skippedRows),
    ...(skippedRows.length > 0 ? { skippedRowsFile: SKIPPED_ROWS_FILE } : {}),
  };
}
