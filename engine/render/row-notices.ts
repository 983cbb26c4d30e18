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
  field?: string | undefined;
  text: string;
  /** Columns that it comes from; omitted if it is about the whole page. */
  columns?: readonly number[] | undefined;
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
  /** `3`, or `3 × 2` for a row of each list of a combination. */
  named: string[];
}

/** Creates a problem at the row of the file that it is about. */
export function toRowProblem(
  table: Table,
  row: number,
  { code, severity, field, text, columns }: Notice & Pick<Problem, 'severity'>,
): Problem {
  const place = table.findPlace(row, columns);
  const other = table.nameCombinedRow(place);
  return {
    code,
    severity,
    ...place,
    ...(field === undefined ? {} : { field }),
    text: other === '' ? text : `With ${other}: ${text}`,
  };
}

function toProblem(table: Table, row: number, notice: Notice): Problem {
  return toRowProblem(table, row, { ...notice, severity: 'notice' });
}

/** Remembers what was reported about rows of combined lists, each of which is in many rows. */
export class ReportedRows {
  readonly #table: Table;
  readonly #known = new Set<string>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Returns true for the second and later times. */
  has(row: number, { code, field, columns = [] }: Omit<Notice, 'text'>): boolean {
    if (!this.#table.isCombined) return false;
    const place = this.#table.findPlace(row, columns);
    if (place.combinedRow !== undefined) return false;
    const key = `${this.#table.findList(columns[0] ?? 0)} ${place.row} ${code} ${field}`;
    if (this.#known.has(key)) return true;
    this.#known.add(key);
    return false;
  }
}

const toKindKey = ({ code, field }: Notice): string => `${code} ${field}`;

/** Collects one notice for each kind and column. */
export class NoticeCounter implements Notices {
  readonly #table: Table;
  readonly #kinds = new Map<string, Kind>();
  readonly #reported: ReportedRows;

  constructor(table: Table) {
    this.#table = table;
    this.#reported = new ReportedRows(table);
  }

  add(row: number, notice: Notice): void {
    if (this.#reported.has(row, notice)) return;
    const name = toKindKey(notice);
    const kind = this.#kinds.get(name);
    if (!kind) {
      this.#kinds.set(name, { problem: toProblem(this.#table, row, notice), more: 0, named: [] });
      return;
    }
    kind.more += 1;
    if (kind.named.length === MAX_NAMED_ROWS) return;
    const { row: number, combinedRow } = this.#table.findPlace(row, notice.columns);
    kind.named.push(combinedRow === undefined ? `${number}` : `${number} × ${combinedRow}`);
  }

  finish(): Problem[] {
    return [...this.#kinds.values()].map(({ problem, more, named }) => {
      if (more === 0) return problem;
      const rows = `${more} more ${more === 1 ? 'row' : 'rows'}: ${named.join(', ')}`;
      const [first, second] = problem.combinedRow === undefined ? [] : this.#table.lists;
      const files = first && second ? ` (${first.file} × ${second.file})` : '';
      const text = `${problem.text} The same in ${rows}${more > named.length ? ', …' : ''}${files}`;
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
  readonly #reported: ReportedRows;
  #row = -1;
  #count = 0;

  constructor(table: Table) {
    this.#table = table;
    this.#reported = new ReportedRows(table);
  }

  add(row: number, notice: Notice): void {
    if (this.#reported.has(row, notice)) return;
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
