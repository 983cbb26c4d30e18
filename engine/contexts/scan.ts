/**
 * One walk through the leaves of a seed: finds the placeholders of a decoded text, asks the columns
 * what they stand for, and keeps the tally that `inspect` and the problems are made of.
 */
import type { Columns } from '../template/columns.ts';
import type { Value } from '../template/value.ts';
import {
  type Bracketed,
  type Spoilt,
  findBracketed,
  findConstruct,
  findTorn,
  findUnclosed,
  isOurName,
  maskPlaceholders,
  replacePlaceholders,
} from '../template/placeholder.ts';
import type { Hole } from './piece.ts';

/** Something in brackets that refuses the seed. */
export interface UnknownUse {
  bracketed: Bracketed;
  nearest?: string;
  /** Set where the name is known, but the filter is not. */
  unknownFilter?: string;
  /** Set where the name is known, but its brackets are none. */
  flaw?: Spoilt['flaw'] | 'php';
  /** Set where it is a word of the page language that is not there yet. */
  construct?: string;
}

/** Where something is in a text: `to` is behind its last character. */
export interface Range {
  from: number;
  to: number;
}

/** Names that stay although no column has them. */
export interface StayingNames {
  /** Those that the person kept. */
  kept: readonly string[];
  isKept: (name: string) => boolean;
  isShortcode: (name: string) => boolean;
}

const NONE_STAYS: StayingNames = { kept: [], isKept: () => false, isShortcode: () => false };

/** Whether brackets may be those of a program: they count only where a column has exactly that name. */
type IsSyntax = boolean | ((bracketed: Bracketed, text: string) => boolean);

/** Encoders of texts that people write; a bracket of a program may well end in another place. */
const WRITTEN = new Set<unknown>(['', 'html', 'short']);

const CLOSED = /^[^[\]<]{0,300}\](?!\]>)/;
/** Foreign brackets that are worth telling: lists of a program are not. */
const LISTED = /^\[\[?\/?\p{L}[^\r\n]{0,300}$/u;

/** A link in brackets, as notes have it: its text may well be the name of a column. */
const FOOTNOTE = /^\[\s*<a\b[^<>]*>[^<>]*<\/a>\s*\]$/i;

/** Seeks the placeholders of one seed, leaf by leaf, and keeps what was told of on the way. */
export class Scan {
  readonly columns: Columns;
  /** Brackets that stay as they are, with their number. */
  readonly untouched = new Map<string, number>();
  /** Of the leaf in work: what refuses the seed, with its place in the text just searched. */
  readonly unknown: { use: UnknownUse; leaf: string }[] = [];
  /** Name of the leaf in work, for reports. */
  leaf = '';
  readonly staying: StayingNames;
  /** Brackets with markup in them that were told of; a part of one looks unclosed. */
  readonly #torn: string[] = [];

  constructor(columns: Columns, staying = NONE_STAYS) {
    this.columns = columns;
    this.staying = staying;
  }

  /** Placeholders of a decoded text, in its coordinates; each gets the innermost encoder. */
  find(text: string, encoderOf: string | ((hole: Bracketed) => string), isSyntax: IsSyntax = false): Hole[] {
    if (!text.includes('[')) return [];
    if (WRITTEN.has(encoderOf))
      for (const spoilt of findUnclosed(text))
        if (!this.#torn.some((torn) => torn.startsWith(spoilt.text))) this.#tellSpoilt(spoilt);
    const holes: Hole[] = [];
    for (const bracketed of findBracketed(text)) {
      const isOfProgram = typeof isSyntax === 'function' ? isSyntax(bracketed, text) : isSyntax;
      const value = this.#resolve(bracketed, text, isOfProgram);
      if (!value) continue;
      const encoder = typeof encoderOf === 'string' ? encoderOf : encoderOf(bracketed);
      holes.push({
        kind: 'hole',
        start: bracketed.from,
        end: bracketed.to,
        value,
        encoders: encoder === '' ? [] : [encoder],
        text: bracketed.text,
      });
    }
    return holes;
  }

  /** The same text with nothing between the brackets of its placeholders that could be taken for structure. */
  mask(text: string): string {
    return maskPlaceholders(text, (bracketed) => this.#isFilled(bracketed));
  }

  /** The same text with a stand-in of the same length for each of its placeholders, and their places. */
  replace(text: string, standIn: (at: Range) => string): { text: string; holes: Range[] } {
    const holes: Range[] = [];
    const replaced = replacePlaceholders(
      text,
      (bracketed) => this.#isFilled(bracketed),
      ({ from, to }) => {
        holes.push({ from, to });
        return standIn({ from, to });
      },
    );
    return { text: replaced, holes };
  }

  #isFilled({ name, unknownFilter }: Bracketed): boolean {
    return unknownFilter === undefined && this.columns.resolve(name) !== undefined;
  }

  /** Tells of placeholders with markup in their brackets, which a reader of HTML gets as two texts. */
  tellTorn(html: string): void {
    if (!html.includes('[')) return;
    for (const torn of findTorn(this.mask(html))) {
      const isFootnote = FOOTNOTE.test(torn.text) && !isOurName(torn.name);
      if (isFootnote) this.#leave(torn.text);
      else if (this.#tellSpoilt(torn)) this.#torn.push(torn.text);
    }
  }

  /** Refuses the seed for the placeholders of a text that takes none. */
  refuse(text: string, flaw: 'php'): void {
    for (const bracketed of findBracketed(text))
      if (this.columns.resolveExact(bracketed.name)) this.#refuse({ bracketed, flaw });
      else this.#keepUnknown(bracketed, true);
  }

  #tellSpoilt({ text, name, flaw }: Spoilt): boolean {
    if (this.columns.resolve(name) === undefined) return false;
    const bracketed = { text, from: 0, to: 0, name, isPlain: false, isBare: false, filters: [] };
    this.#refuse({ bracketed, flaw });
    return true;
  }

  #refuse(use: UnknownUse): void {
    this.unknown.push({ use, leaf: this.leaf });
  }

  #resolve(bracketed: Bracketed, text: string, isOfProgram: boolean): Value | undefined {
    const { name, unknownFilter } = bracketed;
    const resolved =
      name === '' ? undefined : isOfProgram ? this.columns.resolveExact(name) : this.columns.resolve(name);
    if (!resolved) {
      this.#keepUnknown(bracketed, isOfProgram);
      return undefined;
    }
    if (unknownFilter !== undefined) {
      this.#refuse({ bracketed, unknownFilter });
      return undefined;
    }
    const behindSlash = isGeoUrl(name) && text[bracketed.from - 1] === '/';
    const source = behindSlash ? ({ kind: 'row-slug', of: resolved.source } as const) : resolved.source;
    return { source, filters: bracketed.filters, isHtml: resolved.isHtml };
  }

  #keepUnknown(bracketed: Bracketed, isOfProgram: boolean): void {
    const { isKept } = this.staying;
    const construct = isOfProgram ? undefined : findConstruct(bracketed.text);
    if (construct !== undefined && !isKept(construct)) {
      this.#refuse({ bracketed, construct });
      return;
    }
    const { name } = bracketed;
    if (this.#isMeant(bracketed, isOfProgram)) {
      const nearest = this.columns.nearest(name);
      this.#refuse({ bracketed, ...(nearest === undefined ? {} : { nearest }) });
      return;
    }
    if (LISTED.test(bracketed.text)) this.#leave(bracketed.text);
  }

  #leave(text: string): void {
    this.untouched.set(text, (this.untouched.get(text) ?? 0) + 1);
  }

  /** Is it a name that somebody meant for a placeholder, as far as anybody can tell? */
  #isMeant({ name, isPlain, isBare, unknownFilter }: Bracketed, isOfProgram: boolean): boolean {
    const { isKept, isShortcode } = this.staying;
    if (name === '' || isKept(name)) return false;
    if (isPlain && isOurName(name)) return true;
    if (!isBare || isOfProgram || isShortcode(name)) return false;
    return unknownFilter === undefined || this.columns.nearest(name) !== undefined;
  }
}

/** Where a use that fits nothing stands in a text at or behind `from`; -1 where it is written in another way. */
export function seekUse(text: string, { bracketed, flaw }: UnknownUse, from: number): number {
  const written = bracketed.text;
  const seek = (start: number) => text.indexOf(written, start);
  if (flaw !== 'unclosed') return seek(from);
  for (let at = seek(from); at >= 0; at = seek(at + 1)) {
    // the beginning of one that is closed is not the one that is not; `]]>` ends a CDATA section
    const behind = at + written.length;
    if (!CLOSED.test(text.slice(behind, behind + 320))) return at;
  }
  return -1;
}

/** Is it the placeholder that means an address where it stands alone in one? */
export function isGeoUrl(name: string): boolean {
  return /^geo[\s_-]*url$/i.test(name.trim());
}
