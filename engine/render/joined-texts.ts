/**
 * Texts that exist only in the page: a filter changes a cell, or the next cell or the seed’s own text
 * continues it. They too may look like JSON, like serialized PHP or like a placeholder.
 */
import type { Counted, GuardedText, Hole, Piece } from '../encoding/piece.ts';
import type { Table } from '../sheet/table.ts';
import type { Project } from './project.ts';
import { createRowOpener } from './project-row.ts';
import { type RowValues, getCellColumn } from './row-values.ts';
import type { FilterName } from '../language/filters.ts';
import {
  type EncodedValue,
  type Value,
  listConstructs,
  listFixedTexts,
  listPartValues,
  listSourceColumns,
  listValueParts,
} from '../language/value.ts';
import type { Plan } from './plan.ts';

/** `{`, `[`, `a:1` at the start, after white space: the beginnings of JSON and serialized PHP. */
export const STRUCTURED = /^\s*(?:[[{]|[abdisOCEN][:;])/;
/** A beginning of the seed that determines the type of the text: it must then be valid. */
const STATIC_STRUCTURE = /^\s*(?:\[\s*\{|\{\s*"|[abdisOCE]:\d|N;)/;
/** A beginning of the seed that later text can make look like either; other beginnings never do. */
const MAY_BEGIN_STRUCTURE = /^\s*(?:$|[[{]|[abdisOCEN](?:$|[:;]))/;
/** Texts that look structured after nothing, or after one letter. */
const LED = /^(?:[:;]|\s*(?:[[{]|[abdisOCEN](?:[:;]|$)))/;
/** Brackets, plain or encoded, and the characters of their encodings. */
const BRACKET =
  /\[|%(?:25)*(?:5[bc]|91|26|60)|\\+(?:u00(?:5[bc]|2[56]|60)|x(?:5[bc]|2[56]|60)|0{0,4}5b)|&(?:amp;)*(?:#|l(?:brack|sqb);|percnt;|bsol;|grave;)|`\{/i;
const BRACKETS = new RegExp(BRACKET, 'gi');
/** The seed closes a bracket right after a placeholder; the end of a CDATA section doesn’t. */
const CLOSING = /^(?:\](?!\]>)|%(?:25)*5d|\\+u005d)/i;
/** A bracket that is closed in the same cell. A run of backslashes is tried once, not at each of them. */
const CLOSED = /(?:\[|%(?:25)*5b|(?<!\\)\\+u005b)[^[\]\n]{0,200}?(?:\]|%(?:25)*5d|(?<!\\)\\+u005d)/gi;
/** Cells without these characters join to no such text. */
const MAY_STRUCTURE = /[[\]&"`,;:@=+$?#%|^{}]/;
const MAY_OPEN = /[[\]\\`,;:@=+$?#%|^{}]/;
/** Filters that can remove one bracket of a pair. */
const CUTTING_FILTERS: ReadonlySet<FilterName> = new Set(['first', 'replace', 'truncate']);
/** Longer than the audit’s quotes of a value. */
const KEPT_CHARACTERS = 200;

/** Checks for a bracket in one of its forms, quickly for the plain texts of most sheets. */
export function containsBracket(text: string): boolean {
  return text.includes('[') || (/[%\\&`]/.test(text) && BRACKET.test(text));
}

function cutKept(text: string): string {
  return text.slice(0, KEPT_CHARACTERS);
}

/** A text to be filled, and the columns that it contains. */
interface Watched {
  text: GuardedText;
  columns: readonly number[];
  /** The seed’s own part of the text can make it structured, whatever the cells before it contain. */
  isLed?: boolean;
  /** A text chosen for every page or for empty cells may do the same in any row. */
  isFixed: boolean;
}

function watch(text: GuardedText): Watched {
  const values = listPartValues(text.parts).flatMap(listValueParts);
  return {
    text,
    columns: values.flatMap(({ value }) => (value.source.kind === 'column' ? [value.source.column] : [])),
    isFixed: values.some(({ value }) =>
      listFixedTexts(value.source).some((fixed) => /[^\p{L}\p{N}]/u.test(fixed)),
    ),
  };
}

function countedTexts(of: Counted): GuardedText[] {
  return [of.text, ...of.parts.flatMap((part) => (part.kind === 'length' ? countedTexts(part.of) : []))];
}

/** Checks if the row determines how the text begins; a text that is an unchanged cell is found by its cell. */
function beginsWithRow({ parts }: GuardedText): boolean {
  const [first, second] = parts;
  if (typeof first === 'string')
    return second !== undefined && MAY_BEGIN_STRUCTURE.test(first) && !STATIC_STRUCTURE.test(first);
  return first !== undefined && (second !== undefined || getCellColumn(first.value) === undefined);
}

/**
 * Checks if the seed’s own text continues a cell of one letter (`[v]:1:{}`) or an empty one (`[v]{"a`), or
 * precedes it, so that cells of plain letters also make such a text.
 */
function isLedBySeed({ parts }: GuardedText): boolean {
  const [first] = parts;
  if (typeof first === 'string' && first.trim() !== '') return true;
  const seen = parts.find((part) => typeof part === 'string' && part.trim() !== '');
  const own = typeof seen === 'string' ? seen : '';
  const defaults = listPartValues(parts).flatMap(({ value }) =>
    value.filters.flatMap((filter) => filter.arguments),
  );
  return LED.test(own) || defaults.some((argument) => LED.test(argument));
}

/** Lists texts that may be JSON or serialized data, and the counted strings within them. */
function structuredTexts({ pattern }: Project): Watched[] {
  const strings = pattern.pieces.flatMap((piece) => (piece.kind === 'length' ? countedTexts(piece.of) : []));
  return [...(pattern.structuredTexts ?? []), ...strings]
    .filter(beginsWithRow)
    .map((text) => ({ ...watch(text), isLed: isLedBySeed(text) }));
}

function isPlaceholder(piece: Piece): piece is Hole {
  return piece.kind === 'hole' && piece.text !== '';
}

/** Finds adjacent placeholders, with the bracket that the seed closes after them. */
function touchingTexts({ pattern, seed }: Project): Watched[] {
  const runs: Hole[][] = [];
  for (const hole of pattern.pieces.filter(isPlaceholder)) {
    const run = runs.at(-1);
    if (run?.at(-1)?.end === hole.start) run.push(hole);
    else runs.push([hole]);
  }
  return runs.flatMap((run) => {
    const end = run.at(-1)?.end ?? 0;
    const [closing = ''] = CLOSING.exec(seed.text.slice(end, end + 12)) ?? [];
    const bare = (value: Value) => ({ value, encoders: [] });
    const parts = [...run.map(({ value }) => bare(value)), closing].filter((part) => part !== '');
    return parts.length > 1 ? [watch({ parts })] : [];
  });
}

/** `[in ` of the seed before a placeholder: the value may turn it into a name. */
const OPENED = /\[(?:\p{L}[\p{L}\p{M}\p{N} _-]{0,38})?$/u;

/** A text with constructs or with an open bracket of the seed: only a row shows which texts are in brackets. */
interface RowText extends Watched {
  /** A bracket of the seed is open before a value, so that any row makes a text in brackets. */
  isOpened: boolean;
  /** It contains values of nearby rows. */
  isNearby: boolean;
}

function rowTexts({ pattern }: Project): RowText[] {
  return pattern.leafTexts.flatMap(([, text]): RowText[] => {
    const values = listPartValues(text.parts).map(({ value }) => value);
    const bodies = values.flatMap(listConstructs).flatMap((construct) => construct.bodies);
    const isOpened = [text, ...bodies].some(({ parts }) =>
      parts.some((part) => typeof part === 'string' && OPENED.test(part)),
    );
    if (bodies.length === 0 && !isOpened) return [];
    const columns = values.flatMap(({ source }) => listSourceColumns(source));
    const isNearby = bodies.some(({ marker }) => marker.kind === 'nearby');
    return [{ text, columns, isFixed: watch(text).isFixed, isOpened, isNearby }];
  });
}

/** Marks both ends of a value; neither a cell nor a seed contains it. */
const MARK = '\0';
const RUN = /(?:\0[^\0]*\0)+/g;
/**
 * A bracket of the seed before values: `[in [geo_city]]` becomes `[in Waco]` on a page. If the seed doesn’t close it, a
 * value may: `[in [geo_city]` with `Waco]`.
 */
const SURROUNDED =
  /\[(?:\p{L}[\p{L}\p{M}\p{N} _-]{0,38})?\0[^\0]*\0(?:[\p{L}\p{M}\p{N} _-]{0,38}\0[^\0]*\0)*(?:[\p{L}\p{M}\p{N} _-]{0,38}\])?/gu;

/** Texts in brackets that a row makes. */
function readBrackets(text: GuardedText, row: RowValues): string[] {
  const written = row.listWritten(text.parts);
  const join = (fill: (values: RowValues, part: EncodedValue) => string) =>
    written
      .map(({ values, part }) => (typeof part === 'string' ? part : MARK + fill(values, part) + MARK))
      .join('');
  const encoded = join((values, part) => values.renderText({ parts: [part] }));
  const bare = join((values, { value }) => values.computeText(value));
  const surrounded = [...encoded.matchAll(SURROUNDED)].map(([found]) => cutKept(found.replaceAll(MARK, '')));
  const touching = [...bare.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const [closing = ''] = CLOSING.exec(bare.slice(index + run.length, index + run.length + 12)) ?? [];
    return run.includes(MARK + MARK) || closing !== '' ? [run.replaceAll(MARK, '') + closing] : [];
  });
  return [...surrounded, ...touching.filter(containsBracket)];
}

/** All leaves that contain a cell. */
function filledTexts({ pattern }: Project): Watched[] {
  return pattern.leafTexts
    .map(([, text]) => watch(text))
    .filter(({ columns, isFixed }) => columns.length > 0 || isFixed);
}

/** Finds texts that only look like placeholders, JSON or serialized PHP once cells are joined in them. */
export class JoinedTexts {
  readonly #open: (row: number) => RowValues;
  readonly #table: Table;
  readonly #rows: Iterable<number>;
  readonly #neighbors: Plan['neighbors'];
  /** Rows with a character in a cell that may open a bracket. */
  #openRows: ReadonlySet<number> | undefined;
  readonly #structured: readonly Watched[];
  readonly #touching: readonly Watched[];
  readonly #filled: readonly Watched[];
  readonly #ofRow: readonly RowText[];
  /** Columns whose filter may leave a part of a bracketed text. */
  readonly #cutColumns: ReadonlySet<number>;

  constructor({ project, rows, neighbors }: Plan) {
    this.#open = createRowOpener(project, neighbors);
    this.#neighbors = neighbors;
    this.#rows = rows;
    this.#table = project.table;
    this.#structured = structuredTexts(project);
    this.#touching = touchingTexts(project);
    this.#filled = filledTexts(project);
    this.#ofRow = rowTexts(project);
    this.#cutColumns = new Set(
      project.program.values.flatMap(({ source, filters }) =>
        source.kind === 'column' && filters.some(({ name }) => CUTTING_FILTERS.has(name))
          ? [source.column]
          : [],
      ),
    );
  }

  /**
   * Lists texts of a row that the audit could mistake for damage of the seed.
   *
   * @param opensBracket whether one of the row’s cells opens a bracket
   */
  read(row: number, opensBracket: boolean): string[] {
    const values = this.#open(row);
    return [
      ...this.#fill(values, this.#structured, MAY_STRUCTURE)
        .filter((text) => STRUCTURED.test(text))
        .map(cutKept),
      ...this.#fill(values, this.#touching, MAY_OPEN).filter(containsBracket),
      ...this.#select(values, this.#ofRow, MAY_OPEN).flatMap(({ text }) => readBrackets(text, values)),
      ...(opensBracket ? this.#findBrackets(values) : []),
    ];
  }

  /** Checks if a cell opens a bracket that only the text after it could close. */
  opensBracket(column: number, text: string): boolean {
    return this.#cutColumns.has(column) || containsBracket(text.replaceAll(CLOSED, ''));
  }

  /** Finds every bracket of the page with the text after it. */
  #findBrackets(values: RowValues): string[] {
    return this.#fill(values, this.#filled, MAY_OPEN).flatMap((text) =>
      [...text.matchAll(BRACKETS)].map(({ index }) => cutKept(text.slice(index))),
    );
  }

  /** Fills the texts with a cell that has one of these characters. */
  #fill(values: RowValues, watched: readonly Watched[], characters: RegExp): string[] {
    return this.#select(values, watched, characters).map(({ text }) => values.renderText(text));
  }

  #select(
    values: RowValues,
    watched: readonly (Watched & Partial<RowText>)[],
    characters: RegExp,
  ): readonly Watched[] {
    const cells = this.#table.getCells(values.row);
    const holds = (column: number) => characters.test(cells[column] ?? '');
    return watched.filter(
      ({ text, columns, isFixed, isLed, isOpened = false, isNearby = false }) =>
        isFixed ||
        isOpened ||
        columns.some(holds) ||
        (isLed === true && this.#mayBegin(text, cells)) ||
        (isNearby && this.#isNearOpenRow(values.row)),
    );
  }

  #isNearOpenRow(row: number): boolean {
    this.#openRows ??= new Set(
      [...this.#rows].filter((each) => this.#table.getCells(each).some((cell) => MAY_OPEN.test(cell))),
    );
    if (this.#openRows.size === 0) return false;
    return [...(this.#neighbors?.listAll(row) ?? [])].some((each) => this.#openRows?.has(each));
  }

  /** Checks if the first cell of a text could be one letter or none; a filter can make any cell so. */
  #mayBegin({ parts: [first] }: GuardedText, cells: readonly string[]): boolean {
    if (typeof first !== 'object' || first.value.source.kind !== 'column') return true;
    const { filters, isHtml, source } = first.value;
    const text = cells[source.column] ?? '';
    return filters.length > 0 || isHtml || text.length <= 1 || /^\s/.test(text);
  }
}
