/** Notices about the cells that the page of a row writes: empty ones, and texts that no visitor should see. */
import { type Hole, type Piece, listHoles, listPieceConstructs } from '../encoding/piece.ts';
import {
  type EncodedValue,
  type Value,
  hasFallback,
  listValueParts,
  listSourceColumns,
} from '../language/value.ts';
import { findMissingMarker } from '../sheet/missing-marker.ts';
import type { Encoder } from '../text/encoder.ts';
import { isDerivedColumn } from './place-columns.ts';
import type { Project } from './project.ts';
import type { Notices } from './row-notices.ts';
import type { RowValues } from './row-values.ts';

/** Columns of values by what can be wrong with their cells. */
interface WrittenColumns {
  /** Columns without a default, which print nothing if they are empty, with the first value of each. */
  unfilled: ReadonlyMap<number, Value>;
  /** Columns that a page or its link shows as text. */
  shown: ReadonlySet<number>;
  /** Columns in plain text, which would show markup as text. */
  plain: ReadonlySet<number>;
}

/** Advice to give the placeholder of an empty cell a fallback. @param field name of the column */
export function adviseFallback({ written }: Value, field = 'name'): string {
  return `fallback: [${written ?? field} | default:"…"].`;
}

const isPlain = ({ place }: Encoder): boolean => place === undefined || place === 'bare';

/** In a script, outside quotes, `null` is a value. */
const isBareInScript = ({ place }: Encoder): boolean => place === 'bare';

/** Returns the column that a value is a cell of, unless it has a default. */
const listUnfilled = (value: Value): number[] =>
  value.source.kind === 'column' && !hasFallback(value) ? [value.source.column] : [];

/** @param inPage values of the page, without those of the link */
function findColumns(inPage: readonly EncodedValue[], inLink: readonly EncodedValue[]): WrittenColumns {
  const unfilled = new Map<number, Value>();
  const all = [...inPage, ...inLink];
  for (const { value } of all)
    for (const column of listUnfilled(value)) if (!unfilled.has(column)) unfilled.set(column, value);
  const shown = all.filter(({ encoders }) => !encoders.some(isBareInScript));
  // of a `*_html` column only the text is written there
  const plain = inPage.filter(({ value, encoders }) => !value.isHtml && encoders.every(isPlain));
  return {
    unfilled,
    shown: new Set(shown.flatMap(({ value }) => (isOfRow(value) ? listSourceColumns(value.source) : []))),
    plain: new Set(plain.flatMap(({ value }) => listUnfilled(value))),
  };
}

/** The cells of a nearby row have notices of their own. */
const isOfRow = ({ source }: Value): boolean => source.kind !== 'near' && source.kind !== 'item';

const isChoosing = (piece: Piece): piece is Hole => listPieceConstructs([piece]).length > 0;

/** Lists the pieces that write some cells only in some rows. */
const listChoosing = (pieces: readonly Piece[]): Hole[] =>
  pieces.filter(isChoosing).filter((hole) => listValueParts(hole).some(({ value }) => isOfRow(value)));

/** Lists the values that each row writes. */
const listFixed = (pieces: readonly Piece[]): Hole[] =>
  listHoles(pieces.filter((piece) => !isChoosing(piece)));

/** Adds notices about the cells of rows. */
export class CellNotices {
  /** Number of rows whose page writes an empty cell of each column. */
  readonly emptied = new Map<number, number>();
  readonly #project: Project;
  readonly #notices: Notices;
  /** Columns that each page writes. */
  readonly #always: WrittenColumns;
  readonly #inPage: readonly EncodedValue[];
  readonly #inLink: readonly EncodedValue[];

  constructor(project: Project, notices: Notices) {
    this.#project = project;
    this.#notices = notices;
    const { pattern, footer } = project;
    this.#always = findColumns(listFixed(pattern.pieces), listFixed(footer.pieces));
    this.#inPage = listChoosing(pattern.pieces);
    this.#inLink = listChoosing(footer.pieces);
  }

  /** Adds the notices about one row. */
  add(values: RowValues): void {
    this.#addFor(values.row, this.#always);
    if (this.#inPage.length + this.#inLink.length === 0) return;
    const { unfilled, shown, plain } = findColumns(
      values.listValues(this.#inPage),
      values.listValues(this.#inLink),
    );
    const { unfilled: known, ...always } = this.#always;
    this.#addFor(values.row, {
      unfilled: new Map([...unfilled].filter(([column]) => !known.has(column))),
      shown: shown.difference(always.shown),
      plain: plain.difference(always.plain),
    });
  }

  #addFor(row: number, { unfilled, shown, plain }: WrittenColumns): void {
    const { table, towns } = this.#project;
    const report = (column: number, code: string, text: string) =>
      this.#notices.add(row, { code, field: table.columns[column]?.name, columns: [column], text });
    for (const [column, value] of unfilled) {
      if (table.getCell(row, column) !== '') continue;
      const name = table.columns[column]?.name;
      this.emptied.set(column, (this.emptied.get(column) ?? 0) + 1);
      // the row has one notice about its town
      if (towns?.findMissing(row) && isDerivedColumn(table, column)) continue;
      const advice = adviseFallback(value, name);
      report(column, 'cell-empty', `${name} is empty, so nothing is shown here. Add a ${advice}`);
    }
    for (const column of shown) {
      const word = findMissingMarker(table.getCell(row, column));
      if (word === undefined) continue;
      const text = `This cell says "${word}", and the page would show it. Fill in the value, or clear the cell.`;
      report(column, 'cell-unfilled', text);
    }
    for (const column of plain) {
      if (!/<\/?[a-z][^<>]*>/i.test(table.getCell(row, column))) continue;
      const text =
        'This cell contains HTML. Visitors may see the tags. Remove them, or place the column in the content of the page.';
      report(column, 'markup-in-plain', text);
    }
  }
}
