/**
 * Markers of constructs in the JSON of page builders. A designer puts a marker into a widget of its own: the widget
 * goes with its marker, and so do the column and the section in which it is alone. The other elements of the array are
 * what the construct contains, and each choice of them leaves the right commas.
 */
import type { MarkerPiece, Piece, Rewrite, Scope } from '../piece.ts';
import { holdsTag } from '../string-language.ts';
import type { Scan } from '../scan.ts';

/** A string of a JSON text. */
export interface JsonString {
  /** Range between the quotes. */
  from: number;
  to: number;
  key: string;
}

/** Strings of a JSON text, and its placeholders outside of them. */
export interface JsonOutline {
  strings: JsonString[];
  /** Placeholders outside of strings, where only numbers, `true`, `false` and `null` are allowed. */
  bare: Piece[];
  scan: Scan;
}

interface JsonNode {
  kind: 'array' | 'object' | 'string' | 'scalar';
  start: number;
  end: number;
  /** Nearest array or object around it. */
  parent: JsonNode | undefined;
  /** Index in its parent. */
  at: number;
  /** Items of an array, or values of an object. */
  children: JsonNode[];
  /** Number of texts, placeholders and elements in it. */
  contents: number;
  /** Shared by the markers between the items of an array. */
  scope: Scope;
}

/** Keys of texts that a visitor sees, as opposed to names of fonts, classes and elements. */
const TEXT_KEY =
  /^(?!_).*(?:text|title|editor|html|content|description|caption|heading|excerpt|shortcode|question|answer|quote)$/i;
const BLANK = /^(?:\s|\\[nrt]|\\u00a0|\u00a0|&nbsp;)*$/i;
const TOKEN = /[{}[\]:"]|[^\s{}[\],:"]+/g;

/** A string with the pieces in it. */
interface FilledString extends JsonString {
  pieces: Piece[];
}

/** Lists the strings with their pieces, in order. */
function fillStrings(strings: readonly JsonString[], pieces: readonly Piece[]): FilledString[] {
  let at = 0;
  return strings.map((string) => {
    while ((pieces[at]?.start ?? Infinity) < string.from) at += 1;
    const from = at;
    while ((pieces[at]?.start ?? Infinity) <= string.to) at += 1;
    return { ...string, pieces: pieces.slice(from, at) };
  });
}

/** Returns the marker that is the whole text of a string. */
function findOnlyMarker(text: string, { from, to, pieces }: FilledString): MarkerPiece | undefined {
  const [marker, ...others] = pieces;
  if (marker?.kind !== 'marker' || others.length > 0) return undefined;
  const isWhole = BLANK.test(text.slice(from, marker.start)) && BLANK.test(text.slice(marker.end, to));
  return isWhole ? marker : undefined;
}

class JsonMarkerPlacer {
  /** Markers that are whole elements of an array, by the element. */
  readonly #elements = new Map<JsonNode, MarkerPiece>();
  /** Arrays with a marker at both ends: whether they contain only one construct. */
  readonly #choices = new Map<JsonNode, boolean>();
  readonly #text: string;
  readonly #strings: readonly FilledString[];
  readonly #bareEnds: ReadonlyMap<number, number>;
  /** An array around the whole text that isn't written. */
  readonly #root: JsonNode;
  readonly #markers: { marker: MarkerPiece; node: JsonNode }[] = [];

  constructor(text: string, outline: JsonOutline, pieces: readonly Piece[]) {
    this.#text = text;
    this.#strings = fillStrings(outline.strings, pieces);
    this.#root = this.#createNode('array', { start: 0, end: text.length }, undefined);
    this.#bareEnds = new Map(outline.bare.map(({ start, end }) => [start, end]));
  }

  /** Returns the replacements of markers that are whole elements. */
  place(): Map<MarkerPiece, Piece[]> {
    this.#read();
    for (const { marker, node } of this.#markers) {
      const element = this.#findElement(node);
      if (element) this.#elements.set(element, marker);
    }
    const placed = new Map<MarkerPiece, Piece[]>();
    for (const { marker } of this.#markers)
      placed.set(marker, [{ ...marker, isAlone: this.#root.contents === 1 }]);
    for (const [element, marker] of this.#elements) placed.set(marker, this.#extend(element, marker));
    return placed;
  }

  /** Reads arrays, objects and values; the text is known to be valid. */
  #read(): void {
    let current = this.#root;
    let next = 0;
    let isValue = false;
    const token = new RegExp(TOKEN);
    for (let match = token.exec(this.#text); match; match = token.exec(this.#text)) {
      const { 0: written, index: start } = match;
      const bareEnd = this.#bareEnds.get(start);
      if (bareEnd !== undefined) {
        this.#createNode('scalar', { start, end: bareEnd }, current);
        current.contents += 1;
        token.lastIndex = bareEnd;
      } else if (written === ':') isValue = true;
      else if (written === '"') {
        const string = this.#strings[next] as FilledString;
        next += 1;
        token.lastIndex = string.to + 1;
        if (current.kind === 'array' || isValue) this.#readString(string, current);
        isValue = false;
      } else if (written === '{' || written === '[') {
        current = this.#createNode(written === '{' ? 'object' : 'array', { start, end: start }, current);
        isValue = false;
      } else if (written === '}' || written === ']') {
        current = this.#close(current, start + 1);
      } else {
        this.#createNode('scalar', { start, end: start + written.length }, current);
        isValue = false;
      }
    }
  }

  #createNode(
    kind: JsonNode['kind'],
    { start, end }: Pick<JsonNode, 'start' | 'end'>,
    parent: JsonNode | undefined,
  ): JsonNode {
    const at = parent?.children.length ?? 0;
    const node: JsonNode = { kind, start, end, parent, at, children: [], contents: 0, scope: {} };
    parent?.children.push(node);
    return node;
  }

  #readString(string: FilledString, parent: JsonNode): void {
    const { from, to, key, pieces } = string;
    const node = this.#createNode('string', { start: from - 1, end: to + 1 }, parent);
    const text = this.#text.slice(from, to);
    const isText = !BLANK.test(text) && (TEXT_KEY.test(key) || holdsTag(text));
    node.contents = pieces.length > 0 || isText ? 1 : 0;
    parent.contents += node.contents;
    const marker = findOnlyMarker(this.#text, string);
    if (marker) this.#markers.push({ marker, node });
  }

  #close(node: JsonNode, end: number): JsonNode {
    const { parent } = node;
    node.end = end;
    if (!parent) return node;
    // an element is visible even without a text
    const isElement = node.kind === 'object' && parent.kind === 'array' && parent !== this.#root;
    parent.contents += isElement ? Math.max(1, node.contents) : node.contents;
    return parent;
  }

  /** Finds the largest element of an array that only contains a marker. */
  #findElement(node: JsonNode): JsonNode | undefined {
    let found: JsonNode | undefined;
    let element: JsonNode | undefined = node;
    while (element?.parent) {
      if (element.contents !== 1 || element.parent === this.#root) return found;
      if (element.parent.kind === 'array') {
        found = element;
        if (element.parent.children.length > 1) return found;
      }
      element = element.parent;
    }
    return found;
  }

  #isMarker(element: JsonNode | undefined): boolean {
    return element !== undefined && this.#elements.has(element);
  }

  /** Checks if an array contains only one construct, of which each row takes one branch. */
  #isOneChoice({ children }: JsonNode): boolean {
    const kinds = children.flatMap((child) => this.#elements.get(child)?.marker.kind ?? []);
    const [first, ...others] = kinds;
    return (
      (first === 'if' || first === 'spin') &&
      others.at(-1) === 'end' &&
      others.slice(0, -1).every((kind) => kind === 'else' || kind === 'elseif' || kind === 'bar')
    );
  }

  /**
   * Extends a marker over its element and a comma: the one after it if the last element of the array always stays,
   * else the one before it if the first one stays. If both are markers, the last element stays without its text,
   * except around a single choice, which leaves a whole list.
   */
  #extend(element: JsonNode, marker: MarkerPiece): Piece[] {
    const array = element.parent as JsonNode;
    const { children, scope } = array;
    const [previous, next] = [children[element.at - 1], children[element.at + 1]];
    const place = (start: number, end: number): MarkerPiece => ({ ...marker, start, end, scope: [scope] });
    if (this.#isMarker(children.at(-1))) {
      if (!this.#isMarker(children[0])) return [place(previous?.end ?? element.start, element.end)];
      this.#choices.set(array, this.#choices.get(array) ?? this.#isOneChoice(array));
      if (this.#choices.get(array)) {
        const start = previous && !this.#isMarker(previous) ? previous.end : element.start;
        return [place(start, next?.start ?? element.end)];
      }
    }
    if (next) return [place(element.start, next.start)];
    const emptied: Rewrite = { kind: 'rewrite', start: marker.start, end: marker.end, text: '' };
    return [place(element.start, element.start), emptied];
  }
}

/**
 * Extends each marker that is the whole text of an element of an array over the element.
 * @param pieces sorted
 */
export function placeJsonMarkers(text: string, outline: JsonOutline, pieces: Piece[]): Piece[] {
  if (!pieces.some(({ kind }) => kind === 'marker')) return pieces;
  const placed = new JsonMarkerPlacer(text, outline, pieces).place();
  return pieces.flatMap((piece) =>
    piece.kind === 'marker' ? (placed.get(piece) ?? [{ ...piece, isAlone: false }]) : [piece],
  );
}
