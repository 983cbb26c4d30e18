/**
 * One walk through the leaves of a seed: finds the placeholders of a decoded text, asks the columns
 * what they stand for, and keeps the tally that `inspect` and the problems are made of.
 */
import { toColumnKey } from '../sheet/column-name.ts';
import { matchPrefixed } from '../text/match-prefixed.ts';
import { type Columns, toPlaceholderKey } from '../language/columns.ts';
import type { Value } from '../language/value.ts';
import { correctPlaceholder, readGeoName } from '../language/correct-placeholder.ts';
import {
  type Bracketed,
  type MalformedPlaceholder,
  findBracketed,
  findConstruct,
  findSplitPlaceholders,
  findUnclosed,
  isGeoName,
  isGeoUrl,
  maskPlaceholders,
  isSingleName,
  replacePlaceholders,
} from '../language/placeholder.ts';
import { isAttached, isLooseIn } from './loose-bracket.ts';
import type { Encoder } from '../text/encoder.ts';
import { base64Encoders } from './base64/encode-base64.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { scriptEncoders } from './script/encode-script.ts';
import { urlEncoders } from './url/encode-url.ts';
import type { Problem } from '../problem.ts';
import type { Codecs, Refusal } from './codecs.ts';
import {
  type Base64Text,
  type TextLayer,
  MAX_LAYERS,
  decodePercentCode,
  findTextLayers,
  findBase64,
  findEncodedNames,
} from './layers.ts';
import {
  type Hole,
  type Piece,
  type Range,
  comparePieces,
  liftPieces,
  shiftPieces,
  textParts,
} from './piece.ts';

/**
 * What a string is part of. `builder`: data of a page builder or a block; `data`: JSON-LD; `plain`: any other
 * meta, exactly the row's text unless its content is of a language.
 */
export type StringKind = 'builder' | 'data' | 'plain';

/** Something in brackets that refuses the seed. */
export interface UnknownUse {
  bracketed: Bracketed;
  nearest?: string;
  /** The column chosen for the name, if the sheet doesn't have it. */
  missingColumn?: string;
  /** Set where the name is known, but the filter is not. */
  unknownFilter?: string;
  /** Set where the name is known, but its brackets are none. */
  flaw?: MalformedPlaceholder['flaw'];
  /** Set where the platform takes no value. */
  refusal?: Refusal;
  /** The right spelling, if the form can only be a placeholder. */
  correction?: string;
  /** Set where it is a word of the page language that is not there yet. */
  construct?: string;
  /** Set where it is encoded in a way that no other text can be written in. */
  encoded?: Encoded;
}

/** What a placeholder is hidden in. */
interface Encoded {
  /** How it is encoded, for people. */
  label: string;
  /** Its beginning as the seed has it, to find the place by. */
  written: string;
}

/** Names that stay although no column has them. */
export interface PreservedNames {
  /** Names that the user keeps. */
  kept: readonly string[];
  isKept: (name: string) => boolean;
  /** Is it the name of a tag that the platform replaces, such as a shortcode? */
  isTagName: (name: string) => boolean;
  /** Is the name used as a tag with an attribute or a closing tag in the seed, so that it isn't a typo? */
  isUsed?: (name: string) => boolean;
  /**
   * Set where pairs such as `[x]…[/x]` are tags: reports one whose name is also a column.
   * @param opening - `[x]`
   */
  reportPair?: (opening: string, name: string) => Pick<Problem, 'code' | 'text'>;
  /** `[type:name]` is a token of the platform. */
  hasTokens?: boolean;
}

const NO_PRESERVED_NAMES: PreservedNames = { kept: [], isKept: () => false, isTagName: () => false };

/** Whether brackets may be those of a program: they count only where a column has exactly that name. */
type IsSyntax = boolean | ((bracketed: Bracketed, text: string) => boolean);

/** Scans a text that was encoded once more; `plain`: values are written as they are where nothing else is known. */
export type ScanInner = (text: string, kind: StringKind, scan: Scan) => Piece[];

/** A text within which others may be encoded. */
interface LayerPlace {
  /** Encoder of the place itself, around that of a layer. */
  encoderOf: (layer: string) => Encoder | undefined;
  kind: StringKind;
}

/**
 * Brackets that may have another meaning in their place. `near`: only ours, or names near a column, count;
 * `ours`: only ours; `class`: like `near`, for the brackets of a class.
 */
type Looseness = 'none' | 'class' | 'near' | 'ours';

const toSame = (start: number, end: number) => ({ start, end });

interface FindOptions {
  isSyntax?: IsSyntax;
  kind?: LayerPlace['kind'];
  own?: string;
}

/** Encoders of texts that people write; a bracket of a program may well end in another place. */
const WRITTEN = new Set<unknown>([undefined, htmlEncoders.html, htmlEncoders.short]);

/** Foreign brackets that are worth telling: lists of a program are not. */
const LISTED = /^\[\[?\/?\p{L}[^\r\n]{0,300}$/u;

/** `<!--[if !supportLists]>`, `<![endif]>` where markup is shown as text. */
const CONDITIONAL = /^\[(?:if\s[^[\]]*|endif)\]$/;
const BEFORE_CONDITIONAL = /<!(?:--)?$/;
const CLASS_KEY = /class(?:es|_?names?)?$/i;
const CLOSING = /\[\/\s*(\p{L}[\p{L}\p{N}_-]*)\s*\]/uy;

/** Seeks the placeholders of one seed, leaf by leaf, and keeps what was told of on the way. */
export class Scan {
  readonly columns: Columns;
  /** Brackets that stay as they are, with their number. */
  readonly untouched = new Map<string, number>();
  /** Of the leaf in work: what refuses the seed, with its place in the text just searched. */
  readonly unknown: { use: UnknownUse; leaf: string }[] = [];
  /** Name of the leaf in work, for reports. */
  leaf = '';
  readonly staying: PreservedNames;
  readonly codecs: Codecs;
  readonly #scanInner: ScanInner;
  /** Layers around the current text, and whether brackets can have another meaning in them or in its place. */
  #depth = 0;
  #looseness: Looseness = 'none';
  /** Names that the current text closes as a pair, as keys of columns. */
  #pairs: ReadonlySet<string> = new Set();
  /** Pairs with the name of a column. */
  readonly pairedColumns = new Map<string, string>();
  /** Brackets with markup in them that were told of; a part of one looks unclosed. */
  readonly #torn: string[] = [];

  constructor(
    columns: Columns,
    staying = NO_PRESERVED_NAMES,
    { scanInner = () => [], codecs = {} }: { scanInner?: ScanInner; codecs?: Codecs } = {},
  ) {
    this.columns = columns;
    this.staying = staying;
    this.codecs = codecs;
    this.#scanInner = scanInner;
  }

  /** Pieces of a text that was decoded from another one. */
  inner(text: string, kind: StringKind): Piece[] {
    if (this.#depth >= MAX_LAYERS) return [];
    this.#depth += 1;
    const pieces = this.#scanInner(text, kind, this).sort(comparePieces);
    this.#depth -= 1;
    return pieces;
  }

  /**
   * All placeholders of a decoded text: those that a reader of it sees, and those that are encoded once more.
   * @param own a layer that is the encoding of the place itself
   */
  findAll(
    text: string,
    encoder: Encoder | undefined,
    { isSyntax = false, kind = 'builder', own }: FindOptions = {},
  ): Piece[] {
    const seen = this.find(text, encoder, isSyntax);
    const encoderOf = (layer: string) => (layer === own ? undefined : encoder);
    return [...seen, ...this.findLayered(text, { encoderOf, kind })].sort(comparePieces);
  }

  /** Placeholders in texts that are encoded once more, in the coordinates of this one. */
  findLayered(text: string, place: LayerPlace): Piece[] {
    if (this.#depth >= MAX_LAYERS) return [];
    const pieces: Piece[] = [];
    const isFree = ({ from, to }: Range) => !pieces.some(({ start, end }) => start < to && from < end);
    for (const layer of findTextLayers(text, this.codecs.layers))
      for (const range of layer.find(text))
        if (isFree(range)) pieces.push(...this.#scanLayer(text, range, { layer, place }));
    for (const base64 of findBase64(text))
      if (isFree(base64)) pieces.push(...this.#scanBase64(text, base64, place));
    return pieces.sort(comparePieces);
  }

  /** Scans a place where brackets may mean something else. */
  loosely<Found>(looseness: Looseness, scan: () => Found): Found {
    const around = this.#looseness;
    this.#looseness = looseness;
    const found = scan();
    this.#looseness = around;
    return found;
  }

  /** Scans the value of an attribute, of a field or of a setting that may be a list of classes. */
  named<Found>(name: string, scan: () => Found): Found {
    return CLASS_KEY.test(name) ? this.loosely('class', scan) : scan();
  }

  /** Scans a text in which pairs such as `[x]…[/x]` may be tags, also where a column has that name. */
  withPairs<Found>(text: string, scan: () => Found): Found {
    const around = this.#pairs;
    if (this.staying.reportPair && text.includes('[/')) {
      const names = [...matchPrefixed(text, '[', CLOSING)].map(([, name = '']) => toColumnKey(name));
      this.#pairs = new Set([...around, ...names]);
    }
    const found = scan();
    this.#pairs = around;
    return found;
  }

  #scanLayer(
    text: string,
    { from, to }: Range,
    { layer, place }: { layer: TextLayer; place: LayerPlace },
  ): Piece[] {
    const decoded = layer.decode(text.slice(from, to));
    if (decoded.text === text.slice(from, to)) return [];
    const inner = this.loosely(layer.isLoose ? 'ours' : 'none', () =>
      this.inner(decoded.text, layer.kind ?? place.kind),
    );
    const encoded = liftPieces(inner, (start, end) => decoded.range(start, end), layer.encoder);
    const outer = layer.isComplete ? undefined : place.encoderOf(layer.name);
    return shiftPieces(outer === undefined ? encoded : liftPieces(encoded, toSame, outer), from);
  }

  #scanBase64(text: string, base64: Base64Text, { encoderOf }: LayerPlace): Piece[] {
    const { from: start, to: end, isPadded, isExact } = base64;
    const code = decodePercentCode(base64.text);
    const inner = code
      ? liftPieces(this.inner(code.text, 'builder'), (from, to) => code.range(from, to), urlEncoders.percent)
      : this.inner(base64.text, 'builder');
    const holes = inner.filter((piece) => piece.kind === 'hole');
    const [first] = holes;
    if (!first) return [];
    if (!isExact || inner.some(({ kind }) => kind === 'length' || kind === 'guard')) {
      this.#refuseEncoded(first.text, 'base64', text.slice(start, end));
      return [];
    }
    const { parts } = textParts(base64.text, inner);
    const outer = encoderOf('base64');
    return [
      {
        kind: 'hole',
        start,
        end,
        value: { source: { kind: 'base64', parts, isPadded }, filters: [], isHtml: false },
        encoders: outer === undefined ? [] : [outer],
        text: first.text,
        inner: holes.flatMap((hole) =>
          (hole.inner ?? [hole]).map(({ value, encoders, text: written }) => ({
            value,
            text: written,
            encoders: hole.inner ? [...encoders, base64Encoders.base64, ...hole.encoders] : encoders,
          })),
        ),
      },
    ];
  }

  /** Placeholders of a decoded text, in its coordinates; each gets the innermost encoder. */
  find(
    text: string,
    encoderOf: Encoder | undefined | ((hole: Bracketed) => Encoder),
    isSyntax: IsSyntax = false,
  ): Hole[] {
    if (!text.includes('[')) return [];
    if (WRITTEN.has(encoderOf))
      for (const malformed of findUnclosed(text))
        if (!this.#torn.some((torn) => torn.startsWith(malformed.text))) this.#refuseMalformed(malformed);
    const holes: Hole[] = [];
    for (const bracketed of findBracketed(text)) {
      const isOfProgram = typeof isSyntax === 'function' ? isSyntax(bracketed, text) : isSyntax;
      const value = this.#resolve(bracketed, text, isOfProgram);
      if (!value) continue;
      const general = typeof encoderOf === 'function' ? encoderOf(bracketed) : encoderOf;
      const encoder =
        general === scriptEncoders.literal && value.isCoordinate ? scriptEncoders.coordinate : general;
      holes.push({
        kind: 'hole',
        start: bracketed.from,
        end: bracketed.to,
        value,
        encoders: encoder === undefined ? [] : [encoder],
        text: bracketed.text,
      });
    }
    return holes;
  }

  /** The same text with nothing between the brackets of its placeholders that could be taken for structure. */
  mask(text: string): string {
    return maskPlaceholders(text, (bracketed) => this.#isFilled(bracketed));
  }

  /**
   * The text of a program with a stand-in of the same length for each of its placeholders, and their places.
   * Brackets that are none outside of strings stay: in a string they mean nothing to a parser.
   */
  replace(text: string, standIn: (at: Range) => string): { text: string; holes: Range[] } {
    const holes: Range[] = [];
    const replaced = replacePlaceholders(
      text,
      (bracketed) =>
        this.#isFilled(bracketed) &&
        (!isSingleName(bracketed) || this.columns.resolveExact(bracketed.name) !== undefined),
      ({ from, to }) => {
        holes.push({ from, to });
        return standIn({ from, to });
      },
    );
    return { text: replaced, holes };
  }

  #isFilled({ name, unknownFilter }: Bracketed): boolean {
    return unknownFilter === undefined && !this.#isPair(name) && this.columns.resolve(name) !== undefined;
  }

  #isPair(name: string): boolean {
    return this.#pairs.size > 0 && this.#pairs.has(toColumnKey(name));
  }

  /** The value of a name, where a pair of shortcodes does not have it. */
  resolveExact(name: string): ReturnType<Columns['resolve']> {
    return this.#isPair(name) ? undefined : this.columns.resolveExact(name);
  }

  /** Tells of placeholders with markup in their brackets, which a reader of HTML gets as two texts. */
  reportTorn(html: string): void {
    if (!html.includes('[')) return;
    for (const torn of findSplitPlaceholders(this.mask(html)))
      if (this.#refuseMalformed(torn)) this.#torn.push(torn.text);
  }

  /** Refuses the seed for the placeholders of a text that takes none. */
  refuse(text: string, refusal: Refusal): void {
    for (const bracketed of findBracketed(text))
      if (this.columns.resolveExact(bracketed.name)) this.#refuse({ bracketed, refusal });
      else this.#keepUnknown(bracketed, true, text);
  }

  #refuseMalformed({ text, name, flaw }: MalformedPlaceholder): boolean {
    if (this.columns.resolve(name) === undefined || this.#isPair(name)) return false;
    const bracketed = { text, from: 0, to: 0, name, isPlain: false, isBare: false, filters: [] };
    this.#refuse({ bracketed, flaw });
    return true;
  }

  /**
   * Refuses what is still encoded in a leaf, in a place where nothing is filled.
   * @param pieces of the same text, whose places are done
   */
  refuseRest(text: string, pieces: readonly Piece[]): void {
    let rest = '';
    let last = 0;
    for (const { start, end } of pieces.toSorted(comparePieces)) {
      rest += text.slice(last, start) + ' '.repeat(Math.max(0, end - Math.max(last, start)));
      last = Math.max(last, end);
    }
    rest += text.slice(last);
    const stays = new Set([...this.untouched.keys()].map(toPlaceholderKey));
    for (const { from, to, bracketed, encoder } of findEncodedNames(rest, this.codecs.layers)) {
      if (bracketed.name === '' || this.columns.resolve(bracketed.name) === undefined) continue;
      if (!stays.has(toPlaceholderKey(bracketed.text)))
        this.#refuseEncoded(bracketed.text, encoder.label, text.slice(from, to));
    }
  }

  #refuseEncoded(text: string, label: string, written: string): void {
    const [bracketed] = findBracketed(text);
    if (bracketed) this.#refuse({ bracketed, encoded: { label, written: written.slice(0, 60) } });
  }

  #refuse(use: UnknownUse): void {
    this.unknown.push({ use, leaf: this.leaf });
  }

  #resolve(bracketed: Bracketed, text: string, isOfProgram: boolean): Value | undefined {
    const { name, unknownFilter } = bracketed;
    if (name !== '' && this.#isPair(name) && this.columns.resolve(name) !== undefined) {
      this.pairedColumns.set(toColumnKey(name), bracketed.text);
      this.#leave(bracketed.text);
      return undefined;
    }
    const resolved =
      name === '' ? undefined : isOfProgram ? this.columns.resolveExact(name) : this.columns.resolve(name);
    if (!resolved) {
      this.#keepUnknown(bracketed, isOfProgram, text);
      return undefined;
    }
    if (unknownFilter !== undefined) {
      this.#refuse({ bracketed, unknownFilter });
      return undefined;
    }
    const behindSlash = isGeoUrl(name) && text[bracketed.from - 1] === '/';
    const source = behindSlash ? ({ kind: 'row-slug', of: resolved.source } as const) : resolved.source;
    const { isHtml, isCoordinate } = resolved;
    return { source, filters: bracketed.filters, isHtml, ...(isCoordinate && { isCoordinate }) };
  }

  #keepUnknown(bracketed: Bracketed, isOfProgram: boolean, text: string): void {
    const { isKept } = this.staying;
    const { name, from, text: written } = bracketed;
    const isConditional =
      CONDITIONAL.test(written) && BEFORE_CONDITIONAL.test(text.slice(Math.max(0, from - 4), from));
    const isSyntax = isOfProgram || isConditional;
    const construct = isSyntax ? undefined : findConstruct(written);
    if (construct !== undefined && !isKept(construct) && !isKept(name)) {
      this.#refuse({ bracketed, construct });
      return;
    }
    const correction = isSyntax || isKept(name) ? undefined : this.#correct(bracketed, text);
    // with a filter or a second name, no single name can replace it
    const isName = correction !== undefined && /^\[[^[\]|]+\]$/.test(correction) && !written.endsWith('\\]');
    if (correction !== undefined)
      this.#refuse({ bracketed, correction, ...(isName && { nearest: correction.slice(1, -1) }) });
    else if (this.#isMeant(bracketed, isSyntax, text)) {
      const nearest = this.columns.nearest(readGeoName(bracketed) ?? name);
      const choice = this.columns.findChoice(name);
      this.#refuse({
        bracketed,
        ...(nearest === undefined ? {} : { nearest }),
        ...(choice && 'column' in choice && { missingColumn: choice.column }),
      });
    } else if (LISTED.test(written)) this.#leave(written);
  }

  #correct(bracketed: Bracketed, text: string): string | undefined {
    const { name, text: written } = bracketed;
    if (written.startsWith('[[') || this.#looseness !== 'none') return undefined;
    const isToken = this.staying.hasTokens && !isGeoName(name) && /^\[[a-z][\w-]*:[\w:-]+\]$/.test(written);
    return isToken ? undefined : correctPlaceholder(bracketed, text, this.columns);
  }

  #leave(text: string): void {
    this.untouched.set(text, (this.untouched.get(text) ?? 0) + 1);
  }

  /** Was the name meant as a placeholder, judging by its form and the columns? */
  #isMeant(bracketed: Bracketed, isSyntax: boolean, text: string): boolean {
    const { name, isPlain, isBare, unknownFilter } = bracketed;
    const { isKept } = this.staying;
    if (name === '' || isKept(name)) return false;
    if (this.columns.findChoice(name)) return true;
    if (isPlain && isGeoName(name)) return true;
    if (!isSyntax && readGeoName(bracketed) !== undefined) return true;
    if (!isBare || isSyntax || this.#looseness === 'ours') return false;
    const isNear = this.columns.isNear(name);
    if (unknownFilter !== undefined && !isNear) return false;
    const isClass = this.#looseness === 'class' && isAttached(text, bracketed);
    if (isClass || this.#looseness === 'near' || isLooseIn(text, bracketed)) return isNear;
    return isMeantName(name, this.columns, this.staying);
  }
}

/**
 * Is a bare name without a column a mistake, and not a shortcode or prose? Without a sheet any name may be
 * that of a column.
 */
export function isMeantName(name: string, columns: Columns, staying: PreservedNames): boolean {
  const [first = '', ...attributes] = name.split(/\s+/);
  if (staying.isTagName(name)) return !staying.isUsed?.(name) && columns.isMistyped(name);
  // words after the name of a shortcode are its attributes, unless all of them name a column
  if (attributes.length > 0 && staying.isTagName(first)) return columns.resembles(name);
  return columns.names.length === 0 || name.includes('_') || columns.resembles(name);
}
