/**
 * Collects notices about rows: one per kind and column with the number of its rows, or the first few of
 * each row.
 */
import type { Problem } from '../problem.ts';
import type { Table } from '../sheet/table.ts';

/** Maximum number of further rows that a notice names. */
const MAX_NAMED_ROWS = 10;
/** Bounds the memory of 100,000 rows with 200 empty cells each. */
const MAX_PER_ROW = 5;

export interface Notice {
  code: string;
  field: string | undefined;
  text: string;
}

/** Collects notices; `row` is an index of the table. Rows come in order. */
export interface Notices {
  add: (row: number, notice: Notice) => void;
  finish: () => Problem[];
}

interface Kind {
  /** The notice of the first row. */
  problem: Problem;
  /** Number of further rows with the same notice. */
  more: number;
  named: number[];
}

function toProblem(table: Table, row: number, { code, field, text }: Notice): Problem {
  return {
    code,
    severity: 'notice',
    file: table.file,
    row: table.rowNumber(row),
    ...(field === undefined ? {} : { field }),
    text,
  };
}

const toKindKey = ({ code, field }: Notice): string => `${code} ${field}`;

/** Collects one notice for each kind and column. */
export class NoticeCounter implements Notices {
  readonly #table: Table;
  readonly #kinds = new Map<string, Kind>();

  constructor(table: Table) {
    this.#table = table;
  }

  add(row: number, notice: Notice): void {
    const name = toKindKey(notice);
    const kind = this.#kinds.get(name);
    if (!kind) {
      this.#kinds.set(name, { problem: toProblem(this.#table, row, notice), more: 0, named: [] });
      return;
    }
    kind.more += 1;
    if (kind.named.length < MAX_NAMED_ROWS) kind.named.push(this.#table.rowNumber(row));
  }

  finish(): Problem[] {
    return [...this.#kinds.values()].map(({ problem, more, named }) => {
      if (more === 0) return problem;
      const rows = `${more} more ${more === 1 ? 'row' : 'rows'}: ${named.join(', ')}`;
      const text = `${problem.text} The same in ${rows}${more > named.length ? ', …' : ''}`;
      return { ...problem, text, moreRows: more };
    });
  }
}

/** Lists the first notices of each row and counts the others. */
export class RowNotices implements Notices {
  readonly #table: Table;
  readonly #problems: Problem[] = [];
  /** Last text of each kind: equal texts share one string. */
  readonly #texts = new Map<string, string>();
  #row = -1;
  #count = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  add(row: number, notice: Notice): void {
    if (row !== this.#row) this.#closeRow();
    this.#row = row;
    this.#count += 1;
    if (this.#count > MAX_PER_ROW) return;
    this.#problems.push(toProblem(this.#table, row, { ...notice, text: this.#deduplicate(notice) }));
  }

  #deduplicate(notice: Notice): string {
    const name = toKindKey(notice);
    const known = this.#texts.get(name);
    if (known === notice.text) return known;
    this.#texts.set(name, notice.text);
    return notice.text;
  }

  #closeRow(): void {
    const more = this.#count - MAX_PER_ROW;
    this.#count = 0;
    if (more <= 0) return;
    const subject = more === 1 ? 'is 1 more notice' : `are ${more} more notices`;
    const text = `There ${subject} about this row.`;
    this.#problems.push(toProblem(this.#table, this.#row, { code: 'more-notices', field: undefined, text }));
  }

  finish(): Problem[] {
    this.#closeRow();
    return this.#problems;
  }
}
