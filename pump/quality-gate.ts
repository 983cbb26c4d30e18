/**
 * The quality gate of a build: all pages are built to a scratch folder and measured, and those that score too low are
 * held back in the plan of the actual build, whose figures aren't measured again.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  describeHeld,
  type HeldAction,
  type HeldDescription,
  listPageKeys,
  listPageSlugs,
  type PageRows,
  type Plan,
  planPages,
  type Problem,
  readPageRows,
  roundScore,
  type RunQuality,
  type Table,
} from '#engine';
import { type PlannedParts, writeAndVerify } from './verify-parts.ts';
import type { WriteHooks } from './write-parts.ts';

/** Limits of builds whose pages are measured: each audit thread holds all rows, and has 256 MB. */
const MAX_MEASURED_PAGES = 100_000;
const MAX_MEASURED_CHARACTERS = 20_000_000;
const LIMITS = '100,000 pages and 20 million characters in their rows';
/** In the folder of the build, until its pages are measured. */
const SCRATCH_FOLDER = 'scratch';
const SHINGLES_FOLDER = 'shingles';

/** Pages that score less than `below` are held back. */
export interface QualityGate {
  below: number;
  action: HeldAction;
}

/** A page that is held back. */
export interface HeldPage extends HeldDescription {
  /** 0 to 100, with one decimal; null if it wasn't measured. */
  score: number | null;
}

/** The plan of the actual build. */
export interface GatedPlan {
  plan: Plan;
  quality: RunQuality;
  /** All pages that it holds back, in the order of the rows. */
  held: HeldPage[];
  /** Names pages that weren't measured, and so aren't held back. */
  notices: Problem[];
}

interface GateWork {
  /** The rows as they were read. */
  table: Table;
  /** Folder of the build. */
  folder: string;
  hooks?: WriteHooks;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** @returns undefined for rows that are too long to be sent to the threads that measure */
export function readMeasuredRows(plan: Plan, table: Table): PageRows | undefined {
  if (plan.pages > MAX_MEASURED_PAGES) return undefined;
  return readPageRows(table, { pages: listPageSlugs(plan), maxCharacters: MAX_MEASURED_CHARACTERS });
}

function refuse(code: string, text: string): { problems: Problem[] } {
  return { problems: [{ code, severity: 'fault', text }] };
}

/** Reports a build whose pages can't be measured. */
export function checkGate(plan: Plan, table: Table): Problem[] {
  if (readMeasuredRows(plan, table)) return [];
  const text = `The quality gate can’t be applied: the limit is ${LIMITS}, and this sheet has more. Turn the gate off, or split the sheet.`;
  return refuse('gate-too-large', text).problems;
}

/** Builds and measures all pages; nothing of the build stays. */
async function measureScratch(
  planned: PlannedParts,
  work: GateWork,
): Promise<RunQuality | { problems: Problem[] }> {
  const { plan } = planned.layout;
  const rows = readMeasuredRows(plan, work.table);
  if (!rows) return { problems: checkGate(plan, work.table) };
  const scratch = join(work.folder, SCRATCH_FOLDER);
  const folder = join(scratch, SHINGLES_FOLDER);
  await mkdir(folder, { recursive: true });
  try {
    const measuring = { rows, folder };
    const { verdict, quality, measuringError } = await writeAndVerify(planned, scratch, {
      ...work.hooks,
      measuring,
    });
    if (!verdict.ok) return { problems: verdict.problems };
    if (quality) return quality;
    const reason = measuringError?.message ?? 'unknown error';
    const text = `The quality gate can’t be applied: measuring the pages failed (${reason}). Try again, or turn the gate off.`;
    return refuse('gate-unmeasured', text);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Scores of pages by the index of their row. */
function readScores({ pages }: RunQuality): Map<number, number> {
  return new Map(
    pages.flatMap(({ row, score }): [number, number][] =>
      row === undefined ? [] : [[row, roundScore(score)]],
    ),
  );
}

/**
 * Measures the pages and plans the build without those that score too low, or with their setting.
 * @returns the problems that end the build, if there are any
 * @throws `Canceled` and errors of the file system
 */
export async function applyGate(
  planned: PlannedParts,
  gate: QualityGate,
  work: GateWork,
): Promise<GatedPlan | { problems: Problem[] }> {
  const { plan } = planned.layout;
  const quality = await measureScratch(planned, work);
  if ('problems' in quality) return quality;
  const scores = readScores(quality);
  const unmatched = [...plan.rows].filter((row) => !scores.has(row)).sort((a, b) => a - b);
  if (unmatched.length === plan.pages) {
    const text = `The quality gate can’t be applied: the files don’t show which page belongs to which row. Add a slug or a URL to the seed page, or turn the gate off.`;
    return refuse('gate-unmeasured', text);
  }
  const weak = listPageKeys(plan).filter(({ row }) => (scores.get(row) ?? gate.below) < gate.below);
  if (gate.action === 'leave-out' && weak.length === plan.pages) {
    const text = `All ${count(plan.pages)} pages score below ${gate.below}, so the quality gate would leave out every page. Lower the gate, or make the pages differ more.`;
    return refuse('gate-holds-all', text);
  }
  const reasons = new Map(
    weak.map(({ row, rowKey }) => [
      rowKey,
      `Scores ${scores.get(row)} of 100; the quality gate is ${gate.below}.`,
    ]),
  );
  const { project } = plan;
  const held = [...(project.held ?? []), { action: gate.action, reasons }];
  const gated = planPages({ ...project, held });
  const notices = describeUnmatched(unmatched, work.table);
  return { plan: gated, quality, held: listHeld(gated, scores), notices };
}

/** Rows that a notice names. */
const MAX_NAMED = 20;

function describeUnmatched(rows: readonly number[], table: Table): Problem[] {
  if (rows.length === 0) return [];
  const [pages, titles] =
    rows.length === 1
      ? ['1 page isn’t held back, whatever it scores', 'its title doesn’t show its row']
      : [
          `${count(rows.length)} pages aren’t held back, whatever they score`,
          'their titles don’t show their rows',
        ];
  const named = rows.slice(0, MAX_NAMED).map((row) => table.nameRow(row));
  const more = rows.length - named.length;
  const names = [...named, ...(more > 0 ? [`${count(more)} more`] : [])].join(', ');
  const text = `${pages}, because the files have no URLs and ${titles}: ${names}. Add a slug or a URL to the seed page.`;
  return [{ code: 'gate-unmatched', severity: 'notice', text }];
}

/** Lists the pages that a plan holds back. @param scores by the index of the row */
export function listHeld(plan: Plan, scores: ReadonlyMap<number, number> = new Map()): HeldPage[] {
  return describeHeld(plan)
    .toSorted((a, b) => a.row - b.row)
    .map((page) => ({ ...page, score: scores.get(page.row) ?? null }));
}
