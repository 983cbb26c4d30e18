/**
 * Finds the placeholders of a decoded text, resolves them by the columns, and counts what `inspect` and the
 * problems report.
 */
import { toColumnKey } from '../sheet/column-name.ts';
import { matchPrefixed } from '../text/match-prefixed.ts';
import { type Columns, type ResolvedName, toPlaceholderKey } from '../language/columns.ts';
import { isConditionalComment, readForeignEnd, readMarker } from '../language/marker.ts';
import type { Value } from '../language/value.ts';
import { correctPlaceholder, readGeoName } from '../language/correct-placeholder.ts';
import {
  type Bracketed,
  type MalformedPlaceholder,
  findBracketed,
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
import { ConstructScanner } from './construct-scanner.ts';
import { type PreservedNames, NO_PRESERVED_NAMES, isMeantName } from './preserved-names.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { scriptEncoders } from './script/encode-script.ts';
import { urlEncoders } from './url/encode-url.ts';
import type { Codecs, Refusal } from './codecs.ts';
import {
  type Base64Text,
  type TextLayer,
  MAX_LAYERS,
  decodePercentCode,
  findTextLayers,
  findBase64,
  findEncodedNames,
  mayHoldPlaceholder,
} from './layers.ts';
import {
  type Hole,
  type MarkerPiece,
  type Piece,
  type Range,
  addLayered,
  comparePieces,
  liftPieces,
  listHoles,
  shiftPieces,
} from './piece.ts';
import { foldConstructs, textParts } from './text-parts.ts';
import type { UnknownUse } from './unknown-use.ts';

/**
 * Surroundings of a string. `builder`: data of a page builder or a block; `data`: JSON-LD; `plain`: any other
 * meta, exactly the row's text unless its language is recognized.
 */
export type StringKind = 'builder' | 'data' | 'plain';

/** Marks brackets that may be syntax of a program: they count only if a column has exactly that name. */
type IsSyntax = boolean | ((bracketed: Bracketed, text: string) => boolean);

/** Scans a text that was encoded once more. */
export type ScanInner = (text: string, kind: StringKind, scan: Scan) => Piece[];

/** A text that may contain encoded texts. */
interface LayerPlace {
  /** Returns the encoder of the place itself, around the encoder of a layer. */
  getEncoder: (layer: string) => Encoder | undefined;
  kind: StringKind;
}

/**
 * Meaning of brackets in a place with a meaning of its own for them. `ours`: only names of columns count; `near`:
 * names near a column as well; `class`: like `near`, for brackets within a class.
 */
type Looseness = 'none' | 'class' | 'near' | 'ours';

const toSame = (start: number, end: number) => ({ start, end });

interface FindOptions {
  isSyntax?: IsSyntax;
  kind?: LayerPlace['kind'];
  own?: string;
}

/** Encoders of prose, where an unclosed bracket is a mistake; in a program it may be closed elsewhere. */
const PROSE_ENCODERS = new Set<unknown>([undefined, htmlEncoders.html, htmlEncoders.short]);

/** Unknown brackets that are reported, but not lists of a program. */
const REPORTED = /^\[\[?\/?\p{L}[^\r\n]{0,300}$/u;

const CLASS_KEY = /class(?:es|_?names?)?$/i;
const CLOSING = /\[\/\s*(\p{L}[\p{L}\p{N}_-]*)\s*\]/uy;

const WHOLE_IN_BASE64 = 'This text is encoded in base64: put the whole construct into one text.';

/** Scans one seed, leaf by leaf. */
export class Scan {
  readonly columns: Columns;
  /** Brackets that are left unchanged, with their number. */
  readonly untouched = new Map<string, number>();
  /** Uses that refuse the seed, each with its leaf. */
  readonly unknown: { use: UnknownUse; leaf: string }[] = [];
  /** Name of the current leaf, for reports. */
  leaf = '';
  readonly preserved: PreservedNames;
  readonly codecs: Codecs;
  readonly #scanInner: ScanInner;
  /** Number of layers around the current text. */
  #depth = 0;
  #looseness: Looseness = 'none';
  /** Names that the current text closes as a pair, as keys of columns. */
  #pairs: ReadonlySet<string> = new Set();
  /** Pairs with the name of a column. */
  readonly pairedColumns = new Map<string, string>();
  readonly constructs: ConstructScanner;
  /** Reported brackets with markup in them, whose beginnings look unclosed. */
  readonly #torn: string[] = [];

  constructor(
    columns: Columns,
    preserved = NO_PRESERVED_NAMES,
    { scanInner = () => [], codecs = {} }: { scanInner?: ScanInner; codecs?: Codecs } = {},
  ) {
    this.columns = columns;
    this.preserved = preserved;
    this.codecs = codecs;
    this.#scanInner = scanInner;
    this.constructs = new ConstructScanner(columns, preserved);
  }

  /** Checks quickly if a text may contain a placeholder or a part of a construct. */
  mayContainPiece(text: string): boolean {
    return mayHoldPlaceholder(text) || (this.constructs.hasSpin && text.includes('||'));
  }

  /** Scans a text that was decoded from another one. */
  scanInner(text: string, kind: StringKind): Piece[] {
    if (this.#depth >= MAX_LAYERS) return [];
    this.#depth += 1;
    const pieces = this.constructs.scanWithin(text, () =>
      this.#scanInner(text, kind, this).sort(comparePieces),
    );
    this.#depth -= 1;
    return pieces;
  }

  /**
   * Finds all placeholders of a decoded text, plain and encoded once more. `own` is a layer that is the encoding
   * of the place itself.
   */
  findAll(
    text: string,
    encoder: Encoder | undefined,
    { isSyntax = false, kind = 'builder', own }: FindOptions = {},
  ): Piece[] {
    const seen = this.find(text, encoder, isSyntax);
    const getEncoder = (layer: string) => (layer === own ? undefined : encoder);
    return addLayered(seen, this.findLayered(text, { getEncoder, kind }));
  }

  /** Finds placeholders in texts that are encoded once more. */
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
  scanLoosely<Found>(looseness: Looseness, scan: () => Found): Found {
    const around = this.#looseness;
    this.#looseness = looseness;
    const found = scan();
    this.#looseness = around;
    return found;
  }

  /** Scans the value of an attribute, a field or a setting, which may be a list of classes. */
  scanNamed<Found>(name: string, scan: () => Found): Found {
    return CLASS_KEY.test(name) ? this.scanLoosely('class', scan) : scan();
  }

  /** Scans a text in which pairs such as `[x]…[/x]` may be tags, even if a column has that name. */
  withPairs<Found>(text: string, scan: () => Found): Found {
    const around = this.#pairs;
    if (this.preserved.reportPair && text.includes('[/')) {
      const names = [...matchPrefixed(text, '[', CLOSING)].map(([, name = '']) => toColumnKey(name));
      this.#pairs = new Set([...around, ...names]);
    }
    const found = scan();
    this.#pairs = around;
    return found;
  }

  #scanApart(text: string, kind: StringKind): Piece[] {
    return this.constructs.scanApart(text, () => this.scanInner(text, kind));
  }

  #scanLayer(
    text: string,
    { from, to }: Range,
    { layer, place }: { layer: TextLayer; place: LayerPlace },
  ): Piece[] {
    const decoded = layer.decode(text.slice(from, to));
    if (decoded.text === text.slice(from, to)) return [];
    const inner = this.scanLoosely(layer.isLoose ? 'ours' : 'none', () =>
      this.#scanApart(decoded.text, layer.kind ?? place.kind),
    );
    const encoded = liftPieces(inner, (start, end) => decoded.range(start, end), layer.encoder);
    const outer = layer.isComplete ? undefined : place.getEncoder(layer.name);
    return shiftPieces(outer === undefined ? encoded : liftPieces(encoded, toSame, outer), from);
  }

  #scanBase64(text: string, base64: Base64Text, { getEncoder }: LayerPlace): Piece[] {
    const { from: start, to: end, isPadded, isExact } = base64;
    const code = decodePercentCode(base64.text);
    const inner = code
      ? liftPieces(
          this.#scanApart(code.text, 'builder'),
          (from, to) => code.range(from, to),
          urlEncoders.percent,
        )
      : this.#scanApart(base64.text, 'builder');
    const folded = foldConstructs(base64.text, inner, ({ marker, reason: fault }) =>
      this.refuseConstruct(marker.text, `${fault} ${WHOLE_IN_BASE64}`),
    );
    const holes = folded.filter((piece) => piece.kind === 'hole');
    const [first] = holes;
    if (!first) return [];
    if (!isExact || inner.some(({ kind }) => kind === 'length' || kind === 'guard')) {
      this.#refuseEncoded(first.text, 'base64', text.slice(start, end));
      return [];
    }
    const { parts } = textParts(base64.text, inner);
    const outer = getEncoder('base64');
    return [
      {
        kind: 'hole',
        start,
        end,
        value: { source: { kind: 'base64', parts, isPadded }, filters: [], isHtml: false },
        encoders: outer === undefined ? [] : [outer],
        text: first.text,
        inner: listHoles(holes),
      },
    ];
  }

  /** Finds the placeholders of a decoded text, each with its innermost encoder. */
  find(
    text: string,
    encoder: Encoder | undefined | ((hole: Bracketed) => Encoder),
    isSyntax: IsSyntax = false,
  ): (Hole | MarkerPiece)[] {
    const found: (Hole | MarkerPiece)[] = this.constructs.findBars(text);
    if (!text.includes('[')) return found;
    if (PROSE_ENCODERS.has(encoder))
      for (const malformed of findUnclosed(text))
        if (!this.#torn.some((torn) => torn.startsWith(malformed.text))) this.#refuseMalformed(malformed);
    for (const bracketed of findBracketed(text)) {
      const isOfProgram = typeof isSyntax === 'function' ? isSyntax(bracketed, text) : isSyntax;
      const isConditional = isOfProgram && readForeignEnd(bracketed.text) !== undefined;
      const marker = isConditional ? undefined : this.constructs.readMarker(bracketed, text);
      if (marker) {
        const place = typeof encoder === 'function' ? encoder(bracketed) : encoder;
        const { pieces, fault, unknown = [] } = this.constructs.createPieces(bracketed, marker, place);
        if (fault !== undefined) this.#refuse({ bracketed, constructFault: fault });
        for (const name of unknown) this.#refuseName(name, bracketed.text);
        found.push(...pieces);
        continue;
      }
      const value = this.#resolve(bracketed, text, isOfProgram);
      if (!value) continue;
      const given = typeof encoder === 'function' ? encoder(bracketed) : encoder;
      const innermost =
        given === scriptEncoders.literal && value.isCoordinate ? scriptEncoders.coordinate : given;
      found.push({
        kind: 'hole',
        start: bracketed.from,
        end: bracketed.to,
        value,
        encoders: innermost === undefined ? [] : [innermost],
        text: bracketed.text,
      });
    }
    return found.sort(comparePieces);
  }

  /** Masks everything between the brackets of placeholders that could be read as structure. */
  mask(text: string): string {
    return maskPlaceholders(text, (bracketed) => this.#isFilled(bracketed));
  }

  /**
   * Replaces each placeholder of a program by a stand-in of the same length, except names that only count in
   * strings, where they mean nothing to a parser.
   */
  replace(text: string, standIn: (at: Range) => string): { text: string; holes: Range[] } {
    const holes: Range[] = [];
    const replaced = replacePlaceholders(
      text,
      (bracketed) =>
        this.#isFilled(bracketed) &&
        (!isSingleName(bracketed) || this.resolveExact(bracketed.name) !== undefined),
      ({ from, to }) => {
        holes.push({ from, to });
        return standIn({ from, to });
      },
    );
    return { text: replaced, holes };
  }

  #isFilled({ name, text, unknownFilter }: Bracketed): boolean {
    if (readMarker(text)) return true;
    return unknownFilter === undefined && !this.#isPair(name) && this.constructs.resolve(name) !== undefined;
  }

  #isPair(name: string): boolean {
    return this.#pairs.size > 0 && this.#pairs.has(toColumnKey(name));
  }

  /** Resolves a name, unless a pair of shortcodes has it. */
  resolveExact(name: string): ResolvedName | undefined {
    if (this.#isPair(name)) return undefined;
    return this.constructs.isItem(name) ? this.constructs.resolve(name) : this.columns.resolveExact(name);
  }

  /** Reports placeholders with markup in their brackets, which a reader of HTML gets as two texts. */
  reportTorn(html: string): void {
    if (!html.includes('[')) return;
    for (const torn of findSplitPlaceholders(this.mask(html)))
      if (this.#refuseMalformed(torn)) this.#torn.push(torn.text);
  }

  /** Refuses the seed for the placeholders of a text without values. */
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
   * Refuses placeholders that are still encoded in a leaf.
   * @param pieces pieces of the leaf, whose ranges are scanned already
   */
  refuseEncodedRest(text: string, pieces: readonly Piece[]): void {
    let rest = '';
    let last = 0;
    for (const { start, end } of pieces.toSorted(comparePieces)) {
      rest += text.slice(last, start) + ' '.repeat(Math.max(0, end - Math.max(last, start)));
      last = Math.max(last, end);
    }
    rest += text.slice(last);
    const untouched = new Set([...this.untouched.keys()].map(toPlaceholderKey));
    for (const { from, to, bracketed, encoder } of findEncodedNames(rest, this.codecs.layers)) {
      if (bracketed.name === '' || this.columns.resolve(bracketed.name) === undefined) continue;
      if (!untouched.has(toPlaceholderKey(bracketed.text)))
        this.#refuseEncoded(bracketed.text, encoder.label, text.slice(from, to));
    }
  }

  #refuseEncoded(text: string, label: string, written: string): void {
    const [bracketed] = findBracketed(text);
    if (bracketed) this.#refuse({ bracketed, encoded: { label, written: written.slice(0, 60) } });
  }

  /** Refuses the seed for a marker in a place for none. */
  refuseMarker(bracketed: Bracketed, text: string, reason: string): void {
    if (this.constructs.readMarker(bracketed, text)) this.#refuse({ bracketed, constructFault: reason });
  }

  /** Refuses the seed for a construct. */
  refuseConstruct(written: string, reason: string): void {
    const [bracketed] = findBracketed(written);
    if (bracketed) this.#refuse({ bracketed, constructFault: reason });
  }

  #refuse(use: UnknownUse): void {
    this.unknown.push({ use, leaf: this.leaf });
  }

  #resolve(bracketed: Bracketed, text: string, isOfProgram: boolean): Value | undefined {
    const { name, unknownFilter } = bracketed;
    if (name !== '' && this.#isPair(name) && this.columns.resolve(name) !== undefined) {
      this.pairedColumns.set(toColumnKey(name), bracketed.text);
      this.#reportUntouched(bracketed.text);
      return undefined;
    }
    const resolved =
      name === '' ? undefined : isOfProgram ? this.resolveExact(name) : this.constructs.resolve(name);
    if (!resolved) {
      this.#keepUnknown(bracketed, isOfProgram, text);
      return undefined;
    }
    if (unknownFilter !== undefined) {
      this.#refuse({ bracketed, unknownFilter });
      return undefined;
    }
    const isAfterSlash = isGeoUrl(name) && text[bracketed.from - 1] === '/';
    const source = isAfterSlash ? ({ kind: 'row-slug', of: resolved.source } as const) : resolved.source;
    const { isHtml, isCoordinate } = resolved;
    const { filters } = bracketed;
    return { source, filters, isHtml, ...(isCoordinate && { isCoordinate }), written: name };
  }

  #keepUnknown(bracketed: Bracketed, isOfProgram: boolean, text: string): void {
    const { isKept } = this.preserved;
    const { name, text: written } = bracketed;
    const isSyntax = isOfProgram || isConditionalComment(bracketed, text);
    const correction = isSyntax || isKept(name) ? undefined : this.#correct(bracketed, text);
    // with a filter or a second name, no single name can replace it
    const isName = correction !== undefined && /^\[[^[\]|]+\]$/.test(correction) && !written.endsWith('\\]');
    if (correction !== undefined)
      this.#refuse({ bracketed, correction, ...(isName && { nearest: correction.slice(1, -1) }) });
    else if (this.#isMeant(bracketed, isSyntax, text)) this.#refuse(this.#toUnknown(bracketed));
    else if (REPORTED.test(written)) this.#reportUntouched(written);
  }

  #toUnknown(bracketed: Bracketed): UnknownUse {
    const { name } = bracketed;
    const nearest = this.columns.nearest(readGeoName(bracketed) ?? name);
    const choice = this.columns.findChoice(name);
    return {
      bracketed,
      ...(nearest === undefined ? {} : { nearest }),
      ...(choice && 'column' in choice && { missingColumn: choice.column }),
    };
  }

  /** Refuses a name in a marker. */
  #refuseName(name: string, marker: string): void {
    const [bracketed] = findBracketed(`[${name}]`);
    if (bracketed) this.#refuse({ ...this.#toUnknown(bracketed), marker });
  }

  #correct(bracketed: Bracketed, text: string): string | undefined {
    const { name, text: written } = bracketed;
    if (written.startsWith('[[') || this.#looseness !== 'none') return undefined;
    const isToken = this.preserved.hasTokens && !isGeoName(name) && /^\[[a-z][\w-]*:[\w:-]+\]$/.test(written);
    return isToken ? undefined : correctPlaceholder(bracketed, text, this.columns);
  }

  #reportUntouched(text: string): void {
    this.untouched.set(text, (this.untouched.get(text) ?? 0) + 1);
  }

  /** Recognizes a name that was meant as a placeholder, by its form and the columns. */
  #isMeant(bracketed: Bracketed, isSyntax: boolean, text: string): boolean {
    const { name, isPlain, isBare, unknownFilter } = bracketed;
    const { isKept } = this.preserved;
    if (name === '' || isKept(name)) return false;
    if (this.columns.findChoice(name)) return true;
    if (isPlain && isGeoName(name)) return true;
    if (!isSyntax && readGeoName(bracketed) !== undefined) return true;
    if (!isBare || isSyntax || this.#looseness === 'ours') return false;
    const isNear = this.columns.isNear(name);
    if (unknownFilter !== undefined && !isNear) return false;
    const isClass = this.#looseness === 'class' && isAttached(text, bracketed);
    if (isClass || this.#looseness === 'near' || isLooseIn(text, bracketed)) return isNear;
    return isMeantName(name, this.columns, this.preserved);
  }
}
