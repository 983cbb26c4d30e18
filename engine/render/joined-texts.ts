/**
 * Texts that exist only in the page: a filter changes a cell, or the next cell or the seed’s own text
 * continues it. They too may look like JSON, like serialized PHP or like a placeholder.
 */
import type { Counted, GuardedText, Hole, Piece } from '../encoding/piece.ts';
import type { Table } from '../sheet/table.ts';
import { renderText } from './render-text.ts';
import type { Project } from './project.ts';
import { RowValues, getCellColumn } from './row-values.ts';
import { type Value, listFixedTexts, listValueParts } from '../language/value.ts';

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
  const values = text.parts.flatMap((part) => (typeof part === 'string' ? [] : listValueParts(part)));
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
  const defaults = parts.flatMap((part) =>
    typeof part === 'string' ? [] : part.value.filters.map(({ argument }) => argument),
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

/** `[in ` of the seed before a placeholder, and its closing bracket: the value may turn it into a name. */
const OPENED = /\[(?:\p{L}[\p{L}\p{M}\p{N} _-]{0,38})?$/u;
const CLOSED_NAME = /^[\p{L}\p{M}\p{N} _-]{0,38}\]/u;

/**
 * A bracket of the seed before a placeholder: `[in [geo_city]]` becomes `[in Waco]` on a page. If the
 * seed doesn’t close it, the value may: `[in [geo_city]` with `Waco]`.
 */
function surroundedTexts({ pattern }: Project): GuardedText[] {
  return [...pattern.texts.values()].flatMap(({ parts }) =>
    parts.flatMap((part, index): GuardedText[] => {
      const [opening] = typeof part === 'string' ? (OPENED.exec(part) ?? []) : [];
      if (opening === undefined || typeof parts[index + 1] !== 'object') return [];
      const after = parts.slice(index + 1);
      const end = after.findIndex((next) => typeof next === 'string');
      const values = end === -1 ? after : after.slice(0, end);
      const text = after[end];
      const [closed = ''] = (typeof text === 'string' && CLOSED_NAME.exec(text)) || [];
      return [{ parts: [opening, ...values, closed] }];
    }),
  );
}

/** All leaves that contain a cell. */
function filledTexts({ pattern }: Project): Watched[] {
  return [...pattern.texts.values()]
    .map(watch)
    .filter(({ columns, isFixed }) => columns.length > 0 || isFixed);
}

/** Finds texts that only look like placeholders, JSON or serialized PHP once cells are joined in them. */
export class JoinedTexts {
  readonly #table: Table;
  readonly #structured: readonly Watched[];
  readonly #touching: readonly Watched[];
  readonly #filled: readonly Watched[];
  readonly #surrounded: readonly GuardedText[];
  /** Columns whose filter may leave the first half of a bracketed text. */
  readonly #cutColumns: ReadonlySet<number>;

  constructor(project: Project) {
    this.#table = project.table;
    this.#structured = structuredTexts(project);
    this.#touching = touchingTexts(project);
    this.#filled = filledTexts(project);
    this.#surrounded = surroundedTexts(project);
    this.#cutColumns = new Set(
      project.program.values.flatMap(({ source, filters }) =>
        source.kind === 'column' && filters.some(({ name }) => name === 'first') ? [source.column] : [],
      ),
    );
  }

  /**
   * Lists texts of a row that the audit could mistake for damage of the seed.
   *
   * @param opensBracket whether one of the row’s cells opens a bracket
   */
  read(row: number, opensBracket: boolean): string[] {
    const values = new RowValues(this.#table, row);
    return [
      ...this.#fill(values, this.#structured, MAY_STRUCTURE)
        .filter((text) => STRUCTURED.test(text))
        .map(cutKept),
      ...this.#fill(values, this.#touching, MAY_OPEN).filter(containsBracket),
      ...this.#surrounded.map((text) => cutKept(renderText(text, values))),
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

  /** Lists the texts with a cell that has one of these characters. */
  #fill(values: RowValues, watched: readonly Watched[], characters: RegExp): string[] {
    const from = values.row * this.#table.columns.length;
    const holds = (column: number) => characters.test(this.#table.text(from + column));
    return watched
      .filter(
        ({ text, columns, isFixed, isLed }) =>
          isFixed || columns.some(holds) || (isLed === true && this.#mayBegin(text, from)),
      )
      .map(({ text }) => renderText(text, values));
  }

  /** Checks if the first cell of a text could be one letter or none; a filter can make any cell so. */
  #mayBegin({ parts: [first] }: GuardedText, from: number): boolean {
    if (typeof first !== 'object' || first.value.source.kind !== 'column') return true;
    const { filters, isHtml, source } = first.value;
    const text = this.#table.text(from + source.column);
    return filters.length > 0 || isHtml || text.length <= 1 || /^\s/.test(text);
  }
}
