/**
 * Notices about constructs that waste text: branches that no row takes, variants that most rows share, and lists
 * without entries. They are counted in some rows of the sheet.
 */
import type { Body, ConstructSource, Value } from '../language/value.ts';
import type { Problem } from '../problem.ts';
import { placeConstructs } from '../render/place-constructs.ts';
import type { Plan } from '../render/plan.ts';
import { createRowOpener } from '../render/project-row.ts';
import type { RowValues } from '../render/row-values.ts';
import { cutText } from '../text/cut-text.ts';

/** Maximum number of rows to count in, spread over the sheet. */
const MAX_COUNTED_ROWS = 2000;
/** Fewer rows may share a variant by chance. */
const MIN_SPIN_ROWS = 20;
/** Share of the rows that may take one variant. */
const MAX_SHARE = 0.55;
/** Rows beyond the half that are more than chance, in standard deviations of two variants. */
const MAX_DEVIATIONS = 3;
const MAX_NOTICES = 100;
const SHOWN_CHARACTERS = 60;

/** Number of rows that reach a construct, and of those that write each of its bodies. */
class Tally {
  rows = 0;
  readonly taken = new Map<Body, number>();
  #row = -1;

  add(row: number, written: ReadonlySet<Body>): void {
    // a list reaches the constructs in it several times for each row
    const isRepeated = row === this.#row;
    this.#row = row;
    if (!isRepeated) this.rows += 1;
    for (const body of written)
      if (!isRepeated || !this.taken.has(body)) this.taken.set(body, (this.taken.get(body) ?? 0) + 1);
  }
}

class ConstructCounter {
  readonly #tallies = new Map<ConstructSource, Tally>();

  get(source: ConstructSource): Tally {
    const tally = this.#tallies.get(source) ?? new Tally();
    this.#tallies.set(source, tally);
    return tally;
  }

  count(values: RowValues, { source }: Value): void {
    if (source.kind === 'base64') this.#countParts(values, source.parts);
    if (source.kind !== 'construct') return;
    const written = values.listBodies(source);
    this.get(source).add(values.row, new Set(written.map(({ body }) => body)));
    for (const { values: within, body } of written) this.#countParts(within, body.parts);
  }

  #countParts(values: RowValues, parts: Body['parts']): void {
    for (const part of parts) if (typeof part !== 'string') this.count(values, part.value);
  }
}

/** Counts the constructs of a plan in rows that become pages. */
function countConstructs({ project, rows, neighbors }: Plan): { counter: ConstructCounter; counted: number } {
  const counter = new ConstructCounter();
  const open = createRowOpener(project, neighbors);
  const counted = Math.min(rows.length, MAX_COUNTED_ROWS);
  const values = [...project.pattern.pieces, ...project.footer.pieces].flatMap((piece) =>
    piece.kind === 'hole' ? [piece.value] : [],
  );
  for (let index = 0; index < counted; index += 1) {
    const row = open(rows[Math.floor((index * rows.length) / counted)] ?? 0);
    for (const value of values) counter.count(row, value);
  }
  return { counter, counted };
}

interface Notice {
  body: Body;
  code: string;
  text: string;
}

/** Lists the branches that no row takes. @param among the rows that were counted, in words */
function findUnusedBranches({ bodies }: ConstructSource, { taken }: Tally, among: string): Notice[] {
  return bodies
    .filter((body) => !taken.has(body))
    .map((body) => {
      const text = `No row takes ${shorten(body.place.text)}${among}. Check the conditions, or remove the branch.`;
      return { body, code: 'branch-unused', text };
    });
}

/** Finds a variant that more than half of the rows share, also if it is written several times. */
function findCommonVariant({ bodies }: ConstructSource, { rows, taken }: Tally, among: string): Notice[] {
  const groups = [...Map.groupBy(bodies, ({ parts }) => JSON.stringify(parts)).values()];
  const limit = Math.max(MAX_SHARE * rows, rows / 2 + (MAX_DEVIATIONS * Math.sqrt(rows)) / 2);
  return groups.flatMap((group) => {
    const [body] = group;
    const count = group.reduce((sum, each) => sum + (taken.get(each) ?? 0), 0);
    if (!body || rows < MIN_SPIN_ROWS || count <= limit) return [];
    const shown = shorten(body.parts.map((part) => (typeof part === 'string' ? part : '…')).join(''));
    const share = `${Math.round((100 * count) / rows)}% of the rows`;
    const text = `${share} take the same variant of [spin], "${shown}"${among}. Add variants, or write them differently.`;
    return [{ body, code: 'variant-common', text }];
  });
}

/** Reports a `[for]` over a column that is empty in all rows. */
function findEmptyList({ bodies: [body] }: ConstructSource, { project, rows }: Plan): Notice[] {
  if (body?.marker.kind !== 'for') return [];
  const [list] = body.names;
  const open = createRowOpener(project);
  if (list?.[1].source.kind !== 'column') return [];
  if (rows.some((row) => open(row).computeText(list[1]).trim() !== '')) return [];
  const text = `${body.marker.list} is empty in all rows, so ${shorten(body.place.text)} writes nothing. Fill in the column, or remove the list.`;
  return [{ body, code: 'list-empty', text }];
}

function findLoneRow({ bodies: [body] }: ConstructSource, { pages }: Plan): Notice[] {
  if (!body || pages !== 1) return [];
  const text = `There is only one page, so ${shorten(body.place.text)} lists nothing. Add rows, or remove it.`;
  return [{ body, code: 'nearby-alone', text }];
}

/** True for a value of a nearby page, or one that contains it. */
function readsNeighbor({ source }: Pick<Value, 'source'>): boolean {
  const isIn = (parts: Body['parts']) =>
    parts.some((part) => typeof part !== 'string' && readsNeighbor(part.value));
  if (source.kind === 'base64') return isIn(source.parts);
  if (source.kind === 'construct') return source.bodies.some(({ parts }) => isIn(parts));
  return source.kind === 'near' || source.kind === 'near-distance';
}

/** Reports a `[nearby]` that repeats the page's own values, such as links to itself. */
function findOwnValues(source: ConstructSource): Notice[] {
  const [body] = source.bodies;
  if (!body || readsNeighbor({ source })) return [];
  const text = `${shorten(body.place.text)} uses no value of the nearby pages, so it repeats the same text. Write near_ before the name of a column: [near_city], [near_url].`;
  return [{ body, code: 'nearby-own-values', text }];
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS - 1)}…` : text;
}

/** Reports constructs that write nothing, or nearly the same on all pages. */
export function checkConstructs(plan: Plan): Problem[] {
  const constructs = placeConstructs(plan.project.seed, plan.project);
  if (constructs.length === 0 || plan.pages === 0) return [];
  const { counter, counted } = countConstructs(plan);
  const among =
    counted < plan.pages
      ? ` (checked in ${counted.toLocaleString('en-US')} of ${plan.pages.toLocaleString('en-US')} rows)`
      : '';
  const problems = constructs.flatMap(({ source, locate }) => {
    const tally = counter.get(source);
    // the construct around it is reported
    if (tally.rows === 0) return [];
    return findNotices(source, { plan, tally, among }).map(
      ({ body, code, text }): Problem => ({ code, severity: 'notice', ...locate(body), text }),
    );
  });
  if (problems.length <= MAX_NOTICES) return problems;
  const text = `There are ${problems.length - MAX_NOTICES} more notices about constructs.`;
  const { file } = plan.project.seed;
  return [...problems.slice(0, MAX_NOTICES), { code: 'more-notices', severity: 'notice', file, text }];
}

function findNotices(
  source: ConstructSource,
  { plan, tally, among }: { plan: Plan; tally: Tally; among: string },
): Notice[] {
  switch (source.bodies[0]?.marker.kind) {
    case 'if':
      return findUnusedBranches(source, tally, among);
    case 'spin':
      return findCommonVariant(source, tally, among);
    case 'for':
      return tally.taken.size > 0 ? [] : findEmptyList(source, plan);
    case 'nearby':
      return [...findLoneRow(source, plan), ...findOwnValues(source)];
    default:
      return [];
  }
}
