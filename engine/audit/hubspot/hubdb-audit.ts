/**
 * What HubDB does with a CSV: the first row names the columns, each other is a row of the table, whose
 * name is the title of its page and whose path ends the page's address.
 */
import type { AuditFormat, Expectation, PartAuditOptions, PartAuditor } from '../shared/audit-format.ts';
import { CsvStream } from '../shared/csv-stream.ts';
import { cut } from '../shared/finding.ts';
import { RecordAudit, type RecordPart, judgeRecords } from '../shared/record-audit.ts';
import { createUtf8Text } from '../shared/utf8-text.ts';

const MOST_ROWS = 10_000;
const MOST_COLUMNS = 250;
const RICH_TEXT_CHARACTERS = 65_000;
/** A post may have such a text, and a file of somebody else such an id. */
const NOTICES = new Set(['cell-long', 'id-kept']);
const PATH = /^[^\s\p{Lu}/?#%"<>\\^`{|}]+$/u;
type Cells = Parameters<ConstructorParameters<typeof CsvStream>[0]['record']>[0];

class HubdbAudit implements PartAuditor<RecordPart> {
  readonly #records: RecordAudit;
  readonly #decoder = createUtf8Text();
  readonly #csv: CsvStream;
  #header: readonly string[] | undefined;
  #rows = 0;
  #bytes = 0;
  #isInvalid = false;

  constructor({ file }: PartAuditOptions) {
    this.#records = new RecordAudit('hubspot', file);
    this.#csv = new CsvStream({
      record: (cells, line) => (this.#header ? this.#row(cells, line) : this.#readHeader(cells)),
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
    if (this.#rows > MOST_ROWS) {
      const text = `The file has ${this.#rows} rows, and a table of HubDB holds at most ${MOST_ROWS}.`;
      this.#records.problem({ code: 'rows-too-many', severity: 'fault', text });
    }
    const part = this.#records.end({ bytes: this.#bytes, limitBytes: null });
    return { ...part, header: JSON.stringify(this.#header ?? []) };
  }

  #fail(code: string, text: string, line: number): void {
    this.#isInvalid = true;
    this.#records.problem({ code, severity: 'fault', text, line });
  }

  #failEncoding(): void {
    this.#fail('csv-encoding', 'The file is not UTF-8 here; save it as UTF-8.', this.#csv.line);
  }

  #readHeader(cells: Cells): void {
    this.#header = cells.map(({ text }) => text);
    for (const name of ['hs_name', 'hs_path'])
      if (!this.#header.includes(name))
        this.#fail('column-missing', `The file has no column "${name}", which a dynamic page needs.`, 1);
    if (cells.length > MOST_COLUMNS)
      this.#fail('columns-too-many', `The file has ${cells.length} columns, at most ${MOST_COLUMNS} fit.`, 1);
  }

  #row(cells: Cells, line: number): void {
    const header = this.#header ?? [];
    this.#rows += 1;
    this.#records.start(line);
    const tell = (code: string, field: string, text: string) =>
      this.#records.problem({ code, severity: NOTICES.has(code) ? 'notice' : 'fault', line, field, text });
    if (cells.length !== header.length)
      tell('row-ragged', '', `The row has ${cells.length} cells, the header has ${header.length}.`);
    for (const [index, { text }] of cells.entries()) {
      const field = header[index] ?? '';
      this.#records.text(text, line, field);
      if (text.length > RICH_TEXT_CHARACTERS) {
        const told = `"${cut(field, 60)}" has more than ${RICH_TEXT_CHARACTERS} characters, which HubDB refuses; the post is not affected.`;
        tell('cell-long', field, told);
      }
    }
    const valueOf = (name: string) => cells[header.indexOf(name)]?.text ?? '';
    const [id, name, path] = [valueOf('hs_id'), valueOf('hs_name'), valueOf('hs_path')];
    if (name.trim() === '') tell('name-empty', 'hs_name', 'The row has no name, so its page has no title.');
    if (!PATH.test(path))
      tell('path-odd', 'hs_path', `"${cut(path, 100)}" is no segment of an address in lower case.`);
    if (id !== '') tell('id-kept', 'hs_id', 'The row has an id: HubDB changes the row of that id.');
    this.#records.finish({ slug: path, isPage: true, type: 'row', keys: { path } });
  }
}

const RULES = {
  hasIds: true,
  unique: { path: 'two rows cannot have one page' },
  strict: new Set(['id-kept']),
  refusing: new Set(['name-empty', 'path-odd', 'row-ragged']),
};

/** Rows of a table are the posts beside it, in their order, and have their ids. */
function withIdsOf(posts: readonly RecordPart[], tables: readonly RecordPart[]): RecordPart[] {
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

/** Is it the table, and not a file of posts? */
export function isTable({ header }: RecordPart): boolean {
  return header !== undefined;
}

export const hubdbAudit = {
  create: (options: PartAuditOptions) => new HubdbAudit(options),
  judge: (tables: readonly RecordPart[], posts: readonly RecordPart[], expectation?: Expectation) =>
    judgeRecords(withIdsOf(posts, tables), RULES, expectation && { ...expectation, limitBytes: null }),
} satisfies { create: AuditFormat['create']; judge: unknown };
