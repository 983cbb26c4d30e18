/**
 * The property of every context of a seed: whatever a row contains, a reader of the context gets exactly the
 * row's text, and nothing around it changes. Many rows fill one seed; one case is one row's value in one
 * context.
 */
import fc from 'fast-check';
import { DANGEROUS, NAUGHTY, cellText, hostileValue } from './hostile-values.ts';
import { getHtmlShape } from './decoders/html.ts';
import { isDeep } from './tier.ts';
import type { ReadPage } from './wxr-pages.ts';
import { type Built, type SeedSpec, build, wxrSeed } from './wxr-seed.ts';

/** Static text on both sides of the hole, as in the seed and as read. */
export interface StaticText {
  before: string;
  after: string;
  read?: readonly [before: string, after: string];
}

export interface RoundTripContext {
  /** Makes a seed with this text, which contains the placeholder, in the context. */
  seed: (text: string) => SeedSpec;
  /** Reads the context. */
  read: (page: ReadPage) => string;
  beside?: readonly StaticText[];
  /** Allows no second hole next to the first: the value is checked as a whole. */
  isAlone?: boolean;
  /** Rows with an empty text are skipped. */
  isNeeded?: boolean;
  /** Returns true for texts that can't be encoded in this context: the row, and no other, is skipped. */
  isLost?: (text: string) => boolean;
  /** The expected text if readers get another one. */
  becomes?: (text: string) => string;
  /** Keeps the value's markup as markup of the page. */
  keepsMarkup?: boolean;
  /** Other structure that must be the same in all pages. */
  shape?: (page: ReadPage) => string;
  /** A value without special characters; default `Waco`. */
  harmless?: string;
  /** Name of the column; default `v`. */
  column?: string;
  /** Values of the column if not any text is valid. */
  values?: fc.Arbitrary<string>;
}

const ROWS = isDeep ? 100 : 40;
/** The quick tier tries one in ten of the texts that aren't known to be dangerous. */
const naughty = NAUGHTY.filter((_, index) => isDeep || index % 10 === 0);
/** Timeout of a context on a busy machine, in milliseconds. */
export const ROUND_TRIP_TIMEOUT = 60_000;

interface Batch {
  context: RoundTripContext;
  beside: StaticText;
  rows: readonly (readonly [string, string])[];
  isPair: boolean;
  chunk: number | undefined;
}

interface FilledBatch {
  built: Built;
  /** By row, from 0; `undefined` for skipped rows. */
  pages: (ReadPage | undefined)[];
}

function fillBatch(batch: Batch, filter: string): FilledBatch {
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

function getShape(page: ReadPage, context: RoundTripContext): string {
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

function checkRow(batch: Batch, row: number, page: ReadPage | undefined): void {
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
    return fail(batch, row, `can't be read: ${String(error)}`);
  }
  if (read !== expected)
    fail(batch, row, `reads as ${JSON.stringify(read)}, wanted ${JSON.stringify(expected)}`);
}

/** Reads all rows of a batch back, and fills them again without the shortcuts for plain cells. */
function checkBatch(batch: Batch): void {
  const { context, rows } = batch;
  const { pages, built } = fillBatch(batch, '');
  rows.forEach((_row, index) => checkRow(batch, index, pages[index]));
  const shape = pages[0] && getShape(pages[0], context);
  pages.forEach((page, row) => {
    if (page && getShape(page, context) !== shape)
      fail(batch, row, `changes the text around it: ${getShape(page, context)}\nwanted ${shape}`);
  });
  const written = built.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (written !== built.layout.bytes)
    throw new Error(`${written} bytes, but ${built.layout.bytes} were planned`);
  if (batch.chunk === undefined && !context.values) compareWithStrings(batch, pages);
}

/** Compares with filtered values: the filter changes only blank texts, and disables the shortcuts for plain cells. */
function compareWithStrings(batch: Batch, pages: FilledBatch['pages']): void {
  const slow = fillBatch(batch, '|default').pages;
  pages.forEach((page, row) => {
    const isBlank = batch.rows[row]?.some((value) => cellText(value).trim() === '') ?? true;
    if (!isBlank && toComparable(page) !== toComparable(slow[row]))
      fail(batch, row, `differs without the shortcuts for plain cells: ${toComparable(slow[row])}`);
  });
}

/** Drops the id, which depends on the number of completed rows before. */
function toComparable(page: ReadPage | undefined): string {
  return JSON.stringify(page && { ...page, fields: { ...page.fields, 'wp:post_id': '' } });
}

const PLAIN: StaticText = { before: '', after: '' };

/**
 * Checks the property for each hostile value and for random ones.
 *
 * @param batches of a hundred random rows each, fewer in the quick tier
 * @throws with the value, its neighbors and both texts if it fails
 */
export function checkRoundTrip(context: RoundTripContext, batches: number): void {
  const { values = hostileValue, harmless = 'Waco' } = context;
  const besides = context.beside ?? [PLAIN];
  const first: readonly [string, string] = [harmless, harmless];
  if (!context.values) {
    const rows = [first, ...[...DANGEROUS, ...naughty].map((value) => [value, 'x'] as const)];
    checkBatch({ context, beside: besides[0] ?? PLAIN, rows, isPair: false, chunk: undefined });
    for (const beside of besides.slice(1)) {
      const short = rows.slice(0, DANGEROUS.length);
      checkBatch({ context, beside, rows: short, isPair: false, chunk: 4096 });
    }
  }
  const batch = fc.record({
    beside: fc.constantFrom(...besides),
    isPair: context.isAlone ? fc.constant(false) : fc.boolean(),
    chunk: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
    rows: fc.array(fc.tuple(values, values), { minLength: ROWS, maxLength: ROWS }),
  });
  const property = fc.property(batch, ({ rows, ...rest }) =>
    checkBatch({ context, ...rest, rows: [first, ...rows] }),
  );
  // doesn't shrink: that would fill a hundred rows again and again
  const { failed, errorInstance, seed } = fc.check(property, { numRuns: batches, endOnFailure: true });
  if (failed) throw new Error(`with seed ${seed}: ${String(errorInstance)}`);
}
