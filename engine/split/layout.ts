/**
 * Pages to parts: each at most so many bytes and pages, in the order of the rows. Ids stay unique
 * over all parts, and parts are numbered so that their order is plain.
 */
import type { Plan } from '../fill/plan.ts';
import type { Problem } from '../problem.ts';
import { type PartFrame, partFrame } from './part.ts';

export interface SplitLimits {
  bytes: number;
  pages: number;
}

export interface LayoutOptions {
  /** Of the files, without an ending: `northstar`. */
  name: string;
  /** `null` = one file, whatever its size. */
  split: SplitLimits | null;
}

export interface LaidPart {
  name: string;
  bytes: number;
  pages: number;
  /** Index of its first page in the plan. */
  from: number;
  frame: PartFrame;
}

export interface Layout {
  plan: Plan;
  parts: LaidPart[];
  /** Pages larger than a part, which are left out. */
  problems: Problem[];
  pages: number;
  lost: number;
  bytes: number;
}

/** The plan without the pages that fit into no part. */
function withoutOversized(plan: Plan, room: number, limit: number): { plan: Plan; problems: Problem[] } {
  if (plan.sizes.every((size) => size <= room)) return { plan, problems: [] };
  const { table } = plan.project;
  const problems: Problem[] = [];
  const kept: number[] = [];
  plan.sizes.forEach((size, index) => {
    if (size <= room) kept.push(index);
    else {
      problems.push({
        code: 'page-too-large',
        severity: 'loss',
        file: table.file,
        row: table.rowNumber(plan.rows[index] ?? 0),
        text: `The page alone has ${size} bytes, more than a part of ${limit} bytes can hold. Shorten its cells, or raise the size of the parts.`,
      });
    }
  });
  const pick = <Numbers extends Uint32Array | Float64Array>(numbers: Numbers) =>
    numbers.filter((_, index) => (plan.sizes[index] ?? 0) <= room) as Numbers;
  return {
    plan: {
      ...plan,
      rows: pick(plan.rows),
      sizes: pick(plan.sizes),
      dates: pick(plan.dates),
      pages: kept.length,
      lost: plan.lost + problems.length,
      formedLinks: kept.length,
    },
    problems,
  };
}

function nameParts(parts: LaidPart[], name: string): LaidPart[] {
  if (parts.length === 1) return parts.map((part) => ({ ...part, name: `${name}.xml` }));
  const width = String(parts.length).length;
  return parts.map((part, index) => ({
    ...part,
    name: `${name}-${String(index + 1).padStart(width, '0')}-of-${parts.length}.xml`,
  }));
}

/** Distributes the pages of a plan over parts, with the exact size of each. */
export function layoutParts(whole: Plan, options: LayoutOptions): Layout {
  const first = partFrame(whole.project, true);
  const later = partFrame(whole.project, false);
  const limit = options.split?.bytes ?? Number.POSITIVE_INFINITY;
  const pagesPerPart = options.split?.pages ?? Number.POSITIVE_INFINITY;
  const room = limit - Math.max(first.bytes, later.bytes) - later.gapBytes;
  const { plan, problems } = withoutOversized(whole, room, limit);
  const parts: LaidPart[] = [];
  let current: LaidPart | undefined;
  for (let page = 0; page < plan.pages; page += 1) {
    const frame: PartFrame = current === undefined ? first : later;
    const size: number = (plan.sizes[page] ?? 0) + frame.gapBytes;
    if (!current || current.bytes + size > limit || current.pages >= pagesPerPart) {
      const opened: PartFrame = current ? later : first;
      current = { name: '', bytes: opened.bytes, pages: 0, from: page, frame: opened };
      parts.push(current);
    }
    current.bytes += (plan.sizes[page] ?? 0) + current.frame.gapBytes;
    current.pages += 1;
  }
  return {
    plan,
    parts: nameParts(parts, options.name),
    problems,
    pages: plan.pages,
    lost: plan.lost,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}
