/**
 * Runs one task on a thread: plans, writes, reads back and verifies. The files are identical to those of
 * `geoloom build`.
 */
import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
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
  toStoredKey,
} from '#engine';
import { readPlaces } from '#geotag';
import { Canceled } from '#pump/write-parts.ts';
import { openFile } from '#pump/file-writer.ts';
import {
  collectSkippedRows,
  createSpread,
  SKIPPED_ROWS_FILE,
  spreadRows,
  type RowReasons,
  writeSkippedRows,
} from '#pump/skipped-rows.ts';
import { applyGate, type HeldPage, listHeld, readMeasuredRows } from '#pump/quality-gate.ts';
import { type PlannedParts, type VerifiedParts, writeAndVerify } from '#pump/verify-parts.ts';
import { toBitmap } from '#pump/row-bitmap.ts';
import { LINKS_FILE, type WriteHooks } from '#pump/write-parts.ts';
import { openTowns } from './engine-places.ts';
import { describeQuality } from './engine-quality.ts';
import { type Gated, toSecondHalf, trackMeasuring } from './engine-gate.ts';
import type { GateInput, RunResult, RunLink, RunPlan, RunProgress, RunTask } from './engine-task.ts';
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
  reportLeftOut,
} from './engine-work.ts';

/** Maximum number and total length of links in the report, which is stored as one value. */
const MAX_LISTED_LINKS = 200;
const MAX_LISTED_LINK_CHARACTERS = 1_000_000;
/** Pages per batch: one database statement, which takes a few milliseconds. */
const PAGE_BATCH_SIZE = 25;
/** In the folder of the run, until its pages are measured. */
const SHINGLES_FOLDER = 'shingles';

export interface RunHooks {
  onProgress(progress: RunProgress): void;
  /** @param pages JSON, serialized on this thread because it takes time */
  onPages(pages: string): void;
  isCanceled(): boolean;
}

interface PlannedRun extends PlannedParts {
  samples: SamplePage[];
  problems: Problem[];
  /** Set if the run has a quality gate. */
  gated?: Gated;
}

function throwIfCanceled({ isCanceled }: RunHooks): void {
  if (isCanceled()) throw new Canceled();
}

function layOut(plan: Plan, { name, split, isTest }: RunTask): PlannedParts {
  if (isTest || split === 0) return { layout: layoutParts(plan, { name, split: null }), limitBytes: null };
  return { layout: layoutSplit(plan, name), limitBytes: PART_BYTES };
}

function describePlan(
  { table }: ReadInput,
  problems: readonly Problem[],
  skippedRows: readonly RowReasons[],
): Omit<RunPlan, 'skipped'> {
  const notices = problems.filter(({ severity }) => severity === 'notice');
  const { problems: listed, problemCount } = cutProblems(problems);
  const spread = table && createSpread(table);
  return {
    // Pages of a combination are listed by number, so each problem gets the number of its first page.
    problems: listed.map((problem) => {
      const [first = problem] = spread?.(problem) ?? [];
      return first;
    }),
    problemCount,
    noticeCount: notices.length,
    skippedBitmap: toBitmap(skippedRows.map(({ row }) => row)),
    noticeBitmap: toBitmap(Array.from(spreadRows(notices, table), ({ row = 0 }) => row)),
  };
}

function createResult(
  input: ReadInput,
  problems: readonly Problem[],
  skippedRows: readonly RowReasons[],
): RunResult {
  return {
    ok: false,
    pages: 0,
    skipped: 0,
    held: 0,
    heldBitmap: '',
    dropped: 0,
    parts: [],
    selectors: input.project?.template.selectors ?? [],
    featuredImages: input.project?.template.featured?.length ?? 0,
    ...(input.project?.towns && { placesVersion: input.project.towns.version }),
    formedLinks: [],
    formedLinkCount: 0,
    hasPlaces: false,
    skippedTowns: [],
    linksFile: LINKS_FILE,
    skippedRows: skippedRows.slice(0, MAX_LISTED_ROWS),
    ...describePlan(input, problems, skippedRows),
    samples: [],
    placeholdersFilled: input.placeholders.filled,
    placeholdersTotal: input.placeholders.total,
  };
}

/** Plans the run, or returns a result with its faults. */
function planRun(input: ReadTest, task: RunTask, hooks: RunHooks): PlannedRun | RunResult {
  const { project, problems } = input;
  if (!project) return createResult(input, problems, collectSkippedRows(problems, input.table));
  const plan = input.samples ?? planPages(project);
  throwIfCanceled(hooks);
  const planned = [...problems, ...plan.problems];
  if (hasFault(planned))
    return {
      ...createResult(input, planned, collectSkippedRows(planned, input.table)),
      skipped: plan.skipped,
    };
  return planParts(withLeftOut(input, plan), plan, task);
}

/** Adds the problems of a plan without the gate: it names the rows that the user merged or dropped. */
const withLeftOut = (input: ReadTest, plan: Plan): ReadTest => ({
  ...input,
  problems: [...input.problems, ...reportLeftOut(plan)],
});

/** Lays out a plan, or returns a result with its faults. */
function planParts(input: ReadTest, plan: Plan, task: RunTask): PlannedRun | RunResult {
  const { samples } = input;
  const parts = layOut(plan, task);
  const { layout } = parts;
  const all = [...input.problems, ...layout.plan.problems, ...layout.problems];
  if (!hasFault(all)) return { ...parts, problems: all, samples: samples ? readSamples(samples) : [] };
  return { ...createResult(input, all, collectSkippedRows(all, input.table)), skipped: layout.skipped };
}

/** Measures the pages and plans the run again, or returns a result with its faults. */
async function gateRun(
  input: ReadTest,
  planned: PlannedRun,
  { task, gate, hooks }: { task: RunTask; gate: GateInput; hooks: RunHooks },
): Promise<PlannedRun | RunResult> {
  const { table } = input;
  const { layout } = planned;
  if (!table) throw new Error('A planned run has a sheet.');
  const skippedRows = findSkippedRows(input, layout, planned.problems);
  const plan = { ...describePlan(input, planned.problems, skippedRows), skipped: layout.skipped };
  const watch = trackMeasuring(layout.pages, hooks);
  hooks.onProgress({ ...createProgress(layout), isMeasuring: true, plan });
  const gated = await applyGate(planned, gate, { table, folder: task.folder, hooks: watch });
  throwIfCanceled(hooks);
  if ('problems' in gated) {
    const problems = [...planned.problems, ...gated.problems];
    return { ...createResult(input, problems, skippedRows), skipped: layout.skipped };
  }
  const { quality, held, notices } = gated;
  const second = planParts(withLeftOut(input, layout.plan), gated.plan, task);
  return 'layout' in second
    ? {
        ...second,
        problems: [...second.problems, ...notices],
        gated: { quality, held, dropped: layout.plan.held.length, pages: layout.pages },
      }
    : second;
}

/**
 * Lists the skipped rows of the plan. A test plans only its samples, so that problems of other rows don't
 * count.
 */
function findSkippedRows(
  { table }: ReadInput,
  { skipped }: Layout,
  problems: readonly Problem[],
): RowReasons[] {
  return skipped > 0 ? collectSkippedRows(problems, table) : [];
}

/** PostgreSQL's JSON can't contain NUL or lone surrogates. */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Hex digits of a content hash of 128 bits. */
const HASH_DIGITS = 32;
/** Longer titles are truncated in the list of pages. */
const TITLE_CHARACTERS = 300;

/** Hashes the content of pages: equal for the same row and template in every run. */
function createContentHash({ plan: { project } }: Layout): (link: BuiltLink) => string {
  const prefix = hash('sha256', readTemplate(project.program), 'hex');
  return (link) => hash('sha256', prefix + link.readContent(), 'hex').slice(0, HASH_DIGITS);
}

/**
 * Pages are written in the order of the parts. @returns a function that returns the number of the next page's
 * part
 */
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

interface BatchOptions {
  places: Places;
  held: readonly HeldPage[];
  onPages: RunHooks['onPages'];
}

/** Passes on pages in batches, with the coordinates of their rows: written ones, then those that are left out. */
function batchPages(layout: Layout, { places, held, onPages }: BatchOptions) {
  const { rows, settings, project } = layout.plan;
  const heldByRow = new Map(held.map((each) => [each.rowNumber, each]));
  const dates = settings?.scheduledDates ?? {};
  const hashContent = createContentHash(layout);
  const findPart = createPartFinder(layout);
  let batch: object[] = [];
  let page = -1;
  const flush = () => {
    if (batch.length > 0) onPages(JSON.stringify(batch));
    batch = [];
  };
  const add = (
    described: Pick<BuiltLink, 'row' | 'rowKey' | 'url' | 'label'> & { title: string },
    more: object,
  ) => {
    const { url, label, title, row, rowKey } = described;
    const { latitude = null, longitude = null } = places.get(row) ?? {};
    const { action = null, reason = null } = heldByRow.get(row) ?? {};
    batch.push({
      row,
      url: cleanText(url),
      label: cleanText(label.slice(0, LABEL_CHARACTERS)),
      title: cleanText(title.slice(0, TITLE_CHARACTERS)),
      row_key: rowKey,
      latitude,
      longitude,
      held: action,
      held_reason: reason,
      ...more,
    });
    if (batch.length === PAGE_BATCH_SIZE) flush();
  };
  return {
    take(link: BuiltLink) {
      const key = toStoredKey(link.rowKey);
      page += 1;
      add(
        { ...link, title: link.readTitle(), rowKey: key },
        {
          slug: cleanText(link.slug),
          part: findPart(),
          content_hash: hashContent(link),
          scheduled_at: Object.hasOwn(dates, key) ? dates[key] : null,
          town: project.towns?.takeAdded(rows[page] ?? 0) ?? null,
          combined_row: project.table.findPlace(rows[page] ?? 0).combinedRow ?? null,
        },
      );
    },
    finish() {
      for (const each of held) if (each.action === 'leave-out') add({ ...each, row: each.rowNumber }, {});
      flush();
    },
  };
}

/** Reports the progress of the writing, and collects the first links. */
function trackProgress(
  {
    layout,
    gated,
    plan,
    onWritten,
  }: Pick<PlannedRun, 'layout' | 'gated'> & {
    plan: RunPlan;
    onWritten: (link: BuiltLink) => void;
  },
  hooks: RunHooks,
): { links: RunLink[]; hooks: WriteHooks } {
  const links: RunLink[] = [];
  let characters = 0;
  let label = '';
  const report = (progress: RunProgress) =>
    hooks.onProgress(gated ? toSecondHalf(gated, progress) : progress);
  const writing: WriteHooks = {
    onProgress: ({ pages, total, bytes, parts, written: partsWritten, compared }) =>
      report({
        state: partsWritten < parts ? 'running' : 'auditing',
        pagesDone: pages,
        pagesTotal: total,
        partsWritten,
        partsTotal: parts,
        bytesWritten: bytes,
        ...(compared !== undefined && { compared }),
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
  report({ ...createProgress(layout), plan });
  return { links, hooks: writing };
}

/** Progress before the first page. */
function createProgress({ pages, parts }: Layout): RunProgress {
  return {
    state: 'running',
    pagesDone: 0,
    pagesTotal: pages,
    partsWritten: 0,
    partsTotal: parts.length,
    bytesWritten: 0,
  };
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
 * Runs the task. @throws `Canceled` or an error of the file system; then nothing more is written, and the
 * caller must remove the folder
 */
export async function handleRun(task: RunTask, hooks: RunHooks): Promise<RunResult> {
  const input: ReadTest = task.isTest ? readTest(task) : readInput(task);
  throwIfCanceled(hooks);
  const planned = planRun(input, task, hooks);
  if (!('layout' in planned)) return planned;
  throwIfCanceled(hooks);
  const { gate } = task;
  if (!gate || task.isTest) return writeRun(input, planned, { task, hooks });
  const gated = await gateRun(input, planned, { task, gate, hooks });
  return 'layout' in gated ? writeRun(input, gated, { task, hooks }) : gated;
}

/** Writes the parts, and measures their pages unless the gate has. */
async function measureParts(
  input: ReadInput,
  planned: PlannedRun,
  { task, hooks }: { task: RunTask; hooks: WriteHooks },
): Promise<VerifiedParts> {
  const { gated, layout } = planned;
  const isMeasured = gated !== undefined || task.isTest || input.table === undefined;
  const rows = isMeasured || !input.table ? undefined : readMeasuredRows(layout.plan, input.table);
  if (!rows) return writeAndVerify(planned, task.folder, hooks);
  const folder = join(task.folder, SHINGLES_FOLDER);
  await mkdir(folder);
  const verified = await writeAndVerify(planned, task.folder, { ...hooks, measuring: { rows, folder } });
  await rm(folder, { recursive: true, force: true });
  return verified;
}

async function writeRun(
  input: ReadInput,
  planned: PlannedRun,
  { task, hooks }: { task: RunTask; hooks: RunHooks },
): Promise<RunResult> {
  const { layout, samples, gated } = planned;
  const places: Places = input.table && !task.isTest ? readPlaces(input.table) : new Map();
  const held = gated?.held ?? listHeld(layout.plan);
  const dropped = gated?.dropped ?? held.length;
  const { leftOut = {} } = task;
  const listed = held.filter(({ rowKey }) => !Object.hasOwn(leftOut, rowKey));
  const pages = batchPages(layout, { places, held: listed, onPages: hooks.onPages });
  const plannedRows = findSkippedRows(input, layout, planned.problems);
  const plan = { ...describePlan(input, planned.problems, plannedRows), skipped: layout.skipped };
  const watch = trackProgress(
    { layout, ...(gated && { gated }), plan, onWritten: task.isTest ? () => {} : pages.take },
    hooks,
  );
  const verified = await measureParts(input, planned, { task, hooks: watch.hooks });
  const { parts, formedLinks, verdict, quality = gated?.quality, measuringError } = verified;
  const problems = [...planned.problems, ...verdict.problems];
  const skippedRows = findSkippedRows(input, layout, problems);
  const result: RunResult = {
    ...createResult(input, problems, skippedRows),
    pages: verdict.pages,
    skipped: layout.skipped,
    samples,
  };
  if (!verdict.ok) return result;
  pages.finish();
  if (skippedRows.length > 0) writeSkippedFile(task.folder, input, skippedRows);
  return {
    ...result,
    ok: true,
    held: held.length - dropped,
    dropped,
    heldBitmap: toBitmap(held.map(({ rowNumber }) => rowNumber)),
    parts: parts.map(({ file: name, ...part }) => ({ name, ...part })),
    formedLinks: watch.links,
    formedLinkCount: formedLinks,
    hasPlaces: places.size > 0,
    skippedTowns: locateSkipped(places, skippedRows),
    ...(skippedRows.length > 0 ? { skippedRowsFile: SKIPPED_ROWS_FILE } : {}),
    ...(measuringError && { measuringError: measuringError.message }),
    ...(quality && {
      quality: describeQuality(quality, {
        getRow: (row) => input.table?.rowNumber(row) ?? 0,
        towns: places,
        openPlaces: openTowns,
      }),
    }),
  };
}
