/**
 * What the audit is told beside the files: how many pages must land, which placeholders must be gone,
 * and which texts of the rows only look like something that the audit seeks.
 */
import { columnKey } from '../column-name.ts';
import type { Layout } from '../split/layout.ts';
import { CHAR_CLASS } from '../table/char-class.ts';
import { BRACKET, JoinedTexts, STRUCTURED } from './joined-texts.ts';
import type { Project } from './project.ts';
import type { Value } from './value.ts';

export interface BuildExpectation {
  pages: number;
  placeholders: string[];
  /** By `wp:post_id`. */
  expectedTexts: Record<number, string[]>;
  /** Ids of the records that go along once for all pages. */
  statics: number[];
}

const CONSPICUOUS = CHAR_CLASS.bracket | CHAR_CLASS.punctuation | CHAR_CLASS.backslash | CHAR_CLASS.mark;

/** Name of a placeholder that stands in the slug alone, where WordPress has no brackets. */
function slugPlaceholder(value: Value, project: Project): string {
  const { source } = value;
  if (source.kind === 'column') return `[${project.table.columns[source.column]?.name ?? ''}]`;
  if (source.kind === 'row-number') return '[row_number]';
  return '[geo_url]';
}

function placeholdersOf(project: Project): string[] {
  const inPieces = project.pattern.pieces.flatMap((piece) =>
    piece.kind === 'hole' && piece.text.startsWith('[') ? [piece.text] : [],
  );
  const inSlug = project.slug.flatMap((part) =>
    typeof part === 'string' ? [] : [slugPlaceholder(part, project)],
  );
  return [...new Set([...inPieces, ...inSlug])];
}

function nameOf(placeholder: string): string {
  return placeholder.slice(1, -1).replace(/\|.*$/s, '').trim();
}

/**
 * Texts of a cell that the audit could take for a placeholder, for JSON or for serialized PHP. A name
 * without brackets is told with them: in a slug it looks like a placeholder that was not filled.
 */
class CellReader {
  readonly #names: readonly { key: string; text: string }[];

  constructor(placeholders: readonly string[]) {
    const names = placeholders.map(nameOf).filter((name) => /[\s_-]/.test(name));
    this.#names = names.map((name) => ({ key: columnKey(name), text: `[${name}]` }));
  }

  read(classes: number, textOf: () => string): string[] {
    // a name without brackets is joined by `_`, which is a mark
    if ((classes & CONSPICUOUS) === 0) return [];
    const text = textOf();
    const own = BRACKET.test(text) || STRUCTURED.test(text) ? [text] : [];
    if (!text.includes('_')) return own;
    const key = columnKey(text);
    return [...own, ...this.#names.filter((name) => key.includes(name.key)).map((name) => name.text)];
  }
}

/** Of a layout, for the audit of its files. */
export function expectationOf(layout: Layout): BuildExpectation {
  const { project, rows } = layout.plan;
  const { table, firstId, statics } = project;
  const width = table.columns.length;
  const placeholders = placeholdersOf(project);
  const reader = new CellReader(placeholders);
  const expectedTexts: Record<number, string[]> = {};
  const joined = new JoinedTexts(project);
  rows.forEach((row, page) => {
    const texts = joined.read(row);
    for (let cell = row * width; cell < (row + 1) * width; cell += 1)
      texts.push(...reader.read(table.classesOf(cell), () => table.text(cell)));
    if (texts.length > 0) expectedTexts[firstId + page] = texts;
  });
  return {
    pages: layout.pages,
    placeholders,
    expectedTexts,
    statics: statics.records.map((record) => record.item.id),
  };
}
