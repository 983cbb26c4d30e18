/**
 * Data that the audit needs in addition to the files: the number of pages, the placeholders that must be
 * filled, and texts of rows that only look like a problem.
 */
import type { GuardedText } from '../encoding/piece.ts';
import { isMeantName } from '../encoding/scan.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Layout } from './layout.ts';
import type { Table } from '../sheet/table.ts';
import { JoinedTexts, STRUCTURED, containsBracket } from './joined-texts.ts';
import type { Project } from './project.ts';
import type { Pattern, Template } from './template.ts';
import { findBracketed } from '../language/placeholder.ts';
import { type Value, listFixedTexts, listValueParts } from '../language/value.ts';

export interface BuildExpectation {
  pages: number;
  placeholders: string[];
  /** Names of all columns and derived columns. */
  columns: string[];
  /** Bracketed texts that are left unchanged. */
  kept: string[];
  /** By page number: its id if the platform has ids, otherwise its position among all pages from 1. */
  expectedTexts: Record<number, string[]>;
  /** Names of the leaves that rows fill: all others are the same on every page. */
  varied: string[];
  /** Rows choose the author of their page. */
  choosesAuthor: boolean;
  /** Names of the leaves in which the seed has text outside of placeholders. */
  written: string[];
  /** Texts of the seed with scripts or styles, by leaf, with `0` for each value. */
  seedTexts: Record<string, string>;
  /** Ids of the static records of all parts. */
  statics: number[];
  /** Ids of the redated records, which the importer creates on any site. */
  moved?: readonly number[];
  /** Terms of the export that a part must contain if its records name them. */
  terms?: Template['terms'];
  /** The files are for the site that the seed came from. */
  isSeedSite?: boolean;
  /** Ids of the rotating images; each page has one. */
  featured?: readonly number[];
}

const NO_TEXTS: readonly string[] = [];

/** Returns the name of a placeholder that is only in the slug, where brackets are not allowed. */
function slugPlaceholder({ source, name }: Value, project: Project): string {
  if (name !== undefined) return `[${name}]`;
  if (source.kind === 'column') return `[${project.table.columns[source.column]?.name ?? ''}]`;
  if (source.kind === 'row-number') return '[row_number]';
  return '[geo_url]';
}

function listPlaceholders(project: Project): string[] {
  const inPieces = project.pattern.pieces.flatMap((piece) =>
    piece.kind === 'hole'
      ? (piece.inner ?? [piece]).map(({ text }) => text).filter((text) => text.startsWith('['))
      : [],
  );
  const inSlug = project.slug.flatMap((part) =>
    typeof part === 'string' ? [] : [slugPlaceholder(part, project)],
  );
  const { pairedColumns } = project.scan;
  return [...new Set([...inPieces, ...inSlug])].filter(
    (text) => !pairedColumns.has(toColumnKey(getName(text))),
  );
}

function getName(placeholder: string): string {
  return placeholder.slice(1, -1).replace(/\|.*$/s, '').trim();
}

/**
 * Texts of a cell that the audit could mistake for a placeholder, JSON or serialized PHP. A name
 * without brackets is included, because in a slug it looks like an unfilled placeholder.
 */
class CellReader {
  readonly #names: readonly { key: string; text: string }[];

  constructor(placeholders: readonly string[]) {
    const names = placeholders.map(getName).filter((name) => /[\s_-]/.test(name));
    this.#names = names.map((name) => ({ key: toColumnKey(name), text: `[${name}]` }));
  }

  read(text: string, hasBracket: boolean): readonly string[] {
    const own = hasBracket || STRUCTURED.test(text) ? [text] : NO_TEXTS;
    if (!text.includes('_')) return own;
    const key = toColumnKey(text);
    return [...own, ...this.#names.filter((name) => key.includes(name.key)).map((name) => name.text)];
  }
}

/** Texts that the user chose for placeholders of the seed. */
function listChosenTexts({ program, slug }: Project): Set<string> {
  const ofSlug = slug.filter((part) => typeof part !== 'string');
  const values = [...program.values, ...ofSlug].flatMap((value) => listValueParts({ value, encoders: [] }));
  return new Set(values.flatMap(({ value }) => listFixedTexts(value.source)));
}

/** Reads the texts of rows that the audit could mistake for damage of the seed. */
class RowReader {
  readonly #table: Table;
  readonly #cells: CellReader;
  readonly #joined: JoinedTexts;
  /** Values of every row. */
  readonly #chosen: readonly string[];
  readonly #chosenOpens: boolean;

  constructor(project: Project, placeholders: readonly string[]) {
    this.#table = project.table;
    this.#cells = new CellReader(placeholders);
    this.#joined = new JoinedTexts(project);
    const chosen = [...listChosenTexts(project)];
    this.#chosen = chosen.flatMap((text) => this.#cells.read(text, containsBracket(text)));
    this.#chosenOpens = chosen.some((text) => containsBracket(text));
  }

  read(row: number): string[] {
    const width = this.#table.columns.length;
    const own = [...this.#chosen];
    let opens = this.#chosenOpens;
    for (let column = 0; column < width; column += 1) {
      const text = this.#table.text(row * width + column);
      const hasBracket = containsBracket(text);
      own.push(...this.#cells.read(text, hasBracket));
      opens ||= hasBracket && this.#joined.opensBracket(column, text);
    }
    return [...this.#joined.read(row, opens), ...own];
  }
}

/** Shortcodes and prose are also left unchanged in invisible places, such as after the name of a closing tag. */
function listUnreadNames({ seed, pattern, scan, columns }: Project): string[] {
  const { start, end } = pattern;
  const found = findBracketed(seed.text.slice(start, end)).filter(
    ({ name, isBare }) =>
      isBare && columns.resolve(name) === undefined && !isMeantName(name, columns, scan.preserved),
  );
  return [...new Set(found.map(({ text }) => text))];
}

function leavesWith({ texts }: Pattern, isSought: (part: GuardedText['parts'][number]) => boolean): string[] {
  return [...texts].filter(([, { parts }]) => parts.some(isSought)).map(([leaf]) => leaf);
}

function readCodeTexts({ texts }: Pattern): Record<string, string> {
  const found = [...texts].map(([leaf, { parts }]): [string, string] => [
    leaf,
    parts.map((part) => (typeof part === 'string' ? part : '0')).join(''),
  ]);
  return Object.fromEntries(found.filter(([, text]) => /<s(?:cript|tyle)/i.test(text)));
}

/** Creates the expectation of a layout for the audit of its files. */
export function createExpectation(layout: Layout): BuildExpectation {
  const { project, rows } = layout.plan;
  const { firstId, template, columns, scan, pattern } = project;
  const placeholders = listPlaceholders(project);
  const reader = new RowReader(project, placeholders);
  const expectedTexts: Record<number, string[]> = {};
  for (const [id, texts] of template.ownBrackets ?? []) expectedTexts[id] = [...texts];
  rows.forEach((row, page) => {
    const texts = reader.read(row);
    if (texts.length > 0) expectedTexts[firstId + page] = texts;
  });
  const varied = leavesWith(pattern, (part) => typeof part !== 'string');
  const { isEmptyText = (text) => text === '' } = template;
  return {
    pages: layout.pages,
    placeholders,
    columns: columns.placeholders(),
    kept: [...scan.untouched.keys(), ...scan.preserved.kept, ...listUnreadNames(project)],
    expectedTexts,
    varied,
    choosesAuthor: template.choosesAuthor ?? false,
    written: leavesWith(pattern, (part) => typeof part === 'string' && !isEmptyText(part.trim())),
    seedTexts: readCodeTexts(pattern),
    statics: [...template.statics, ...(layout.parts.length > 1 ? (template.copies ?? []) : [])],
    ...(template.moved && { moved: template.moved }),
    ...(template.terms && { terms: template.terms }),
    ...(template.isSeedSite !== undefined && { isSeedSite: template.isSeedSite }),
    ...(template.featured && { featured: template.featured }),
  };
}
