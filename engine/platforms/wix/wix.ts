/** Wix: the CSV of a collection, one row an item. */
import { describeContent } from '../shared/snippet.ts';
import { byteLength } from '../../encoding/piece.ts';
import { createScan } from '../../encoding/scan-text.ts';
import { PLANNED_UUID, toProjectKey, uuidV5 } from '../../render/identity.ts';
import type { ProjectOptions, ProjectReading } from '../../render/project.ts';
import { locateInSeed } from '../../render/seed.ts';
import type { PartFrame, Selector, Template } from '../../render/template.ts';
import { SLUG_BYTES } from '../../limits.ts';
import type { Problem } from '../../problem.ts';
import type { Table } from '../../sheet/table.ts';
import { Columns } from '../../language/columns.ts';
import { trimEnd } from '../../text/trim-edges.ts';
import {
  assembleProject,
  finishProject,
  freeSlugs,
  keptNames,
  refuseWithoutPlaceholder,
  slugOfRecord,
} from '../shared/assemble.ts';
import { audit } from './audit/wix-audit.ts';
import type { DecodedFile, Platform, SampleView } from '../platform.ts';
import type { CsvRecord } from '../shared/csv/csv-cells.ts';
import { compileWixRow, isPageLink, slugColumn, titleColumn } from './wix-pattern.ts';
import { ADVICE, type WixSeed, countSystemColumns, nameKey, readWixSeed } from './wix-seed.ts';

/** What one file may hold. */
const MOST_ITEMS = 50_000;
/** A row of cells below a header, with the name of a column in brackets: a sheet of towns has none. */
const PLACEHOLDER_ROW = /^[^\n]*,[^\n]*\n[^]*\[[a-z]+(?:_[a-z]+)+\]/i;
const HTML = /<[a-z][^<>]*>/i;

/** The first row with a placeholder. */
function chooseRow(seed: WixSeed, columns: Columns): CsvRecord | undefined {
  return seed.rows.find(({ cells }) => cells.some(({ decoded }) => columns.fillsAny(decoded.text)));
}

/** What stands before the slug in the addresses of items: as the collection's own page link has it. */
function addressPrefix(seed: WixSeed, row: CsvRecord, site: string): string {
  const index = seed.names.findIndex(isPageLink);
  const link = row.cells[index]?.decoded.text.trim() ?? '';
  const folder = link.startsWith('/') ? link.slice(0, link.lastIndexOf('/') + 1) : '/';
  return trimEnd(site, '/') + folder;
}

function frameOf({ text, header, newline, hasByteOrderMark }: WixSeed): PartFrame {
  const head = (hasByteOrderMark ? '\ufeff' : '') + text.slice(header.start, header.end);
  const bytes = byteLength(head) + byteLength(newline);
  return { head, gap: newline, tail: newline, statics: [], gapBytes: byteLength(newline), bytes };
}

/** Columns that are more than fields of the same name. */
function selectorsOf(seed: WixSeed): Selector[] {
  const named = [
    { name: 'Unique key', path: seed.names.find((name) => nameKey(name) === 'id') },
    { name: 'Page address', path: seed.names[slugColumn(seed)] ?? seed.names[titleColumn(seed)] },
  ];
  return named.flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path: path.trim() }]));
}

function templateOf(options: ProjectOptions & { seed: WixSeed }, row: CsvRecord): Template {
  const { seed, site = '' } = options;
  const key = toProjectKey(options.key);
  const prefix = addressPrefix(seed, row, site);
  const make = (slug: string, id: string) => ({ id, slug, url: prefix + slug });
  const frame = frameOf(seed);
  return {
    format: 'wix',
    product: 'Wix',
    extension: 'csv',
    recordLimit: MOST_ITEMS,
    selectors: selectorsOf(seed),
    slugs: freeSlugs('segment', SLUG_BYTES),
    identities: {
      forPlanning: ({ slug }) => make(slug, PLANNED_UUID),
      of: ({ slug, rowKey }) => make(slug, uuidV5(key, rowKey)),
    },
    rules: () => () => [],
    frame: () => frame,
    statics: [],
    locate(_record, field) {
      const index = seed.names.indexOf(field ?? '');
      const title = row.cells[titleColumn(seed)]?.decoded.text ?? '';
      return { title, start: row.cells[index]?.start ?? row.start };
    },
  };
}

function judgeRows(seed: WixSeed, row: CsvRecord): Problem[] {
  const dropped = seed.rows.length - 1;
  if (dropped === 0) return [];
  const text = `The row in line ${locateInSeed(seed, row.start).line} is the pattern; ${dropped} other ${dropped === 1 ? 'row was' : 'rows were'} skipped.`;
  return [{ code: 'records-skipped', severity: 'notice', file: seed.file, text }];
}

/** Columns that people use for the SEO settings of an item's page, best first. */
const SEO_TITLES = ['seo title', 'meta title', 'title tag', 'page title'];
const SEO_DESCRIPTIONS = ['seo description', 'meta description', 'description'];

function compile(options: ProjectOptions & { seed: WixSeed; table: Table }): ProjectReading {
  const { seed, table } = options;
  const columns = new Columns(table.columns, options.columns);
  const chosen = chooseRow(seed, columns);
  const row = chosen ?? seed.rows[0];
  if (!row) return { problems: [] };
  const scan = createScan(columns, keptNames(options.keep));
  const pattern = compileWixRow(seed, row, scan);
  const cell = row.cells[slugColumn(seed)];
  const problems = judgeRows(seed, row);
  // a name that fits no column is the better answer
  const isUnknown = scan.unknown.length > 0 || pattern.problems.length > 0;
  if (!chosen && !isUnknown) problems.push(refuseWithoutPlaceholder(seed, row.start, columns));
  const parts = {
    options,
    scan,
    pattern,
    slug: slugOfRecord(cell?.decoded.text.trim(), pattern.title, columns),
    slugStart: cell?.start ?? row.start,
    slugText: cell && { from: cell.start, to: cell.end },
    address: { prefix: addressPrefix(seed, row, options.site ?? ''), suffix: '' },
    problems,
  };
  return finishProject(parts, (compiled) =>
    assembleProject({ options, compiled, template: templateOf(options, row), firstId: 1 }),
  );
}

/** The first item of a file, or nothing where the file is none. */
function readSample(file: DecodedFile): SampleView | undefined {
  const { seed } = readWixSeed(file);
  const row = seed?.rows[0];
  if (!seed || !row) return undefined;
  const textOf = (index: number) => row.cells[index]?.decoded.text ?? '';
  const cells = row.cells.map(({ decoded }) => decoded.text);
  const textNamed = (names: readonly string[]) =>
    names
      .map((name) => textOf(seed.names.findIndex((each) => nameKey(each) === name)))
      .find((text) => text !== '');
  const html = cells.filter((cell) => HTML.test(cell) && !/^\s*[[{]/.test(cell)).join('\n');
  const title = textOf(titleColumn(seed));
  return {
    title,
    slug: textOf(slugColumn(seed)),
    description: textNamed(['description']) ?? '',
    html,
    source: file.text.slice(row.start, row.end),
    site: '',
    snippet: {
      title: textNamed(SEO_TITLES) ?? title,
      description: textNamed(SEO_DESCRIPTIONS) ?? describeContent(html),
    },
  };
}

export const wix: Platform<DecodedFile, WixSeed, 'wix'> = {
  id: 'wix',
  name: 'Wix',
  extension: 'csv',
  offered: 'select',
  previewLimits:
    'Only the text and images of the item are shown. Wix lays out the dynamic page, galleries and rich content in its editor.',
  advice: ADVICE,
  recognize({ text }) {
    if (/^[<[{]/.test(text)) return 0;
    if (countSystemColumns(text) >= 3) return 0.95;
    return PLACEHOLDER_ROW.test(text) ? 0.3 : 0.2;
  },
  read: readWixSeed,
  compile,
  candidates: (seed) =>
    seed.rows.slice(0, 50).map((row) => (scan) => {
      compileWixRow(seed, row, scan);
    }),
  describe: (seed) => ({ builder: 'other', records: [{ type: 'item', count: seed.rows.length }] }),
  readSample,
  createCodecs: () => ({}),
  findPreservedNames: (_seed, keep) => keptNames(keep),
  audit,
};
