/**
 * Data that the audit needs in addition to the files: the number of pages, the placeholders that must be
 * filled, and texts of rows that only look like a problem.
 */
import { type GuardedText, listHoles, listPieceConstructs } from '../encoding/piece.ts';
import { isMeantName } from '../encoding/preserved-names.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Layout } from './layout.ts';
import type { Table } from '../sheet/table.ts';
import { JoinedTexts, STRUCTURED, containsBracket } from './joined-texts.ts';
import type { Plan } from './plan.ts';
import type { Project } from './project.ts';
import { Pages } from './pages.ts';
import type { Pattern, Template } from './template.ts';
import { createRowOpener } from './project-row.ts';
import { getValueName } from './used-columns.ts';
import type { RowValues } from './row-values.ts';
import { findBracketed } from '../language/placeholder.ts';
import { type EncodedValue, listFixedTexts, listPartValues, listValueParts } from '../language/value.ts';

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
  /** Texts of the seed with scripts or styles, by leaf, with `0` for each value: one for each choice of constructs. */
  seedTexts: Record<string, string[]>;
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
  /** Values of the fields that rows set, by page number. */
  settings?: Record<number, Record<string, string>>;
  /** Pages are repeated in the parts of their children. */
  repeatsPages?: boolean;
}

/** Maximum number of choices in the constructs of a text for which its scripts are compared. */
const MAX_CODE_TEXTS = 200;
const CODE = /<s(?:cript|tyle)/i;
const CODE_TAG = /<\/?s(?:cript|tyle)/gi;
const NO_TEXTS: readonly string[] = [];
/** Markers as the audit names them. */
const MARKERS = ['if', 'elseif', 'spin', 'for', 'nearby'].flatMap((word) => [
  { word, text: `[${word} …]` },
  { word, text: `[/${word}]` },
]);

function listPlaceholders(project: Project): string[] {
  const inPieces = listHoles(project.pattern.pieces)
    .map(({ text }) => text)
    .filter((text) => text.startsWith('['));
  const inSlug = project.slug.flatMap((part) =>
    typeof part === 'string' ? [] : [`[${getValueName(part, project.columns) ?? ''}]`],
  );
  const { pairedColumns } = project.scan;
  const hasConstructs = listPieceConstructs(project.pattern.pieces).length > 0;
  const { kept } = project.scan.preserved;
  const keptWords = new Set(kept.map((name) => /^\p{L}+/u.exec(name.toLowerCase())?.[0]));
  const markers = hasConstructs ? MARKERS.filter(({ word }) => !keptWords.has(word)) : [];
  return [...new Set([...inPieces, ...inSlug, ...markers.map(({ text }) => text)])].filter(
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

  constructor(plan: Plan, placeholders: readonly string[]) {
    const { project } = plan;
    this.#table = project.table;
    this.#cells = new CellReader(placeholders);
    this.#joined = new JoinedTexts(plan);
    const chosen = [...listChosenTexts(project)];
    this.#chosen = chosen.flatMap((text) => this.#cells.read(text, containsBracket(text)));
    this.#chosenOpens = chosen.some((text) => containsBracket(text));
  }

  read(row: number): string[] {
    const own = [...this.#chosen];
    let opens = this.#chosenOpens;
    for (const [column, text] of this.#table.getCells(row).entries()) {
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

function isConstruct({ value }: EncodedValue): boolean {
  return value.source.kind === 'construct';
}

function leavesWith({ texts }: Pattern, isSought: (part: GuardedText['parts'][number]) => boolean): string[] {
  return [...texts].filter(([, { parts }]) => parts.some(isSought)).map(([leaf]) => leaf);
}

/** Leaves out constructs outside of scripts and styles that write none. */
function keepCode(parts: GuardedText['parts']): GuardedText['parts'] {
  let isInCode = false;
  return parts.map((part) => {
    if (typeof part === 'string') {
      const tag = [...part.matchAll(CODE_TAG)].at(-1)?.[0];
      isInCode = tag === undefined ? isInCode : !tag.startsWith('</');
      return part;
    }
    return isInCode || !isConstruct(part) || CODE.test(JSON.stringify(part)) ? part : '0';
  });
}

/** Fills a text with the bodies that the row takes, and `0` for each value. */
const fillShape = (values: RowValues, parts: GuardedText['parts']): string =>
  values
    .listWritten(parts)
    .map(({ part }) => (typeof part === 'string' ? part : '0'))
    .join('');

/** Texts with a script or a style, by leaf: one for each choice that rows make in the constructs of a text. */
function readCodeTexts(layout: Layout): Record<string, string[]> {
  const { project, rows, neighbors } = layout.plan;
  const open = createRowOpener(project, neighbors);
  const found = [...project.pattern.texts].flatMap(([leaf, text]): [string, string[]][] => {
    const parts = keepCode(text.parts);
    const constructs = listPartValues(parts).filter(isConstruct);
    if (!CODE.test(JSON.stringify(parts))) return [];
    if (constructs.length === 0) return [[leaf, [fillShape(open(0), parts)]]];
    const variants = new Map<string, string>();
    for (const row of rows) {
      const values = open(row);
      const chosen = JSON.stringify(constructs.map((part) => fillShape(values, [part])));
      if (!variants.has(chosen)) variants.set(chosen, fillShape(values, parts));
      if (variants.size > MAX_CODE_TEXTS) return [[leaf, []]];
    }
    return [[leaf, [...variants.values()]]];
  });
  return Object.fromEntries(found);
}

/** Reads the fields that rows set, by page number. */
function readSettings({ plan }: Layout): BuildExpectation['settings'] {
  const { project, rows, settings } = plan;
  const audited = Object.entries(project.template.steering?.audited ?? {});
  if (settings === undefined || audited.length === 0) return undefined;
  const pages = new Pages(plan);
  const entries = Array.from(rows, (_row, page): [number, Record<string, string>] => {
    const { identity } = pages.identify(page);
    return [
      project.firstId + page,
      Object.fromEntries(audited.map(([name, field]) => [field, identity[name] ?? ''])),
    ];
  });
  return Object.fromEntries(entries);
}

/** Creates the expectation of a layout for the audit of its files. */
export function createExpectation(layout: Layout): BuildExpectation {
  const { project, rows, neighbors } = layout.plan;
  const { firstId, template, columns, scan, pattern } = project;
  const placeholders = listPlaceholders(project);
  const reader = new RowReader(layout.plan, placeholders);
  const expectedTexts: Record<number, string[]> = {};
  for (const [id, texts] of template.ownBrackets ?? []) expectedTexts[id] = [...texts];
  const textsByRow = new Map<number, string[]>();
  for (const row of rows) {
    const texts = reader.read(row);
    if (texts.length > 0) textsByRow.set(row, texts);
  }
  rows.forEach((row, page) => {
    if (textsByRow.size === 0) return;
    const shown = [row, ...(neighbors?.listAll(row) ?? [])];
    const texts = shown.flatMap((each) => textsByRow.get(each) ?? NO_TEXTS);
    if (texts.length > 0) expectedTexts[firstId + page] = texts;
  });
  const { varied: bySettings = [] } = template.steering ?? {};
  const varied = [...leavesWith(pattern, (part) => typeof part !== 'string'), ...bySettings];
  const settings = readSettings(layout);
  const repeatsPages = layout.parts.some(({ repeated }) => repeated.length > 0);
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
    seedTexts: readCodeTexts(layout),
    statics: [...template.statics, ...(layout.parts.length > 1 ? (template.copies ?? []) : [])],
    ...(template.moved && { moved: template.moved }),
    ...(template.terms && { terms: template.terms }),
    ...(template.isSeedSite !== undefined && { isSeedSite: template.isSeedSite }),
    ...(template.featured && { featured: template.featured }),
    ...(settings && { settings }),
    ...(repeatsPages && { repeatsPages }),
  };
}
