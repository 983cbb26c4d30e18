/** The audit of a CSV: decodes its bytes, reads its header, and stops where the rest is unreadable. */
import type { OnPage } from './audited-page.ts';
import type { PartAuditOptions, PartAuditor } from './platform-audit.ts';
import { type CsvCell, CsvStream } from './csv-stream.ts';
import { RecordAudit, type RecordPart } from './record-audit.ts';
import { createUtf8Text } from './utf8-text.ts';

export interface CsvRules {
  format: string;
  /** Maximum number of rows of one file, and the finding for more. */
  maxRows: number;
  tooMany(rows: number): { code: string; text: string };
  /** Makes the key of a column from its name. */
  toKey(name: string): string;
  /** Checks the names as written, without a byte order mark. */
  header(audit: CsvAudit, names: readonly string[]): void;
  row(audit: CsvAudit, cells: readonly CsvCell[], line: number): void;
}

/** Audits one file; the rules of its platform check header and rows. */
export class CsvAudit implements PartAuditor<RecordPart> {
  readonly records: RecordAudit;
  readonly onPage: OnPage | undefined;
  /** Names of the columns; empty before the first row is read. */
  names: readonly string[] = [];
  keys: readonly string[] = [];
  readonly #rules: CsvRules;
  readonly #decoder = createUtf8Text();
  readonly #csv: CsvStream;
  #rows = -1;
  #bytes = 0;
  #isStopped = false;

  constructor(options: PartAuditOptions, rules: CsvRules) {
    this.records = new RecordAudit(rules.format, options);
    this.onPage = options.onPage;
    this.#rules = rules;
    this.#csv = new CsvStream({
      record: (cells, line) => this.#record(cells, line),
      broken: (text, line) => this.stop('malformed-csv', text, line),
    });
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isStopped) return;
    const { text, invalid } = this.#decoder.push(chunk);
    this.#csv.write(text);
    if (invalid) this.#stopAtEncoding();
  }

  end(): RecordPart {
    if (!this.#isStopped && this.#decoder.end()) this.#stopAtEncoding();
    if (!this.#isStopped) this.#csv.end();
    if (!this.#isStopped && this.#rows < 0) this.stop('malformed-csv', 'The file has no header.', 1);
    if (this.#rows > this.#rules.maxRows)
      this.records.problem({ severity: 'fault', ...this.#rules.tooMany(this.#rows) });
    return { ...this.records.end(this.#bytes), header: JSON.stringify(this.names) };
  }

  /** Reports why the rest of the file isn't read. */
  stop(code: string, text: string, line = 1): void {
    this.#isStopped = true;
    this.records.problem({ code, severity: 'fault', text, line });
  }

  #stopAtEncoding(): void {
    this.stop('csv-encoding', 'The file is not UTF-8 here; save it as UTF-8.', this.#csv.line);
  }

  #record(cells: readonly CsvCell[], line: number): void {
    this.#rows += 1;
    if (this.#rows === 0) {
      this.names = cells.map(({ text }) => text.replace(/^\ufeff/, ''));
      this.keys = this.names.map(this.#rules.toKey);
      this.#rules.header(this, this.names);
      return;
    }
    this.records.start(line);
    if (cells.length !== this.names.length) {
      const text = `The row has ${cells.length} cells, but the header has ${this.names.length}.`;
      this.records.problem({ code: 'row-ragged', severity: 'fault', text, line });
    }
    this.#rules.row(this, cells, line);
  }
}
