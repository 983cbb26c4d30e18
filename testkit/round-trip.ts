/**
 * The property that every context of a seed has to keep: whatever a row holds, a reader of that
 * context gets exactly the row's text, and nothing around it changes. Many rows go into one seed; one
 * case is one row's value read back from one context.
 */
import fc from 'fast-check';
import { DANGEROUS, NAUGHTY, cellText, hostileValue } from './hostile-values.ts';
import { getHtmlShape } from './decoders/html.ts';
import type { ReadPage } from './wxr-pages.ts';
import { type Built, type SeedSpec, build, wxrSeed } from './wxr-seed.ts';

/** Static text on both sides of the hole, as it is in the seed and as a reader gets it. */
export interface Beside {
  before: string;
  after: string;
  read?: readonly [before: string, after: string];
}

export interface RoundTripContext {
  /** A seed with this text, which holds the placeholder, in the context. */
  seed: (text: string) => SeedSpec;
  /** What a reader of the context gets. */
  read: (page: ReadPage) => string;
  beside?: readonly Beside[];
  /** Only one hole, without neighbours that are holes: the value is judged as a whole. */
  isAlone?: boolean;
  /** Texts that have no form in this context: the row is skipped, and no other. */
  /** Without a text the row is skipped. */
  isNeeded?: boolean;
  isLost?: (text: string) => boolean;
  /** Where a reader cannot get the text itself: what it gets instead. */
  becomes?: (text: string) => string;
  /** The markup of the value becomes markup of the page. */
  keepsMarkup?: boolean;
  /** What else must be the same in all pages. */
  shape?: (page: ReadPage) => string;
  /** A value that changes nothing: `Waco`. */
  harmless?: string;
  /** Name of the column: `v`. */
  column?: string;
  /** Values, where not just any text can stand in the column. */
  values?: fc.Arbitrary<string>;
}

const ROWS = 100;
/** Milliseconds that a context may take on a machine that is busy with other things. */
export const ROUND_TRIP_TIMEOUT = 60_000;

interface Batch {
  context: RoundTripContext;
  beside: Beside;
  rows: readonly (readonly [string, string])[];
  isPair: boolean;
  chunk: number | undefined;
}

interface LaidOut {
  built: Built;
  /** By row, from 0; `undefined` where the row is skipped. */
  pages: (ReadPage | undefined)[];
}

function fill(batch: Batch, filter: string): LaidOut {
  const { context, beside, rows, isPair, chunk } = batch;
  const column = context.column ?? 'v';
  const second = isPair ? `[w${filter}]` : '';
  const seed = wxrSeed({
    title: 'Plumber',
    ...context.seed(`${beside.before}[${column}${filter}]${second}${beside.after}`),
  });
  const header = [column, 'w', 'geo_url', 'geo_city'];
  const sheet = [header, ...rows.map(([v, w], row) => [v, w, `r${row}`, 'Waco'])];
  const built = build(seed, sheet, chunk === undefined ? {} : { chunk });
  const pages: (ReadPage | undefined)[] = rows.map(() => undefined);
  for (const page of built.pages) {
    const row = /^plumber-r(\d+)$/.exec(page.fields['wp:post_name'] ?? '')?.[1];
    pages[Number(row)] = page;
  }
  return { built, pages };
}

function shapeOf(page: ReadPage, context: RoundTripContext): string {
  const { 'content:encoded': content = '', 'excerpt:encoded': excerpt = '', title = '' } = page.fields;
  return JSON.stringify([
    page.outline,
    page.metas.length,
    context.keepsMarkup ? '' : getHtmlShape(content),
    getHtmlShape(excerpt),
    getHtmlShape(title),
    context.shape?.(page) ?? '',
  ]);
}

function fail(batch: Batch, row: number, what: string): never {
  const [v, w] = batch.rows[row] ?? ['', ''];
  const cells = JSON.stringify(batch.isPair ? [v, w] : v);
  throw new Error(`${cells} between ${JSON.stringify(batch.beside)}, ${batch.chunk ?? 'cells'}: ${what}`);
}

function judgeRow(batch: Batch, row: number, page: ReadPage | undefined): void {
  const { context, beside, isPair } = batch;
  const [v, w] = batch.rows[row] ?? ['', ''];
  const text = cellText(v) + (isPair ? cellText(w) : '');
  const isEmpty = cellText(v) === '' || (isPair && cellText(w) === '');
  if (context.isLost?.(text) || (context.isNeeded && isEmpty)) {
    if (page) fail(batch, row, `completed as ${JSON.stringify(context.read(page))}, but has no safe form`);
    return;
  }
  if (!page) return fail(batch, row, 'the row is skipped');
  const [before, after] = beside.read ?? [beside.before, beside.after];
  const expected = before + (context.becomes ?? ((same) => same))(text) + after;
  let read: string;
  try {
    read = context.read(page);
  } catch (error) {
    return fail(batch, row, `no reading: ${String(error)}`);
  }
  if (read !== expected)
    fail(batch, row, `reads as ${JSON.stringify(read)}, wanted ${JSON.stringify(expected)}`);
}

/** Reads all rows of one batch back, and fills them again without the short cuts for plain cells. */
function judgeBatch(batch: Batch): void {
  const { context, rows } = batch;
  const { pages, built } = fill(batch, '');
  rows.forEach((_row, index) => judgeRow(batch, index, pages[index]));
  const shape = pages[0] && shapeOf(pages[0], context);
  pages.forEach((page, row) => {
    if (page && shapeOf(page, context) !== shape)
      fail(batch, row, `changes what stands around it: ${shapeOf(page, context)}\nwanted ${shape}`);
  });
  const written = built.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (written !== built.layout.bytes) throw new Error(`${written} bytes, planned were ${built.layout.bytes}`);
  if (batch.chunk === undefined && !context.values) compareWithStrings(batch, pages);
}

/** The filter changes no text but a blank one, and a filtered value never takes the short cuts for cells. */
function compareWithStrings(batch: Batch, pages: LaidOut['pages']): void {
  const slow = fill(batch, '|default').pages;
  pages.forEach((page, row) => {
    const isBlank = batch.rows[row]?.some((value) => cellText(value).trim() === '') ?? true;
    if (!isBlank && comparable(page) !== comparable(slow[row]))
      fail(batch, row, `comes out otherwise by way of strings: ${comparable(slow[row])}`);
  });
}

/** Without the id, which depends on how many rows before it completed. */
function comparable(page: ReadPage | undefined): string {
  return JSON.stringify(page && { ...page, fields: { ...page.fields, 'wp:post_id': '' } });
}

const PLAIN: Beside = { before: '', after: '' };

/**
 * Holds the property for each value of the lists of hostile values, and for random ones.
 *
 * @param batches of a hundred random rows each
 * @throws with the value, its neighbours and both texts where it does not hold.
 */
export function checkRoundTrip(context: RoundTripContext, batches: number): void {
  const { values = hostileValue, harmless = 'Waco' } = context;
  const besides = context.beside ?? [PLAIN];
  const first: readonly [string, string] = [harmless, harmless];
  if (!context.values) {
    const rows = [first, ...[...DANGEROUS, ...NAUGHTY].map((value) => [value, 'x'] as const)];
    judgeBatch({ context, beside: besides[0] ?? PLAIN, rows, isPair: false, chunk: undefined });
    for (const beside of besides.slice(1)) {
      const short = rows.slice(0, DANGEROUS.length);
      judgeBatch({ context, beside, rows: short, isPair: false, chunk: 4096 });
    }
  }
  const batch = fc.record({
    beside: fc.constantFrom(...besides),
    isPair: context.isAlone ? fc.constant(false) : fc.boolean(),
    chunk: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
    rows: fc.array(fc.tuple(values, values), { minLength: ROWS, maxLength: ROWS }),
  });
  const property = fc.property(batch, ({ rows, ...rest }) =>
    judgeBatch({ context, ...rest, rows: [first, ...rows] }),
  );
  // a failing row is reported whole; shrinking would fill a hundred others again and again
  const { failed, errorInstance, seed } = fc.check(property, { numRuns: batches, endOnFailure: true });
  if (failed) throw new Error(`with seed ${seed}: ${String(errorInstance)}`);
}
