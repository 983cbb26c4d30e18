/**
 * Markers of constructs in HTML. Editors put a marker alone into a paragraph, a block or a shortcode: such a wrapper
 * goes with its marker. A construct begins and ends in the same element, so that every body is balanced.
 */
import { Tokenizer } from 'htmlparser2';
import type { Codecs, TagRange } from '../codecs.ts';
import type { MarkerPiece, Piece, Scope } from '../piece.ts';

const VOID_ELEMENTS = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** A start tag that closes an open element of the same name before it. */
const CLOSED_BY_SAME = new Set(['p', 'li', 'dt', 'dd', 'option', 'tr', 'td', 'th']);
/** Cells of a table: a row needs each of them, but goes with a marker in one if the others are blank. */
const CELLS = new Set(['td', 'th']);
/** Elements that their parent needs, even if they only contain a marker. */
const NEEDED = new Set(['body', 'html', 'script', 'style', 'textarea', 'title']);
const BLANK = /^(?:\s|&nbsp;|&#160;|&#xa0;|\u00a0|\u200b|\ufeff)*$/i;

/** Lists the tags of a text, in order. */
function listTags(html: string): TagRange[] {
  const tags: TagRange[] = [];
  let name = '';
  let start = 0;
  const add = (kind: TagRange['kind'], end: number) => tags.push({ name, kind, start, end: end + 1 });
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (from, to) => {
        start = from - 1;
        name = html.slice(from, to).toLowerCase();
      },
      onopentagend: (end) => add(VOID_ELEMENTS.has(name) ? 'void' : 'open', end),
      onselfclosingtag: (end) => add(VOID_ELEMENTS.has(name) ? 'void' : 'open', end),
      onclosetag: (from, to) => {
        start = from - 2;
        name = html.slice(from, to).toLowerCase();
        const end = html.indexOf('>', to);
        add('close', end < 0 ? html.length - 1 : end);
      },
      onattribname: () => undefined,
      onattribdata: () => undefined,
      onattribend: () => undefined,
      onattribentity: () => undefined,
      oncomment: () => undefined,
      oncdata: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      ontext: () => undefined,
      ontextentity: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tags;
}

/** An open element with the markers directly in it. */
interface OpenElement {
  name: string;
  start: number;
  markers: MarkerPiece[];
  /** Markers in its cells or its own tag, which stay there unless the element goes with its only marker. */
  held: MarkerPiece[];
  /** It contains more than its markers. */
  isFilled: boolean;
}

/** Reads tags and markers in order; finds the element of each marker. */
class MarkerPlacer {
  readonly placed: MarkerPiece[] = [];
  readonly #html: string;
  readonly #open: OpenElement[];
  #readTo = 0;

  constructor(html: string) {
    this.#html = html;
    this.#open = [{ name: '', start: 0, markers: [], held: [], isFilled: true }];
  }

  get #current(): OpenElement | undefined {
    return this.#open.at(-1);
  }

  /** Reads the text before a tag or a marker. */
  #readText(to: number): void {
    const current = this.#current;
    if (current && !BLANK.test(this.#html.slice(this.#readTo, to))) current.isFilled = true;
    this.#readTo = Math.max(this.#readTo, to);
  }

  readMarker(marker: MarkerPiece): void {
    this.#readText(marker.start);
    this.#readTo = Math.max(this.#readTo, marker.end);
    this.#current?.markers.push(marker);
  }

  /** @param inside the markers in the tag itself */
  readTag(tag: TagRange, inside: readonly MarkerPiece[]): void {
    this.#readText(tag.start);
    this.#readTo = Math.max(this.#readTo, tag.end);
    const { name, kind, start } = tag;
    const scope: Scope = {};
    const held = inside.map((marker) => ({ ...marker, scope: [...marker.scope, scope] }));
    if (kind !== 'open' || !tag.isBlock) this.placed.push(...held.splice(0));
    if (kind === 'close') {
      this.#close(name, tag);
      return;
    }
    if (CLOSED_BY_SAME.has(name) && this.#current?.name === name) this.#drop();
    const current = this.#current;
    if (kind === 'void') {
      if (current && name !== 'br') current.isFilled = true;
    } else
      this.#open.push({ name, start, markers: [], held, isFilled: held.some((marker) => !marker.isAlone) });
  }

  #close(name: string, { end }: TagRange): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at <= 0) return;
    while (this.#open.length > at + 1) this.#drop();
    const element = this.#open.pop();
    const parent = this.#current;
    if (!element || !parent) return;
    const [marker, ...others] = [...element.markers, ...element.held];
    const isAlone = others.length === 0 && !element.isFilled && !NEEDED.has(name);
    if (isAlone && CELLS.has(name)) {
      this.#settle(element, parent.held);
      return;
    }
    if (isAlone && marker) {
      parent.markers.push({ ...marker, start: element.start, end, scope: [] });
      return;
    }
    this.#settle(element);
    parent.isFilled = true;
  }

  /** Ends an element without an end tag. */
  #drop(): void {
    const element = this.#open.pop();
    if (!element) return;
    this.#settle(element);
    if (this.#current) this.#current.isFilled = true;
  }

  #settle(element: OpenElement, placed = this.placed): void {
    const scope: Scope = {};
    for (const marker of element.markers) placed.push({ ...marker, scope: [...marker.scope, scope] });
    placed.push(...element.held);
  }

  finish(): MarkerPiece[] {
    this.#readText(this.#html.length);
    while (this.#open.length > 0) this.#drop();
    return this.placed;
  }
}

/** Replaces markers by periods, so that none looks like a shortcode or continues a tag. */
function maskMarkers(html: string, markers: readonly MarkerPiece[]): string {
  let masked = '';
  let last = 0;
  for (const { start, end } of markers) {
    // a bar may be found in a text and in one that is encoded in it
    if (start < last) continue;
    masked += html.slice(last, start) + '.'.repeat(end - start);
    last = end;
  }
  return masked + html.slice(last);
}

/**
 * Extends each marker over the wrapper in which it is alone, and notes the element around it.
 * @param source placeholders are masked
 * @param pieces sorted
 * @param codecs find blocks and shortcodes
 */
export function placeMarkers(source: string, pieces: readonly Piece[], { findTags }: Codecs): Piece[] {
  const markers = pieces.filter((piece) => piece.kind === 'marker');
  if (markers.length === 0) return [...pieces];
  const html = maskMarkers(source, markers);
  const placer = new MarkerPlacer(html);
  const elements = listTags(html);
  const all = [...(findTags?.(html) ?? []), ...elements].sort((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  let tagEnd = 0;
  for (const tag of all) {
    // a tag within the attributes of another
    if (tag.start < tagEnd) continue;
    tagEnd = tag.end;
    for (; (markers[at]?.start ?? Infinity) < tag.start; at += 1)
      placer.readMarker(markers[at] as MarkerPiece);
    const inside: MarkerPiece[] = [];
    for (; (markers[at]?.start ?? Infinity) < tag.end; at += 1) inside.push(markers[at] as MarkerPiece);
    const [only] = inside;
    if (tag.kind === 'void' && tag.isBlock && only?.isAlone)
      placer.readMarker({ ...only, start: tag.start, end: tag.end, scope: [] });
    else placer.readTag(tag, inside);
  }
  for (const marker of markers.slice(at)) placer.readMarker(marker);
  return [...pieces.filter((piece) => piece.kind !== 'marker'), ...placer.finish()];
}
