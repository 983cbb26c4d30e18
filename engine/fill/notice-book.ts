/** Notices of rows, kept short: after some of a kind in a column only their number is told. */
import type { Problem } from '../problem.ts';
import type { Table } from '../table/table.ts';

const LISTED = 50;

interface Kind {
  code: string;
  field: string | undefined;
  count: number;
}

/** `row` is an index of the table; `finish` gives what is listed, then one line for each longer kind. */
export class NoticeBook {
  readonly #table: Table;
  readonly #problems: Problem[] = [];
  readonly #kinds = new Map<string, Kind>();

  constructor(table: Table) {
    this.#table = table;
  }

  add(row: number, notice: { code: string; field: string | undefined; text: string }): void {
    const name = `${notice.code} ${notice.field}`;
    let kind = this.#kinds.get(name);
    if (!kind) {
      kind = { code: notice.code, field: notice.field, count: 0 };
      this.#kinds.set(name, kind);
    }
    kind.count += 1;
    if (kind.count > LISTED) return;
    const { code, field, text } = notice;
    this.#problems.push({
      code,
      severity: 'notice',
      file: this.#table.file,
      row: this.#table.rowNumber(row),
      ...(field === undefined ? {} : { field }),
      text,
    });
  }

  finish(): Problem[] {
    const closing = [...this.#kinds.values()]
      .filter((kind) => kind.count > LISTED)
      .map(
        ({ code, field, count }): Problem => ({
          code,
          severity: 'notice',
          file: this.#table.file,
          ...(field === undefined ? {} : { field }),
          text: `The same in ${count - LISTED} more rows.`,
        }),
      );
    return [...this.#problems, ...closing];
  }
}
