/**
 * What Wix does with the CSV of a collection: the first row names the fields, each other is an item, known
 * by its ID; a field of JSON that does not parse is shown empty; columns that are missing are erased.
 */
import type { PlatformAudit, Expectation } from '../../../verify/platform-audit.ts';
import { CsvAudit, type CsvRules } from '../../../verify/csv-audit.ts';
import type { CsvCell } from '../../../verify/csv-stream.ts';
import { type Finding, QUOTE_LENGTH, cut, fault, notice } from '../../../verify/finding.ts';
import { type RecordPart, checkRecords, readHtmlFields } from '../../../verify/record-audit.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
const MOST_ITEMS = 50_000;
const MOST_FIELDS = 1000;
/** Files of the Media Manager. */
const MEDIA = /^\s*(?:wix:)?(?:image|document|video|audio|vector):\/\//i;
/** No part of such an address: a quotation mark, half of an encoded byte, a second fragment. */
const MEDIA_FLAW = /["<>]|%(?![0-9a-f]{2})|#[^#]*#/i;
const SLUGS = ['slug', 'url slug', 'page slug', 'permalink', 'path'];
const DATES = ['created date', 'updated date'];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const keyOf = (name: string): string => name.trim().toLowerCase();

function readHeader({ records, keys }: CsvAudit, names: readonly string[]): void {
  const doubled = names.find((name, index) => keys.indexOf(keyOf(name)) !== index);
  const tell = (code: string, text: string) => records.problem({ code, severity: 'fault', text, line: 1 });
  if (doubled !== undefined) tell('duplicate-header', `Two columns are called "${cut(doubled, 60)}".`);
  if (names.length > MOST_FIELDS) tell('fields-too-many', `The file has ${names.length} fields.`);
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
    tell('csv-delimiter', 'The columns are not separated by commas, which Wix takes alone.');
}

function checkCell({ text, isQuoted }: CsvCell, field: string): Finding[] {
  const findings: Finding[] = [];
  if (!isQuoted)
    findings.push(notice('cell-unquoted', `The cell "${cut(field, 60)}" is not in quotation marks.`));
  if (JSON_START.test(text) && !isJson(text))
    findings.push({
      ...fault(
        'malformed-json',
        `The cell "${cut(field, 60)}" begins like JSON, but does not parse: Wix shows it empty.`,
      ),
      quote: text.slice(0, QUOTE_LENGTH),
    });
  if (MEDIA.test(text) && MEDIA_FLAW.test(text.trim()))
    findings.push(
      notice(
        'malformed-media-url',
        `The media address in "${cut(field, 60)}" is not percent-encoded, so Wix may not find the file.`,
      ),
    );
  if (DATES.includes(field) && text !== '')
    findings.push(notice('system-date', `"${field}" is Wix’s own and has to be empty.`));
  return findings;
}

function readItem({ records, keys: header }: CsvAudit, cells: readonly CsvCell[], line: number): void {
  const tell = (code: string, text: string) => records.problem({ code, severity: 'notice', line, text });
  const valueOf = (wanted: readonly string[]) =>
    cells[header.findIndex((name) => wanted.includes(name))]?.text ?? '';
  for (const [index, cell] of cells.entries()) {
    const field = header[index] ?? '';
    records.text(cell.text, line, field);
    records.code(cell.text, field);
    for (const finding of checkCell(cell, field)) records.problem({ ...finding, line, field });
  }
  const slug = valueOf(SLUGS);
  const title = valueOf(['title']);
  const id = valueOf(['id']);
  if (header.includes('id') && !UUID.test(id)) {
    const text = `The ID "${cut(id, 60)}" is no UUID in lower case, so Wix may give the item another one.`;
    records.problem({ code: 'malformed-id', severity: 'notice', line, field: 'id', text });
  }
  const hasSlug = header.some((name) => SLUGS.includes(name));
  if (hasSlug && slug.trim() === '') tell('slug-empty', 'The item has no slug.');
  if (!hasSlug && header.includes('title') && title.trim() === '')
    tell('title-empty', 'The item has no title, so it gets no page.');
  const unique = { id, slug, ...(hasSlug ? {} : { title }) };
  records.finish({ slug: slug || title, isPage: true, type: 'item', keys: unique });
}

const COLLECTION: CsvRules = {
  format: 'wix',
  mostRows: MOST_ITEMS,
  tooMany: (rows) => ({
    code: 'items-too-many',
    text: `The file has ${rows} items, and Wix imports at most ${MOST_ITEMS} at once.`,
  }),
  keyOf,
  header: readHeader,
  row: readItem,
};

const RULES = {
  readHtml: (seedTexts: Readonly<Record<string, string>>) => readHtmlFields(seedTexts, keyOf),
  hasIds: false,
  unique: {
    id: 'the second replaces the first',
    slug: 'two items cannot have one page',
    title: 'two items cannot have one page',
  },
  strict: new Set(['cell-unquoted', 'malformed-id', 'slug-empty', 'system-date', 'title-empty']),
  refusing: new Set(['row-ragged', 'title-empty']),
};

/** All files of a collection have the same fields: what one lacks is erased. */
function judge(parts: readonly RecordPart[], expectation?: Expectation) {
  const verdict = checkRecords(parts, RULES, expectation);
  const other = parts.find(({ header }) => header !== parts[0]?.header);
  if (!other) return verdict;
  const text = 'The header is not that of the first file: fields that are missing are erased.';
  const problem = { code: 'header-changed', severity: 'fault', file: other.file, line: 1, text } as const;
  return { ...verdict, ok: false, problems: [problem, ...verdict.problems] };
}

export const audit: PlatformAudit<RecordPart> = {
  create: (options) => new CsvAudit(options, COLLECTION),
  check: judge,
};
