/**
 * What the audit is told beside the files: how many pages must land, which placeholders must be gone,
 * and which texts of the rows only look like something that the audit seeks.
 */
import type { Layout } from '../split/layout.ts';
import { CHAR_CLASS } from '../table/char-class.ts';

export interface BuildExpectation {
  pages: number;
  placeholders: string[];
  /** By `wp:post_id`. */
  expectedTexts: Record<number, string[]>;
  /** Ids of the records that go along once for all pages. */
  statics: number[];
}

/** Could the audit take this cell for a placeholder, for JSON or for serialized PHP? */
function isConspicuous(classes: number, text: () => string): boolean {
  if ((classes & CHAR_CLASS.bracket) !== 0) return true;
  return (classes & CHAR_CLASS.punctuation) !== 0 && /^\s*(?:[{"]|[aOsbidCEN][:;])|[_%]/.test(text());
}

/** Of a layout, for the audit of its files. */
export function expectationOf(layout: Layout): BuildExpectation {
  const { project, rows } = layout.plan;
  const { table, firstId, pattern, statics } = project;
  const width = table.columns.length;
  const expectedTexts: Record<number, string[]> = {};
  rows.forEach((row, page) => {
    for (let cell = row * width; cell < (row + 1) * width; cell += 1) {
      if (!isConspicuous(table.classesOf(cell), () => table.text(cell))) continue;
      (expectedTexts[firstId + page] ??= []).push(table.text(cell));
    }
  });
  const placeholders = pattern.pieces.flatMap((piece) =>
    piece.kind === 'hole' && piece.text !== '' ? [piece.text] : [],
  );
  return {
    pages: layout.pages,
    placeholders: [...new Set(placeholders)],
    expectedTexts,
    statics: statics.records.map((record) => record.item.id),
  };
}
