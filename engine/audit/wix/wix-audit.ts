/**
 * What Wix does with the CSV of a collection: the first row names the fields, each other is an item, known
 * by its ID; a field of JSON that does not parse is shown empty; columns that are missing are erased.
 */
import type { AuditFormat, Expectation, PartAuditOptions, PartAuditor } from '../shared/audit-format.ts';
import { type Finding, QUOTE_LENGTH, cut, fault, notice } from '../shared/finding.ts';
import { RecordAudit, type RecordPart, judgeRecords } from '../shared/record-audit.ts';
import { createUtf8Text } from '../shared/utf8-text.ts';
import { CsvStream } from '../shared/csv-stream.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
const MOST_ITEMS = 50_000;
const MOST_FIELDS = 1000;
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

class WixAudit implements PartAuditor<RecordPart> {
  readonly #records: RecordAudit;
  readonly #decoder = createUtf8Text();
  readonly #limitBytes: number | null;
  readonly #csv: CsvStream;
  #header: readonly string[] | undefined;
  #rawHeader = '';
  #items = 0;
  #bytes = 0;
  #isInvalid = false;

  constructor({ file, limitBytes = null }: PartAuditOptions) {
    this.#records = new RecordAudit('wix', file);
    this.#limitBytes = limitBytes;
    this.#csv = new CsvStream({
      record: (cells, line) => (this.#header ? this.#item(cells, line) : this.#readHeader(cells)),
      broken: (text, line) => this.#fail('csv-broken', text, line),
    });
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isInvalid) return;
    const { text, invalid } = this.#decoder.push(chunk);
    this.#csv.write(text);
    if (invalid) this.#failEncoding();
  }

  end(): RecordPart {
    if (!this.#isInvalid && this.#decoder.end()) this.#failEncoding();
    if (!this.#isInvalid) this.#csv.end();
    if (!this.#isInvalid && !this.#header) this.#fail('csv-broken', 'The file has no header.', 1);
    if (this.#items > MOST_ITEMS) {
      const text = `The file has ${this.#items} items, and Wix imports at most ${MOST_ITEMS} at once.`;
      this.#records.problem({ code: 'items-too-many', severity: 'fault', text });
    }
    const part = this.#records.end({ bytes: this.#bytes, limitBytes: this.#limitBytes });
    return { ...part, header: this.#rawHeader };
  }

  #fail(code: string, text: string, line: number): void {
    this.#isInvalid = true;
    this.#records.problem({ code, severity: 'fault', text, line });
  }

  #failEncoding(): void {
    this.#fail('csv-encoding', 'The file is not UTF-8 here; save it as UTF-8.', this.#csv.line);
  }

  #readHeader(cells: readonly CsvCell[]): void {
    const names = cells.map(({ text }) => text.replace(/^\ufeff/, ''));
    this.#header = names.map((name) => name.trim().toLowerCase());
    this.#rawHeader = JSON.stringify(names);
    const doubled = names.find((name, index) => this.#header?.indexOf(name.trim().toLowerCase()) !== index);
    const tell = (code: string, text: string) =>
      this.#records.problem({ code, severity: 'fault', text, line: 1 });
    if (doubled !== undefined) tell('header-doubled', `Two columns are called "${cut(doubled, 60)}".`);
    if (names.length > MOST_FIELDS) tell('fields-too-many', `The file has ${names.length} fields.`);
    if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
      tell('csv-delimiter', 'The columns are not separated by commas, which Wix takes alone.');
  }

  #item(cells: readonly CsvCell[], line: number): void {
    const header = this.#header ?? [];
    this.#items += 1;
    this.#records.start(line);
    const valueOf = (names: readonly string[]) =>
      cells[header.findIndex((name) => names.includes(name))]?.text ?? '';
    if (cells.length !== header.length) {
      const text = `The row has ${cells.length} cells, the header has ${header.length}.`;
      this.#records.problem({ code: 'row-ragged', severity: 'fault', text, line });
    }
    for (const [index, cell] of cells.entries()) {
      const field = header[index] ?? '';
      this.#records.text(cell.text, line, field);
      for (const finding of this.#judgeCell(cell, field)) this.#records.problem({ ...finding, line, field });
    }
    const slug = valueOf(SLUGS);
    const title = valueOf(['title']);
    const id = valueOf(['id']);
    const isIdentified = header.includes('id');
    if (isIdentified && !UUID.test(id))
      this.#records.problem({
        code: 'id-odd',
        severity: 'notice',
        line,
        field: 'id',
        text: `The ID "${cut(id, 60)}" is no UUID in lower case, so Wix may give the item another one.`,
      });
    const hasSlug = header.some((name) => SLUGS.includes(name));
    if (hasSlug && slug.trim() === '')
      this.#records.problem({ code: 'slug-empty', severity: 'notice', line, text: 'The item has no slug.' });
    if (!hasSlug && header.includes('title') && title.trim() === '')
      this.#records.problem({
        code: 'title-empty',
        severity: 'notice',
        line,
        text: 'The item has no title, so it gets no page.',
      });
    this.#records.finish({
      slug: slug || title,
      isPage: true,
      type: 'item',
      keys: { id, slug, ...(hasSlug ? {} : { title }) },
    });
  }

  #judgeCell({ text, isQuoted }: CsvCell, field: string): Finding[] {
    const findings: Finding[] = [];
    if (!isQuoted)
      findings.push(notice('cell-unquoted', `The cell "${cut(field, 60)}" is not in quotation marks.`));
    if (JSON_START.test(text) && !isJson(text))
      findings.push({
        ...fault(
          'json-broken',
          `The cell "${cut(field, 60)}" begins like JSON, but does not parse: Wix shows it empty.`,
        ),
        quote: text.slice(0, QUOTE_LENGTH),
      });
    if (DATES.includes(field) && text !== '')
      findings.push(notice('system-date', `"${field}" is Wix’s own and has to be empty.`));
    return findings;
  }
}

type CsvCell = Parameters<ConstructorParameters<typeof CsvStream>[0]['record']>[0][number];

const RULES = {
  hasIds: false,
  unique: {
    id: 'the second takes the place of the first',
    slug: 'two items cannot have one page',
    title: 'two items cannot have one page',
  },
  strict: new Set(['cell-unquoted', 'id-odd', 'slug-empty', 'system-date', 'title-empty']),
  refusing: new Set(['row-ragged', 'title-empty']),
};

/** All files of a collection have the same fields: what one lacks is erased. */
function judge(parts: readonly RecordPart[], expectation?: Expectation) {
  const verdict = judgeRecords(parts, RULES, expectation);
  const other = parts.find(({ header }) => header !== parts[0]?.header);
  if (!other) return verdict;
  const text = 'The header is not that of the first file: fields that are missing are erased.';
  const problem = { code: 'header-changed', severity: 'fault', file: other.file, line: 1, text } as const;
  return { ...verdict, ok: false, problems: [problem, ...verdict.problems] };
}

export const wixAudit: AuditFormat<RecordPart> = { create: (options) => new WixAudit(options), judge };
