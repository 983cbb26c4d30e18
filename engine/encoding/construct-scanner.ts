/** Finds the markers of constructs in the texts of a seed, and resolves the names that constructs give to values. */
import { listNames } from '../language/condition.ts';
import type { Columns, ResolvedName } from '../language/columns.ts';
import { explainWords } from '../language/explain-condition.ts';
import {
  type Marker,
  type MarkerFault,
  explainUnread,
  isFault,
  isOpening,
  replaceUnread,
} from '../language/marker.ts';
import { type Bracketed, findBracketed, toPlainText } from '../language/placeholder.ts';
import { ConstructOrigin, type Value, type ValueSource } from '../language/value.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Encoder } from '../text/encoder.ts';
import { cssEncoders } from './css/encode-css.ts';
import { plainEncoders } from './encoders.ts';
import { htmlEncoders } from './html/encode-html.ts';
import type { MarkerPiece } from './piece.ts';
import type { PreservedNames } from './preserved-names.ts';
import { scriptEncoders } from './script/encode-script.ts';

/** Bars between variants, with the blanks around them. */
const BAR = /[^\S\r\n]*\|\|[^\S\r\n]*/g;
const BLANKS = String.raw`(?:\s|&nbsp;|&#160;|\\u00a0)+`;
const FOR = new RegExp(String.raw`\[\s*for${BLANKS}([\p{L}\p{N}_-]+)${BLANKS}in\b`, 'giu');
const NEARBY = /\[\s*nearby\b/i;
const SPIN = /\[\s*spin\s*\]/i;
const END = /\[\s*\/\s*(?:if|spin|for|nearby)\s*\]/i;
const NEAR_NAME = /^near[\s_-]+(.+)$/is;
const NOT_IN_CODE =
  'is in code outside of a text, in a comment, or in the name of a tag or an attribute. Put it around a whole text.';

/** Encoders of places where only a number or a name is possible, and of comments. */
const CODE_ENCODERS = new Set<Encoder | undefined>([
  plainEncoders.harmless,
  htmlEncoders.name,
  htmlEncoders['name-number'],
  htmlEncoders.comment,
  scriptEncoders.literal,
  scriptEncoders.coordinate,
  scriptEncoders['js-never'],
  scriptEncoders['js-comment'],
  scriptEncoders['js-harmless'],
  cssEncoders['css-never'],
  cssEncoders['css-number'],
  cssEncoders['css-bare'],
  cssEncoders['css-comment'],
]);

const firstWord = (text: string): string => (/\p{L}+/u.exec(text)?.[0] ?? '').toLowerCase();

/** Makes a text in brackets equal in all encodings of its place. */
const toUnreadKey = ({ text }: Bracketed): string =>
  toPlainText(text).replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Lists the names of columns in a marker. */
function listMarkerNames(marker: Marker): string[] {
  if (marker.kind === 'if' || marker.kind === 'elseif') return listNames(marker.condition);
  if (marker.kind === 'for') return [marker.list];
  return marker.kind === 'nearby' && marker.same !== undefined ? [marker.same] : [];
}

/** Reads a marker of the page language, unless the user keeps its word. */
export function readSeedMarker(
  bracketed: Bracketed,
  text: string,
  { columns, preserved }: { columns: Columns; preserved: PreservedNames },
): Marker | MarkerFault | undefined {
  const word = firstWord(bracketed.text);
  return preserved.kept.some((name) => firstWord(name) === word)
    ? undefined
    : columns.readMarker(bracketed, text);
}

/** Markers and names of the constructs of one seed. */
export class ConstructScanner {
  /** The current text has variants, so that bars count. */
  hasSpin = false;
  readonly #columns: Columns;
  readonly #preserved: PreservedNames;
  /** Constructs of the seed by their source text. */
  readonly #counts = new Map<string, number>();
  /** Names that a `[for]` of the current text gives to the parts of its list, as keys of columns. */
  #items: ReadonlySet<string> = new Set();
  #hasNearby = false;
  /** Texts in brackets that can't be read, although the current text has the end of their construct. */
  #unread: ReadonlySet<string> = new Set();

  constructor(columns: Columns, preserved: PreservedNames) {
    this.#columns = columns;
    this.#preserved = preserved;
  }

  /** Checks if a `[for]` of the current text gives a value to the name. */
  isItem(name: string): boolean {
    return this.#items.has(toColumnKey(name));
  }

  /** Finds the bars between variants; those outside of a `[spin]` stay text. */
  findBars(text: string): MarkerPiece[] {
    if (!this.hasSpin) return [];
    return [...text.matchAll(BAR)].map(({ 0: bar, index }) => ({
      kind: 'marker',
      start: index,
      end: index + bar.length,
      marker: { kind: 'bar' },
      names: [],
      origin: new ConstructOrigin(this.#counts),
      scope: [],
      text: bar,
    }));
  }

  /** Reads a marker of the page language, unless the user keeps its word. */
  readMarker(bracketed: Bracketed, text: string): Marker | MarkerFault | undefined {
    const read = readSeedMarker(bracketed, text, { columns: this.#columns, preserved: this.#preserved });
    return read ?? (this.#unread.has(toUnreadKey(bracketed)) ? explainUnread(bracketed.text) : undefined);
  }

  /** Finds the beginnings that can't be read, by the ends that belong to no other one. */
  #findUnread(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (!END.test(text)) return found;
    const open: string[] = [];
    const unread: { kind: string; key: string }[] = [];
    for (const bracketed of findBracketed(text)) {
      const read = readSeedMarker(bracketed, text, { columns: this.#columns, preserved: this.#preserved });
      const marker = read && isFault(read) ? replaceUnread(bracketed.text) : read;
      if (marker?.kind === 'end') {
        const of = open.lastIndexOf(marker.of);
        const begun = unread.findLastIndex(({ kind }) => kind === marker.of);
        if (of >= 0) open.length = of;
        else for (const { key } of begun < 0 ? [] : unread.splice(begun)) found.add(key);
      } else if (marker && isOpening(marker)) open.push(marker.kind);
      else if (!read && this.#columns.resolve(bracketed.name) === undefined) {
        const kind = explainUnread(bracketed.text)?.kind;
        if (kind !== undefined) unread.push({ kind, key: toUnreadKey(bracketed) });
      }
    }
    return found;
  }

  /** Creates the piece of a marker in a place; `fault` if it can't be read or can't be there, `unknown` names otherwise. */
  createPieces(
    bracketed: Bracketed,
    marker: Marker | MarkerFault,
    place: Encoder | undefined,
  ): { pieces: MarkerPiece[]; fault?: string | undefined; unknown?: string[] } {
    if (isFault(marker)) {
      // what divides or ends its construct isn't reported as well
      const replacement = replaceUnread(bracketed.text);
      const pieces = replacement
        ? [{ ...this.#createMarker(bracketed, replacement, []), isReported: true as const }]
        : [];
      return { pieces, fault: marker.reason };
    }
    if (place === htmlEncoders.name) return { pieces: [], fault: NOT_IN_CODE };
    const { names, unknown } = this.#resolveNames(marker);
    const pieces = [this.#createMarker(bracketed, marker, names)];
    const fault = this.#explainWords(marker, unknown);
    if (fault !== undefined) return { pieces, fault };
    if (!CODE_ENCODERS.has(place)) return { pieces, unknown };
    return { pieces, fault: isOpening(marker) ? NOT_IN_CODE : undefined };
  }

  #explainWords({ kind }: Marker, unknown: readonly string[]): string | undefined {
    if (kind !== 'if' && kind !== 'elseif') return undefined;
    const isColumn = (part: string) => this.resolve(part) !== undefined;
    return unknown.map((name) => explainWords(name, isColumn)).find((reason) => reason !== undefined);
  }

  #resolveNames(marker: Marker): { names: MarkerPiece['names']; unknown: string[] } {
    const unknown: string[] = [];
    const names = listMarkerNames(marker).flatMap((name): [string, Value][] => {
      const resolved = this.resolve(name);
      if (resolved) return [[name, { source: resolved.source, filters: [], isHtml: false }]];
      unknown.push(name);
      return [];
    });
    return { names, unknown };
  }

  #createMarker({ from, to, text }: Bracketed, marker: Marker, names: MarkerPiece['names']): MarkerPiece {
    const origin = new ConstructOrigin(this.#counts);
    return { kind: 'marker', start: from, end: to, marker, names, origin, scope: [], text };
  }

  /** Scans a text whose constructs give names to values. */
  scanWithin<Found>(text: string, scan: () => Found): Found {
    if (!text.includes('[')) return scan();
    const around = {
      items: this.#items,
      hasNearby: this.#hasNearby,
      hasSpin: this.hasSpin,
      unread: this.#unread,
    };
    const unread = this.#findUnread(text);
    if (unread.size > 0) this.#unread = new Set([...around.unread, ...unread]);
    const items = [...text.matchAll(FOR)].map(([, name = '']) => toColumnKey(name));
    this.#items = items.length === 0 ? around.items : new Set([...around.items, ...items]);
    this.#hasNearby ||= NEARBY.test(text);
    this.hasSpin ||= SPIN.test(text);
    const found = scan();
    this.#items = around.items;
    this.#hasNearby = around.hasNearby;
    this.hasSpin = around.hasSpin;
    this.#unread = around.unread;
    return found;
  }

  /** Scans a text that no construct around it divides, such as an attribute: only its own `[spin]` makes bars of `||`. */
  scanApart<Found>(text: string, scan: () => Found): Found {
    const around = this.hasSpin;
    this.hasSpin = SPIN.test(text);
    const found = scan();
    this.hasSpin = around;
    return found;
  }

  /** Resolves a name to a value that a construct gives it, or to a column. */
  resolve(name: string): ResolvedName | undefined {
    const key = toColumnKey(name);
    if (this.#items.has(key)) {
      const column = this.#columns.resolve(name);
      const source: ValueSource = { kind: 'item', name: key, outside: column?.source };
      return { source, columns: column?.columns ?? [], derived: true, isHtml: false };
    }
    return (this.#hasNearby ? this.#resolveNear(name) : undefined) ?? this.#columns.resolve(name);
  }

  /** `near_city`: the `geo_city` or `city` of a nearby row. */
  #resolveNear(name: string): ResolvedName | undefined {
    const own = NEAR_NAME.exec(name)?.[1];
    if (own === undefined) return undefined;
    const base = { columns: [], derived: true, isHtml: false };
    const key = toColumnKey(own);
    if (key === 'distance') return { ...base, source: { kind: 'near-distance' } };
    if (key === 'url') return { ...base, source: { kind: 'near', of: { kind: 'page-url' } } };
    const resolved = this.#columns.resolve(`geo_${own}`) ?? this.#columns.resolve(own);
    return resolved && { ...resolved, source: { kind: 'near', of: resolved.source } };
  }
}
