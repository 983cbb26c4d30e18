/**
 * Checks a CSV as HubDB imports it: the first row names the columns, each other is a row of the table, whose
 * name is the title of its page and whose path ends the page's address.
 */
import type { PlatformAudit, Expectation, PartAuditOptions } from '../../../verify/platform-audit.ts';
import { CsvAudit, type CsvRules } from '../../../verify/csv-audit.ts';
import type { CsvCell } from '../../../verify/csv-stream.ts';
import { cut } from '../../../verify/finding.ts';
import { type RecordPart, checkRecords } from '../../../verify/record-audit.ts';
import { type SeedComparison, toTagFinding } from '../../../verify/seed-flaws.ts';
import { hubdbLimits } from '../limits.ts';
import { dropHublTags, readEntireHubl, readHublShape } from './hubl-shape.ts';

/** Codes that are only notices: posts may have such texts, and foreign exports such ids. */
const NOTICES = new Set(['cell-long', 'hubl-in-text', 'id-preserved']);
/** Post field that each column is filled from. */
const FIELDS: Readonly<Record<string, string>> = {
  hs_name: 'title',
  meta_description: 'excerpt:encoded',
  body: 'content:encoded',
};
const PATH = /^[^\s\p{Lu}/?#%"<>\\^`{|}]+$/u;

function readHeader(audit: CsvAudit, names: readonly string[]): void {
  const missing = ['hs_name', 'hs_path'].find((name) => !names.includes(name));
  if (missing !== undefined)
    audit.stop('column-missing', `The file has no column "${missing}", which dynamic pages need; add it.`);
  if (names.length > hubdbLimits.columns)
    audit.stop(
      'columns-too-many',
      `The file has ${names.length} columns, but HubDB allows at most ${hubdbLimits.columns}; remove some.`,
    );
}

/** True if the tags of a cell are those of the post. */
function isOfSeed(text: string, field: string, seed: SeedComparison): boolean {
  const entire = readEntireHubl(text);
  if (entire === '') return true;
  const isKnown = (shape: string) => seed.filter([{ ...toTagFinding(shape), field }]).length === 0;
  return seed.hasTags(field) && (isKnown(readHublShape(text)) || isKnown(entire));
}

function readRow({ records, names, onPage }: CsvAudit, cells: readonly CsvCell[], line: number): void {
  const report = (code: string, field: string, text: string) =>
    records.problem({ code, severity: NOTICES.has(code) ? 'notice' : 'fault', line, field, text });
  for (const [index, { text }] of cells.entries()) {
    const field = names[index] ?? '';
    records.text(text, line, field);
    if (text.length > hubdbLimits.richTextCharacters) {
      const message = `"${cut(field, 60)}" has more than ${hubdbLimits.richTextCharacters} characters, which HubDB rejects; shorten it. The post isn’t affected.`;
      report('cell-long', field, message);
    }
    if (text.includes('{') && !isOfSeed(text, FIELDS[field] ?? field, records.seed)) {
      const message = `"${cut(field, 60)}" has HubL tags that aren’t in the seed, and HubSpot would run them. Build the files again.`;
      report('hubl-in-text', field, message);
    }
  }
  const readValue = (name: string) => cells[names.indexOf(name)]?.text ?? '';
  const [id, name, path] = [readValue('hs_id'), readValue('hs_name'), readValue('hs_path')];
  if (name.trim() === '')
    report('name-empty', 'hs_name', 'The row has no name, so its page has no title; fill in hs_name.');
  if (!PATH.test(path))
    report(
      'malformed-path',
      'hs_path',
      `"${cut(path, 100)}" isn’t a valid path; use lowercase letters, digits and hyphens.`,
    );
  if (id !== '')
    report('id-preserved', 'hs_id', 'The row has an ID, so HubDB changes the row with that ID; clear hs_id.');
  onPage?.({
    slug: path,
    url: path,
    title: name,
    texts: [dropHublTags(readValue('body'))],
    searchTitle: undefined,
    description: names.includes('meta_description') ? readValue('meta_description') : undefined,
    canonical: '',
    isNoindex: false,
  });
  records.finish({ slug: path, isPage: true, type: 'row', keys: { path } });
}

const TABLE: CsvRules = {
  format: 'hubspot',
  maxRows: hubdbLimits.rows,
  tooMany: (rows) => ({
    code: 'rows-too-many',
    text: `The file has ${rows} rows, but a HubDB table can have at most ${hubdbLimits.rows}; remove rows.`,
  }),
  toKey: (name) => name,
  header: readHeader,
  row: readRow,
};

const RULES = {
  hasIds: true,
  unique: { path: 'only one row can have it' },
  strict: new Set(['hubl-in-text', 'id-preserved']),
  refusing: new Set(['name-empty', 'malformed-path', 'row-ragged']),
};

/** Adds the ids of the posts to the rows of the tables, which have the same order. */
function addPostIds(posts: readonly RecordPart[], tables: readonly RecordPart[]): RecordPart[] {
  const ids = posts.flatMap(({ items }) =>
    Array.from(items.id).filter((_, index) => items.isPage[index] === 1),
  );
  let before = 0;
  return tables.map((table) => {
    const { items } = table;
    const id = items.id.map((_, index) => ids[before + index] ?? 0);
    before += items.line.length;
    return { ...table, items: { ...items, id } };
  });
}

/** True for the table, false for a file of posts. */
export function isTable({ header }: RecordPart): boolean {
  return header !== undefined;
}

export const hubdbAudit = {
  // a table has no limit of its own in bytes
  create: (options: PartAuditOptions) => new CsvAudit({ ...options, limitBytes: null }, TABLE),
  check: (tables: readonly RecordPart[], posts: readonly RecordPart[], expectation?: Expectation) =>
    checkRecords(addPostIds(posts, tables), RULES, expectation && { ...expectation, limitBytes: null }),
} satisfies { create: PlatformAudit['create']; check: unknown };
