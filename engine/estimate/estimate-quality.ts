/**
 * Estimates the quality of the pages of a form from a sample of its rows. A sample alone would seem more different than
 * all pages are, so each sampled page is also compared with pages of rows that write nearly the same, and titles and
 * links are judged among all rows.
 */
import { combineInput, type InspectInput, prepareFor } from '../inspect/inspect.ts';
import { readSeed } from '../platforms/read-seed.ts';
import { measureSimilarity } from '../quality/similarity.ts';
import { type Plan, planPages } from '../render/plan.ts';
import type { Table } from '../sheet/table.ts';
import type { QualityEstimate } from './estimate.ts';
import { createMemoryStore, fillPages } from './filled-pages.ts';
import { findChanges } from './find-changes.ts';
import { GroupScan, sampleTexts } from './group-scan.ts';
import { readParagraphs } from './paragraphs.ts';
import { RowSimilarity } from './row-similarity.ts';
import { RowTexts } from './row-texts.ts';
import { type Measured, scoreSample, sumParts } from './score-sample.ts';

const SAMPLE_ROWS = 40;
/** Pages that are compared with each sampled one. */
const COMPANIONS = 2;
/** Rows that are planned and searched for companions: more rows rarely yield closer ones. */
const MAX_SEARCHED = 4000;
/** Full runs aren't measured beyond it, either. */
const MAX_PAGES = 100_000;
/** Rows that are read between two chances to stop. */
const STEP = 500;
/** Fraction of the golden ratio: steps of it are even, but follow no period of a combination of two lists. */
const GOLDEN = 0.618_033_988_749_895;

/** Picks pages at even distances. */
function pickEvenly(count: number, wanted: number): number[] {
  if (count <= wanted) return Array.from({ length: count }, (_, page) => page);
  const step = count / wanted;
  return Array.from({ length: wanted }, (_, index) =>
    Math.min(count - 1, Math.floor((index + ((index * GOLDEN) % 1)) * step)),
  );
}

interface PlannedInput {
  plan: Plan;
  sheet: Table;
  /** Rows that probably become pages, and the number of pages. */
  rows: ArrayLike<number> & Iterable<number>;
  size: number;
}

/** Plans all rows, or an even part of many: whether the others become pages isn't checked. */
function planInput(input: InspectInput): PlannedInput | undefined {
  const seed = input.seed && readSeed(input.seed.bytes, input.seed.file, input.format).seed;
  const sheet = combineInput(input)?.table;
  if (!seed || !sheet || sheet.rowCount > MAX_PAGES) return undefined;
  const { project } = prepareFor(seed, sheet, input);
  if (!project) return undefined;
  const { table, template } = project;
  // The URL of a page may depend on the page of another row.
  const isWhole = table.rowCount <= MAX_SEARCHED || template.steering !== undefined;
  const planned = isWhole ? undefined : pickEvenly(table.rowCount, MAX_SEARCHED);
  const plan = planPages(project, { ...(planned && { only: planned }) });
  if (plan.pages === 0) return undefined;
  if (!planned) return { plan, sheet, rows: plan.rows, size: plan.pages };
  const all = Array.from({ length: table.rowCount }, (_, row) => row);
  const rows = all.filter((row) => table.rowProblems(row).length === 0);
  return { plan, sheet, rows, size: Math.round((table.rowCount * plan.pages) / planned.length) };
}

/** Reads all rows: which pages exist and are linked, and what the searched rows write. */
function* scanRows(
  { rows }: PlannedInput,
  scan: GroupScan,
  { texts, searched }: Pick<Measured, 'texts' | 'searched'>,
) {
  let count = 0;
  for (const row of rows) {
    if (count++ % STEP === 0) yield;
    scan.readPage(texts.open(row));
  }
  const hasLinks = scan.findLinkParts();
  const ids: number[][] = [];
  for (const [index, row] of searched.entries()) {
    if (index % STEP === 0) yield;
    const opened = texts.open(row);
    const written = texts.list(opened.values);
    if (hasLinks) scan.readLinks(opened, written);
    ids.push(texts.listIds(written));
  }
  return { ids, group: scan.finish(searched.length === rows.length) };
}

function* measure(input: PlannedInput): Generator<void, Measured | undefined> {
  const { plan, sheet, size } = input;
  const chosen = pickEvenly(plan.pages, SAMPLE_ROWS);
  const others = new Set(pickEvenly(plan.pages, MAX_SEARCHED));
  for (const page of chosen) others.delete(page);
  const pages = [...chosen, ...others];
  const searched = pages.map((page) => plan.rows[page] ?? 0);
  const first = fillPages(plan, sheet, chosen);
  if (!first) return undefined;
  yield;
  const texts = new RowTexts(plan);
  const { paragraphs, words } = readParagraphs(plan, first, chosen);
  const sample = first.facts.map((facts, index) => sampleTexts(texts, searched[index] ?? 0, facts));
  for (const [index, { written }] of sample.entries()) texts.learn(written, words[index] ?? new Set());
  const { ids, group } = yield* scanRows(input, new GroupScan(plan, sample, size), { texts, searched });
  const rowSimilarity = new RowSimilarity({
    rows: ids,
    words: texts.words,
    sample: sample.length,
    pageWords: first.facts.map(({ shingles }) => shingles),
  });
  yield;
  const companions = new Set(sample.flatMap((_, index) => rowSimilarity.listClosest(index, COMPANIONS)));
  for (const index of sample.keys()) companions.delete(index);
  const filled = fillPages(plan, sheet, [...chosen, ...Array.from(companions, (index) => pages[index] ?? 0)]);
  if (!filled) return undefined;
  yield;
  const hashes = { reader: filled.reader, scratch: createMemoryStore() };
  const comparing = measureSimilarity(filled.facts, hashes);
  for (let step = comparing.next(); ; step = comparing.next()) {
    if (!step.done) continue;
    const similarity = step.value;
    return {
      plan,
      sheet,
      sample,
      texts,
      rowSimilarity,
      searched,
      similarity,
      group,
      filled,
      paragraphs,
    };
  }
}

/**
 * Estimates the quality of the pages that a run would write. Yields often, so that the caller can stop.
 * @returns undefined if there would be no pages, or more than are measured
 */
export function* estimateQuality(input: InspectInput): Generator<void, QualityEstimate | undefined> {
  const planned = planInput(input);
  if (!planned) return undefined;
  yield;
  const measured = yield* measure(planned);
  if (!measured) return undefined;
  const parts = scoreSample(measured);
  const { sample, similarity } = measured;
  const closest = similarity.similarity.subarray(0, sample.length).reduce((sum, each) => sum + each, 0);
  return {
    score: sumParts(parts),
    parts,
    templateShare: similarity.templateShare,
    similarity: closest / sample.length,
    rows: sample.length,
    changes: yield* findChanges(measured, input),
  };
}
