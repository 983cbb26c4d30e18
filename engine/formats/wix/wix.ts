/** Wix: the CSV of a collection, one row an item. */
import { byteLength } from '../../contexts/piece.ts';
import { createScan } from '../../contexts/scan-text.ts';
import type { StayingNames } from '../../contexts/scan.ts';
import { DEFAULT_FOOTER, compileFooter } from '../../fill/footer.ts';
import { projectKey, uuidV5 } from '../../fill/identity.ts';
import type { CompiledSeed, ProjectOptions, ProjectReading } from '../../fill/project.ts';
import { judgeScan } from '../../fill/scan-problems.ts';
import { placeInSeed } from '../../fill/seed.ts';
import { slugPartsOfText, slugTemplate } from '../../fill/slug-template.ts';
import type { PartFrame, Template } from '../../fill/template.ts';
import { judgeDoubledColumns } from '../../fill/used-columns.ts';
import { SLUG_BYTES } from '../../limits.ts';
import type { Problem } from '../../problem.ts';
import { columnKey } from '../../table/column-name.ts';
import type { Table } from '../../table/table.ts';
import { Columns } from '../../template/columns.ts';
import { findBracketed } from '../../template/placeholder.ts';
import { trimEnd } from '../../text/trim-edges.ts';
import { assembleProject, identityOf, judgeSlug } from '../assemble.ts';
import type { DecodedFile, Format, SampleView } from '../format.ts';
import { tryProject } from '../trial.ts';
import type { CsvRecord } from './csv-cells.ts';
import { compileWixRow, isPageLink, slugColumn, titleColumn } from './wix-pattern.ts';
import { ADVICE, type WixSeed, countSystemColumns, readWixSeed } from './wix-seed.ts';

/** What one file may hold. */
const MOST_ITEMS = 50_000;
const PLANNED_UUID = '00000000-0000-5000-8000-000000000000';
const HTML = /<[a-z][^<>]*>/i;

function holdsPlaceholder(row: CsvRecord, columns: Columns): boolean {
  return row.cells.some(({ decoded }) =>
    findBracketed(decoded.text).some(({ name }) => name !== '' && columns.resolve(name) !== undefined),
  );
}

/** The first row with a placeholder; without one, the first row, which then has none that fits. */
function chooseRow(seed: WixSeed, columns: Columns): CsvRecord | undefined {
  return seed.rows.find((row) => holdsPlaceholder(row, columns));
}

/** Names that stay are those that the person keeps: Wix knows no shortcodes. */
function stayingNames(keep: readonly string[]): StayingNames {
  const keys = new Set(keep.map(columnKey));
  return { kept: keep, isKept: (name) => keys.has(columnKey(name)), isShortcode: () => false };
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

function templateOf(options: ProjectOptions & { seed: WixSeed }, row: CsvRecord): Template {
  const { seed, site = '' } = options;
  const key = projectKey(options.key);
  const prefix = addressPrefix(seed, row, site);
  const make = (slug: string, id: string) => ({ id, slug, url: prefix + slug });
  const frame = frameOf(seed);
  return {
    format: 'wix',
    product: 'Wix',
    ending: 'csv',
    recordLimit: MOST_ITEMS,
    slugs: {
      form: 'segment',
      bytes: SLUG_BYTES,
      finish: (slug) => slug,
      carried: new Map(),
      held: new Map(),
    },
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
  const text = `The row in line ${placeInSeed(seed, row.start).line} is the pattern; ${dropped} other ${dropped === 1 ? 'row was' : 'rows were'} skipped.`;
  return [{ code: 'records-left-out', severity: 'notice', file: seed.file, text }];
}

function compile(options: ProjectOptions & { seed: WixSeed; table: Table }): ProjectReading {
  const { seed, table, keep = [] } = options;
  const columns = new Columns(table.columns);
  const staying = stayingNames(keep);
  const row = chooseRow(seed, columns) ?? seed.rows[0];
  if (!row) return { problems: [] };
  const scan = createScan(columns, staying);
  const pattern = compileWixRow(seed, row, scan);
  const slugCell = row.cells[slugColumn(seed)];
  const ofTitle = slugPartsOfText(pattern.title, columns);
  const slug =
    slugCell || ofTitle.length === 0
      ? slugTemplate(slugCell?.decoded.text.trim() ?? '', pattern.title, columns)
      : { parts: ofTitle };
  const footer = compileFooter(options.footer ?? DEFAULT_FOOTER, columns, staying);
  const slugText = slugCell && { from: slugCell.start, to: slugCell.end };
  const compiled: CompiledSeed = {
    columns,
    scan,
    pattern,
    slug: slug?.parts ?? [],
    slugText,
    media: 0,
    parents: 0,
    footer,
  };
  const problems = [
    ...judgeScan(scan, { seed, from: row.start }),
    ...judgeScan(footer.scan, undefined),
    ...judgeSlug(seed, { pattern, at: slugCell?.start ?? row.start }, slug),
    ...judgeDoubledColumns(table, { ...compiled, ...identityOf(table, columns) }),
    ...judgeRows(seed, row),
    ...pattern.problems,
  ];
  if (!chooseRow(seed, columns) && !problems.some(({ severity }) => severity === 'fault'))
    problems.push({
      code: 'no-placeholder',
      severity: 'fault',
      file: seed.file,
      ...placeInSeed(seed, row.start),
      text: `The seed holds no placeholder, so all items would be the same. Write the name of a column in brackets where the town name belongs, such as [${columns.names[0] ?? 'geo_city'}].`,
    });
  if (!slug || problems.some(({ severity }) => severity === 'fault')) return { compiled, problems };
  const template = templateOf(options, row);
  return tryProject(assembleProject({ options, compiled, template, firstId: 1 }), problems);
}

/** The first item of a file, or nothing where the file is none. */
function readSample(file: DecodedFile): SampleView | undefined {
  const { seed } = readWixSeed(file);
  const row = seed?.rows[0];
  if (!seed || !row) return undefined;
  const textOf = (index: number) => row.cells[index]?.decoded.text ?? '';
  const cells = row.cells.map(({ decoded }) => decoded.text);
  const isNamed = (name: string) => seed.names.findIndex((each) => each.trim().toLowerCase() === name);
  return {
    title: textOf(titleColumn(seed)),
    slug: textOf(slugColumn(seed)),
    description: textOf(isNamed('description')),
    html: cells.filter((cell) => HTML.test(cell) && !/^\s*[[{]/.test(cell)).join('\n'),
    source: file.text.slice(row.start, row.end),
  };
}

export const wix: Format<DecodedFile, WixSeed> = {
  id: 'wix',
  product: 'Wix',
  ending: 'csv',
  advice: ADVICE,
  recognize: ({ text }) => (/^[<[{]/.test(text) ? 0 : countSystemColumns(text) >= 3 ? 0.95 : 0.2),
  read: readWixSeed,
  compile,
  candidates: (seed) =>
    seed.rows.slice(0, 50).map((row) => (scan) => {
      compileWixRow(seed, row, scan);
    }),
  describe: (seed) => ({ builder: 'other', records: [{ type: 'item', count: seed.rows.length }] }),
  readSample,
};
