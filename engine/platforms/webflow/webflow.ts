/** Webflow: the CSV of a CMS collection, one row per item. */
import { scanString } from '../../encoding/scan-text.ts';
import { cutText } from '../../text/cut-text.ts';
import type { Problem } from '../../problem.ts';
import type { RowValues } from '../../render/row-values.ts';
import { reportInSeed } from '../../render/seed.ts';
import type { RowFault } from '../../render/row-fault.ts';
import type { DecodedFile, Platform } from '../platform.ts';
import { findFirstValue } from '../shared/assemble.ts';
import { reportCellSettings, setCell } from '../shared/csv/cell-settings.ts';
import {
  type CellContent,
  type CollectionRules,
  type CollectionSetting,
  type CompiledCell,
  type CompiledRecord,
  createCollectionPlatform,
} from '../shared/csv/collection-platform.ts';
import {
  type CollectionSeed,
  countColumns,
  findColumn,
  getCellText,
  toColumnKey,
} from '../shared/csv/collection-seed.ts';
import type { CsvRecord } from '../shared/csv/csv-cells.ts';
import { readWord } from '../../render/steering.ts';
import { audit } from './audit/webflow-audit.ts';
import { guide } from './guide.ts';
import { steering } from './steering.ts';
import { limits } from './limits.ts';
import { type ColumnType, findColumnType, findInvalidValue } from './column-types.ts';

const ADVICE =
  'In the Webflow Designer, open the CMS panel and the collection, choose Export and upload that file.';
/** Items are only matched by ID: with the seed's own, every row would change the seed's item. */
const EMPTIED = new Set(['item id', 'created on', 'updated on', 'published on']);
const COPIED = new Set(['collection id', 'locale id']);
const STATES = new Set(['archived', 'draft']);
/** Columns of each export that aren't fields; `Locale ID`, `Archived` and `Draft` are in newer ones. */
const SYSTEM = new Set([...EMPTIED, ...COPIED, ...STATES]);
/** One of them is in each export, even in an edited one. */
const OWN_COLUMNS = new Set(['slug', 'item id']);

function findSlug(seed: CollectionSeed): number {
  return findColumn(seed, ['slug']);
}

/** Finds the column with the name of an item: the first one, whatever its field is called. */
function findTitle(seed: CollectionSeed): number {
  return seed.names.findIndex((name) => !SYSTEM.has(toColumnKey(name)) && toColumnKey(name) !== 'slug');
}

/** @param isFilled whether a text has a placeholder */
function findTypeAt(
  seed: CollectionSeed,
  index: number,
  isFilled: (text: string) => boolean,
): ColumnType | undefined {
  const title = findTitle(seed);
  if (index === title || SYSTEM.has(toColumnKey(seed.names[index] ?? ''))) return undefined;
  return findColumnType(seed.rows.map((row) => getCellText(row, index)).filter((text) => !isFilled(text)));
}

function findSettings(seed: CollectionSeed, row: CsvRecord): CollectionSetting[] {
  const index = findColumn(seed, ['draft']);
  const { page_status: field } = steering.columns;
  if (index < 0 || !field) return [];
  return [
    { column: 'page_status', index, own: getCellText(row, index), write: (cell) => readWord(field, cell) },
  ];
}

function reportState({ builder, cell, name }: CompiledCell): void {
  if (cell.decoded.text.trim().toLowerCase() !== 'true') return;
  const value = toColumnKey(name) === 'draft' ? 'drafts' : 'archived items';
  const remedy = `${name} to "false"`;
  builder.data.report('hidden', { name, at: cell.start, value, remedy, edits: setCell(cell, 'false') });
}

function compileCell(compiled: CompiledCell): CellContent {
  const { seed, scan, builder, cell, name, index } = compiled;
  const key = toColumnKey(name);
  if (EMPTIED.has(key)) return { kind: 'fixed', text: '' };
  if (STATES.has(key)) reportState(compiled);
  else if (!COPIED.has(key)) reportCellSettings(builder.data, cell, name);
  const type = findTypeAt(seed, index, (text) => scan.columns.fillsAny(text));
  return {
    kind: 'filled',
    scan: (text) => type?.scan?.(text, scan) ?? scanString(text, { key: name, kind: 'plain' }, scan),
  };
}

/** Finds the folder of item pages in a cell with the URL of the seed's own page. */
function findFolder(seed: CollectionSeed, row: CsvRecord): string {
  const slug = getCellText(row, findSlug(seed)).trim();
  if (slug === '') return '/';
  for (const { decoded } of row.cells) {
    const path = decoded.text.trim().replace(/^https?:\/\/[^/\s]+(?=\/)/, '');
    const isOwn = path.startsWith('/') && !/\s/.test(path) && path.endsWith(`/${slug}`);
    if (isOwn) return path.slice(0, path.length - slug.length);
  }
  return '/';
}

/** Reports the columns whose type can't be known from the export, once per type. */
function checkRecord({ seed, row, columns }: CompiledRecord): Problem[] {
  const isFilled = (text: string) => columns.fillsAny(text);
  const cells = row.cells.flatMap((cell, index) => {
    const { text } = cell.decoded;
    const isUsed = text.trim() !== '' && index !== findSlug(seed);
    const { notice } = (isUsed && findTypeAt(seed, index, isFilled)) || {};
    if (!notice || (notice.needsPlaceholder && !isFilled(text))) return [];
    return [{ notice, name: seed.names[index] ?? '', at: cell.start }];
  });
  return [...Map.groupBy(cells, ({ notice }) => notice)].map(([{ code, describe }, named]) => {
    const text = describe(named.map(({ name }) => name).join(', '));
    return reportInSeed(seed, named[0]?.at ?? row.start, { code, text });
  });
}

/** Checks the values of all columns with a type that are filled from the row. */
function createRowCheck({ seed, row, pattern, columns }: CompiledRecord): (values: RowValues) => RowFault[] {
  const isFilled = (text: string) => columns.fillsAny(text);
  const checked = row.cells.flatMap((cell, index) => {
    const name = seed.names[index] ?? '';
    const type = isFilled(cell.decoded.text) ? findTypeAt(seed, index, isFilled) : undefined;
    const leaf = pattern.texts.get(name);
    return type?.expected !== undefined && leaf ? [{ name, type, leaf }] : [];
  });
  return (values) =>
    checked.flatMap(({ name, type, leaf }): RowFault[] => {
      const invalid = findInvalidValue(type, values.renderText(leaf));
      if (invalid === undefined) return [];
      const text = `${name} has to be ${type.expected}, as in the other items of the export, but it is "${cutText(invalid, 60)}". Correct the cell.`;
      return [{ code: 'invalid-cell', text, value: findFirstValue(leaf) }];
    });
}

const RULES: CollectionRules = {
  id: 'webflow',
  name: 'Webflow',
  advice: ADVICE,
  limits,
  countFields: (names) => names.filter((name) => !SYSTEM.has(toColumnKey(name))).length,
  checkHeader(seed) {
    const missing = ['Slug', 'Item ID'].find((name) => findColumn(seed, [toColumnKey(name)]) < 0);
    if (missing === undefined) return [];
    const text = `The file has no column "${missing}", so it is not an export of a Webflow collection. ${ADVICE}`;
    return [{ code: 'column-missing', severity: 'fault', text }];
  },
  findTitle,
  findSlug,
  compileCell,
  steering,
  findSettings,
  findFolder,
  findHeldSlugs: (seed, row) =>
    new Map(
      seed.rows
        .filter((each) => each !== row)
        .map((each) => [
          getCellText(each, findSlug(seed)),
          {
            title: getCellText(each, findTitle(seed)),
            type: 'item',
            effect: 'Webflow may rename this page',
          },
        ]),
    ),
  checkRecord,
  createRowCheck,
  snippetColumns: {
    titles: ['seo title', 'meta title', 'title tag', 'page title'],
    descriptions: ['seo description', 'meta description', 'seo page description', 'description'],
  },
};

export const webflow: Platform<DecodedFile, CollectionSeed, 'webflow'> = {
  ...createCollectionPlatform(RULES),
  id: 'webflow',
  name: RULES.name,
  extension: 'csv',
  offered: 'more',
  hasSiteUrl: true,
  previewLimits:
    'Only the text and images of the item are shown. Webflow lays out the page with the collection’s template.',
  advice: ADVICE,
  recognize({ text }) {
    // An export without its slug or with a duplicate column is still recognized, so that it gets the true message.
    return countColumns(text, SYSTEM) >= 3 && countColumns(text, OWN_COLUMNS) > 0 ? 0.95 : 0;
  },
  audit,
  guide,
  steering,
};
