/**
 * Distributes pages over parts, each with a maximum of bytes and pages, in the order of the rows. Ids are
 * unique over all parts, and the numbers of parts show their order.
 */
import type { Plan } from './plan.ts';
import type { PageBudget } from './row-validator.ts';
import type { Problem } from '../problem.ts';
import { type PartStubs, createMediaStubs, createParentStubs } from './part-stubs.ts';
import type { PartFrame } from './template.ts';

export interface SplitLimits {
  bytes: number;
  pages: number;
}

export interface LayoutOptions {
  /** Base name of the files, without an extension: `northstar`. */
  name: string;
  /** `null`: one file of any size. */
  split: SplitLimits | null;
}

export interface LayoutPart {
  name: string;
  bytes: number;
  pages: number;
  /** Index of its first page in the plan. */
  from: number;
  frame: PartFrame;
  /** Pages of other parts that it repeats as parents of its own, before these. */
  repeated: readonly number[];
}

/** A file next to the parts. */
export interface LayoutExtra {
  name: string;
  pages: number;
  from: number;
}

export interface Layout {
  plan: Plan;
  parts: LayoutPart[];
  extras: LayoutExtra[];
  /** A fault if parts are too small for the static records; faults of rows are in the plan. */
  problems: Problem[];
  pages: number;
  skipped: number;
  bytes: number;
}

/**
 * Plans again without the pages that exceed a part: ids and dates move up, and the slug of such a page
 * becomes free for another row.
 */
function withoutOversized(plan: Plan, budget: PageBudget): Plan {
  const fits = (size: number, index: number) => size <= budget.of(plan.rows[index] ?? 0);
  return plan.sizes.every(fits) ? plan : plan.within(budget);
}

/** Row media must fit into the part that creates them. */
function validateFrames(
  { first, last }: Frames,
  { limit, mediaBytes, file }: { limit: number; mediaBytes: number; file: string },
): Problem[] {
  const [name, bytes] = first.bytes > limit ? ['first', first.bytes] : ['last', last.bytes - mediaBytes];
  if (bytes <= limit) return [];
  return [
    {
      code: 'part-too-small',
      severity: 'fault',
      file,
      text: `The ${name} part has ${bytes} bytes of accompanying records (media, parents, terms), more than the limit of ${limit} bytes. Raise the size of the parts.`,
    },
  ];
}

function nameParts<Part extends { name: string }>(parts: Part[], name: string, ending: string): Part[] {
  if (parts.length === 1) return parts.map((part) => ({ ...part, name: `${name}.${ending}` }));
  const width = String(parts.length).length;
  return parts.map((part, index) => ({
    ...part,
    name: `${name}-${String(index + 1).padStart(width, '0')}-of-${parts.length}.${ending}`,
  }));
}

function openPart(frame: PartFrame, from: number): LayoutPart {
  return { name: '', bytes: frame.bytes, pages: 0, from, frame, repeated: [] };
}

function withFrame(part: LayoutPart, frame: PartFrame): LayoutPart {
  return { ...part, frame, bytes: part.bytes - part.frame.bytes + frame.bytes };
}

/** Creates each later part with only the stubs that its own rows choose. */
function withOwnCompanions(plan: Plan, parts: readonly LayoutPart[]): LayoutPart[] {
  const { template } = plan.project;
  const { rowMedia } = template;
  if (rowMedia === undefined) return [...parts];
  return parts.map((part, index) => {
    if (index === 0) return part;
    const rows = plan.rows.subarray(part.from, part.from + part.pages);
    const ancestors = Array.from(rows, (row) => plan.settings?.listAncestors(row) ?? []).flat();
    const isLast = index === parts.length - 1;
    const frame = template.frame({ isFirst: false, isLast, chosen: rowMedia.listIds(rows, ancestors) });
    return withFrame(part, frame);
  });
}

/** Lets each part repeat the parents of its pages that other parts have. */
function withParents(parts: readonly LayoutPart[], parents: PartStubs): LayoutPart[] {
  return parts.map((part) => {
    const repeated = parents.list(part.from, part.pages);
    return { ...part, repeated, bytes: part.bytes + parents.carriedBytes };
  });
}

interface Frames {
  single: PartFrame;
  first: PartFrame;
  later: PartFrame;
  last: PartFrame;
}

function makeFrames({ project: { template } }: Plan): Frames {
  return {
    single: template.frame({ isFirst: true, isLast: true }),
    first: template.frame({ isFirst: true, isLast: false }),
    later: template.frame({ isFirst: false, isLast: false }),
    last: template.frame({ isFirst: false, isLast: true }),
  };
}

/** Limits of a part, and the stubs that it needs. */
interface PartRules {
  limit: number;
  pagesPerPart: number;
  media: PartStubs;
  /** Bytes of all stubs of media. */
  mediaBytes: number;
  parents: PartStubs;
}

/** Appends pages in order to the current part until it is full; leaves the last part open. */
function openParts(
  plan: Plan,
  { first, later }: Frames,
  { limit, pagesPerPart, media, mediaBytes, parents }: PartRules,
): LayoutPart[] {
  const opened = plan.pages === 0 ? [] : [openPart(first, 0)];
  for (let page = 0; page < plan.pages; page += 1) {
    const row = plan.rows[page] ?? 0;
    const size = plan.sizes[page] ?? 0;
    let current = opened.at(-1) ?? openPart(first, 0);
    // the first part has all row media in full, later ones only stubs
    const unused = current.frame === first ? 0 : mediaBytes - media.carriedBytes - media.bytesFor(row);
    const bytes =
      current.bytes - unused + size + current.frame.gapBytes + parents.carriedBytes + parents.bytesFor(page);
    if (bytes > limit || current.pages >= pagesPerPart) {
      current = openPart(later, page);
      opened.push(current);
      media.startPart(page);
      parents.startPart(page);
    }
    media.carry(row);
    parents.carry(page);
    current.bytes += size + current.frame.gapBytes;
    current.pages += 1;
  }
  return opened;
}

/**
 * The last part with the records that it creates when all pages exist. If they don't fit, another part
 * takes them, with the last page if both fit.
 */
function closeParts(
  plan: Plan,
  opened: readonly LayoutPart[],
  { frames, limit, media, mediaBytes, parents }: PartRules & { frames: Frames },
): LayoutPart[] {
  const current = opened.at(-1);
  if (current === undefined) return [];
  const before = opened.slice(0, -1);
  const isSingle = before.length === 0;
  const closed = withFrame(current, isSingle ? frames.single : frames.last);
  const unused = isSingle ? 0 : mediaBytes - media.carriedBytes;
  if (closed.bytes - unused + parents.carriedBytes <= limit) return [...before, closed];
  const page = plan.pages - 1;
  const size = (plan.sizes[page] ?? 0) + current.frame.gapBytes;
  const bytes = frames.last.bytes + size;
  const added = media.countBytes(plan.rows[page] ?? 0) + parents.countBytes(page);
  const fits = bytes - mediaBytes + added <= limit;
  if (current.pages < 2 || !fits) return [...opened, openPart(frames.last, plan.pages)];
  const rest = { ...current, pages: current.pages - 1, bytes: current.bytes - size };
  return [...before, rest, { ...openPart(frames.last, page), pages: 1, bytes }];
}

function layoutExtras({ pages, project }: Plan, name: string): LayoutExtra[] {
  const { extra } = project.template;
  if (extra === undefined) return [];
  const count = Math.ceil(pages / extra.recordLimit);
  const files = Array.from({ length: count }, (_, index) => {
    const from = index * extra.recordLimit;
    return { name: '', from, pages: Math.min(extra.recordLimit, pages - from) };
  });
  return nameParts(files, `${name}-${extra.name}`, 'csv');
}

/** Distributes the pages of a plan over parts, with the exact size of each. */
export function layoutParts(whole: Plan, options: LayoutOptions): Layout {
  const { template, seed } = whole.project;
  const frames = makeFrames(whole);
  const { later } = frames;
  const limit = options.split?.bytes ?? Number.POSITIVE_INFINITY;
  const asked = options.split?.pages ?? Number.POSITIVE_INFINITY;
  const pagesPerPart = Math.min(asked, template.recordLimit ?? Number.POSITIVE_INFINITY);
  const { media, mediaBytes } = createMediaStubs(whole, later.gapBytes);
  const bytes = limit - (later.bytes - mediaBytes) - later.gapBytes;
  const ofWhole = createParentStubs(whole, later.gapBytes);
  const pageOfRow = whole.settings && new Map(Array.from(whole.rows, (row, page) => [row, page]));
  const of = (row: number) => {
    const page = pageOfRow?.get(row);
    return bytes - media.countBytes(row) - (page === undefined ? 0 : ofWhole.countBytes(page));
  };
  const plan = withoutOversized(whole, { limit, of });
  const parents = createParentStubs(plan, later.gapBytes);
  const rules = { limit, pagesPerPart, media, mediaBytes, parents };
  const closed = closeParts(plan, openParts(plan, frames, rules), { ...rules, frames });
  const parts = withParents(withOwnCompanions(plan, closed), parents);
  const notices = parts.length > 1 ? (template.splitNotices ?? []) : [];
  return {
    plan,
    parts: nameParts(parts, options.name, template.extension),
    extras: layoutExtras(plan, options.name),
    problems: [...validateFrames(frames, { limit, mediaBytes, file: seed.file }), ...notices],
    pages: plan.pages,
    skipped: plan.skipped,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}
