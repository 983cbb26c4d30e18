/**
 * Pages to parts: each at most so many bytes and pages, in the order of the rows. Ids stay unique
 * over all parts, and parts are numbered so that their order is plain.
 */
import type { Plan } from '../fill/plan.ts';
import type { PageRoom } from '../fill/row-judge.ts';
import { idsOfRows } from '../formats/wordpress-wxr-row-ids.ts';
import type { Problem } from '../problem.ts';
import { type PartFrame, partFrame } from './part.ts';
import { PictureStubs } from './picture-stubs.ts';

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
  /** A fault where parts are too small for what goes along; those of rows are the plan's. */
  problems: Problem[];
  pages: number;
  skipped: number;
  bytes: number;
}

/**
 * The plan without the pages that fit into no part. It is planned anew: ids and dates move up, and a slug
 * that such a page gives up is free for another row.
 */
function withoutOversized(plan: Plan, room: PageRoom): Plan {
  const fits = (size: number, index: number) => size <= room.of(plan.rows[index] ?? 0);
  return plan.sizes.every(fits) ? plan : plan.within(room);
}

/** Records that go along whole must fit into the first part, whatever it holds besides. */
function judgeFrame(first: PartFrame, limit: number, file: string): Problem[] {
  if (first.bytes <= limit) return [];
  return [
    {
      code: 'part-too-small',
      severity: 'fault',
      file,
      text: `The first part alone carries ${first.bytes} bytes of records that go along (media, parents, terms), more than the ${limit} bytes of a part. Raise the size of the parts.`,
    },
  ];
}

function nameParts(parts: LaidPart[], name: string): LaidPart[] {
  if (parts.length === 1) return parts.map((part) => ({ ...part, name: `${name}.xml` }));
  const width = String(parts.length).length;
  return parts.map((part, index) => ({
    ...part,
    name: `${name}-${String(index + 1).padStart(width, '0')}-of-${parts.length}.xml`,
  }));
}

function openPart(frame: PartFrame, from: number): LaidPart {
  return { name: '', bytes: frame.bytes, pages: 0, from, frame };
}

/** Each later part with the stubs of those pictures alone that its own rows choose. */
function withOwnPictures(plan: Plan, parts: readonly LaidPart[]): LaidPart[] {
  const { project } = plan;
  if (!project.statics.records.some((record) => record.isOfRows)) return [...parts];
  return parts.map((part, index) => {
    if (index === 0) return part;
    const rows = plan.rows.subarray(part.from, part.from + part.pages);
    const frame = partFrame(project, false, idsOfRows(project.table, project.pictures, rows));
    return { ...part, frame, bytes: part.bytes - part.frame.bytes + frame.bytes };
  });
}

/** Distributes the pages of a plan over parts, with the exact size of each. */
export function layoutParts(whole: Plan, options: LayoutOptions): Layout {
  const first = partFrame(whole.project, true);
  const later = partFrame(whole.project, false);
  const limit = options.split?.bytes ?? Number.POSITIVE_INFINITY;
  const pagesPerPart = options.split?.pages ?? Number.POSITIVE_INFINITY;
  const stubs = new PictureStubs(whole.project, later.gapBytes);
  const room = limit - (later.bytes - stubs.total) - later.gapBytes;
  const plan = withoutOversized(whole, { limit, of: (row) => room - stubs.bytesOf(row) });
  const opened = plan.pages === 0 ? [] : [openPart(first, 0)];
  for (let page = 0; page < plan.pages; page += 1) {
    const row = plan.rows[page] ?? 0;
    const size = plan.sizes[page] ?? 0;
    let current = opened.at(-1) ?? openPart(first, 0);
    // the first part carries all pictures whole, a later one only the stubs of its own
    const unused = current.frame === first ? 0 : stubs.total - stubs.bytesWith(row);
    const bytes = current.bytes - unused + size + current.frame.gapBytes;
    if (bytes > limit || current.pages >= pagesPerPart) {
      current = openPart(later, page);
      opened.push(current);
      stubs.startPart();
    }
    stubs.carry(row);
    current.bytes += size + current.frame.gapBytes;
    current.pages += 1;
  }
  const parts = withOwnPictures(plan, opened);
  return {
    plan,
    parts: nameParts(parts, options.name),
    problems: judgeFrame(first, limit, plan.project.seed.file),
    pages: plan.pages,
    skipped: plan.skipped,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}
