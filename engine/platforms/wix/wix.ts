/** Wix: the CSV of a collection, one row per item. */
import { outlineJson } from '../../encoding/json/scan-json.ts';
import { scanString } from '../../encoding/scan-text.ts';
import type { DecodedFile, Platform } from '../platform.ts';
import { reportCellSettings, setCell } from '../shared/csv/cell-settings.ts';
import {
  type CellContent,
  type CollectionRules,
  type CollectionSetting,
  type CompiledCell,
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
import { audit } from './audit/wix-audit.ts';
import { guide } from './guide.ts';
import { steering } from './steering.ts';
import { limits } from './limits.ts';

const ADVICE =
  'In the CMS of Wix open the collection, choose More Actions → Export to CSV and upload that file.';
const DATES = new Set(['created date', 'updated date']);
/** Columns that Wix adds to each collection. */
const SYSTEM = new Set(['id', 'owner', ...DATES]);
const SLUG_COLUMNS = ['slug', 'url slug', 'page slug', 'permalink', 'path'];
/** `wix:image://v1/…` */
const MEDIA_URL = /^\s*wix:[a-z]+:\/\//i;
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
/** Wix fills the URL of an item's page itself; the column is named after the page, with `(Item)`. */
const PAGE_LINK = /\(item\)\s*$/i;
const STATUS = /^_?(?:(?:item|page|post|publish(?:ing)?) ?)?status$/;
/** A row of cells below a header, with the name of a column in brackets: a sheet of towns doesn't have one. */
const PLACEHOLDER_ROW = /^[^\n]*,[^\n]*\n[^]*\[[a-z]+(?:_[a-z]+)+\]/i;

/** Finds the primary field, which makes the page's URL if the collection has no slug. */
function findTitle(seed: CollectionSeed): number {
  const titled = findColumn(seed, ['title', 'name']);
  return titled >= 0 ? titled : seed.names.findIndex((name) => !SYSTEM.has(toColumnKey(name)));
}

function findSlug(seed: CollectionSeed): number {
  return findColumn(seed, SLUG_COLUMNS);
}

/** Writes a word in the case of the one that it replaces. */
function toOwnCase(word: string, written: string): string {
  if (written === written.toUpperCase() && written !== '') return word.toUpperCase();
  return written === written.toLowerCase() && written !== '' ? word.toLowerCase() : word;
}

function findSettings(seed: CollectionSeed, row: CsvRecord): CollectionSetting[] {
  const index = seed.names.findIndex((name) => STATUS.test(toColumnKey(name)));
  if (index < 0) return [];
  const own = getCellText(row, index);
  const { page_status: field } = steering.columns;
  const write = (cell: string) => {
    const word = field && readWord(field, cell);
    return word === undefined ? undefined : toOwnCase(word, own.trim());
  };
  return [{ column: 'page_status', index, own, write }];
}

function reportStatus({ builder, cell, name }: CompiledCell): void {
  const written = cell.decoded.text.trim();
  if (!STATUS.test(toColumnKey(name)) || written.toLowerCase() !== 'draft') return;
  const live = toOwnCase('Published', written);
  builder.data.report('hidden', {
    name,
    at: cell.start,
    value: 'drafts',
    remedy: `${name} to "${live}"`,
    edits: setCell(cell, live),
  });
}

function compileCell(compiled: CompiledCell): CellContent {
  const { cell, name, scan, builder } = compiled;
  const key = toColumnKey(name);
  if (key === 'id') return { kind: 'identity', field: 'id' };
  const isOwnLink = PAGE_LINK.test(name) && !scan.columns.fillsAny(cell.decoded.text);
  if (DATES.has(key) || isOwnLink) return { kind: 'fixed', text: '' };
  reportStatus(compiled);
  reportCellSettings(builder.data, cell, name);
  return {
    kind: 'filled',
    scan(text) {
      if (JSON_START.test(text) && !outlineJson(text, scan)) {
        const reason = `The cell "${name}" begins like JSON but isn’t valid JSON, so Wix would show it empty. Repair the field in the collection and export again.`;
        builder.report(cell.start, {
          code: 'malformed-cell-json',
          severity: 'fault',
          field: name,
          text: reason,
        });
      }
      return scanString(text, { key: name, kind: 'plain' }, scan);
    },
  };
}

const RULES: CollectionRules = {
  id: 'wix',
  name: 'Wix',
  advice: ADVICE,
  limits,
  codecs: { isMediaUrl: (text) => MEDIA_URL.test(text) },
  checkHeader(seed) {
    if (findColumn(seed, ['id']) >= 0) return [];
    const text =
      'The collection has no column "ID", so Wix gives each item a new one: a second import would double all items. Export the collection with its ID column.';
    return [{ code: 'id-missing', severity: 'notice', text }];
  },
  findTitle,
  findSlug,
  compileCell,
  steering,
  findSettings,
  findFolder(seed, row) {
    const link = getCellText(
      row,
      seed.names.findIndex((name) => PAGE_LINK.test(name)),
    ).trim();
    return link.startsWith('/') ? link.slice(0, link.lastIndexOf('/') + 1) : '/';
  },
  listSelectors(seed) {
    const named = [
      { name: 'Unique key', path: seed.names[findColumn(seed, ['id'])] },
      { name: 'Page URL', path: seed.names[findSlug(seed)] ?? seed.names[findTitle(seed)] },
    ];
    return named.flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path: path.trim() }]));
  },
  snippetColumns: {
    titles: ['seo title', 'meta title', 'title tag', 'page title'],
    descriptions: ['seo description', 'meta description', 'description'],
  },
};

export const wix: Platform<DecodedFile, CollectionSeed, 'wix'> = {
  ...createCollectionPlatform(RULES),
  id: 'wix',
  name: RULES.name,
  extension: 'csv',
  offered: 'select',
  previewLimits:
    'Only the text and images of the item are shown. Wix lays out the dynamic page, galleries and rich content in its editor.',
  advice: ADVICE,
  recognize({ text }) {
    if (/^[<[{]/.test(text)) return 0;
    if (countColumns(text, SYSTEM) >= 3) return 0.95;
    return PLACEHOLDER_ROW.test(text) ? 0.3 : 0.2;
  },
  audit,
  guide,
  steering,
};
