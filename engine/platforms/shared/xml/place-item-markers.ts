/**
 * Markers in fields with several values, each in an element of its own: one that contains nothing but a marker goes
 * with it, so that a construct contains whole values.
 */
import type { MarkerPiece, Scope } from '../../../encoding/piece.ts';
import { readElementText } from '../../../encoding/xml/xml-leaf.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import type { FoundPiece } from '../pattern-builder.ts';

type FoundMarker = FoundPiece & { piece: MarkerPiece };

/** Leaves that describe a value. */
const DESCRIPTIONS = new Set(['format', 'lang', 'langcode', 'language', 'delta']);
const CDATA_MARK = /<!\[CDATA\[|\]\]>/g;

const isMarker = (found: FoundPiece): found is FoundMarker => found.piece.kind === 'marker';

function isWithin({ piece }: FoundPiece, { start, end }: XmlElement): boolean {
  return start <= piece.start && piece.end <= end;
}

/** Checks that each leaf is blank, describes the value, or is the marker itself. */
function holdsOnly(text: string, element: XmlElement, markers: readonly FoundMarker[]): boolean {
  const { children, contentStart, contentEnd, name } = element;
  if (children.length > 0) return children.every((child) => holdsOnly(text, child, markers));
  if (DESCRIPTIONS.has(name.toLowerCase())) return true;
  const own = markers.filter((marker) => isWithin(marker, element));
  const [marker] = own;
  if (!marker) return readElementText(text, element).trim() === '';
  const { start, end } = marker.piece;
  const around = text.slice(contentStart, start) + text.slice(end, contentEnd);
  return own.length === 1 && around.replaceAll(CDATA_MARK, '').trim() === '';
}

/** Replaces the markers in the values of a record. */
class ItemPlacer {
  readonly placed = new Map<FoundPiece, FoundPiece[]>();
  readonly #text: string;
  /** In order. */
  readonly #found: readonly FoundPiece[];

  constructor(text: string, found: readonly FoundPiece[]) {
    this.#text = text;
    this.#found = found.toSorted((a, b) => a.piece.start - b.piece.start);
  }

  #findFrom(position: number): number {
    let low = 0;
    let high = this.#found.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#found[middle]?.piece.start ?? Infinity) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #listPieces({ start, end }: XmlElement): FoundPiece[] {
    return this.#found
      .slice(this.#findFrom(start), this.#findFrom(end))
      .filter(({ piece }) => piece.kind !== 'rewrite');
  }

  /** Extends markers over the smallest elements that are one of several with their name; true if there is one. */
  place(parent: XmlElement): boolean {
    const counts = new Map<string, number>();
    for (const { name } of parent.children) counts.set(name, (counts.get(name) ?? 0) + 1);
    const scope: Scope = {};
    let hasItem = false;
    for (const child of parent.children) {
      const pieces = this.#listPieces(child);
      if (!pieces.some(isMarker)) continue;
      const hasSmaller = this.place(child);
      const isItem = !hasSmaller && (counts.get(child.name) ?? 0) > 1;
      hasItem ||= hasSmaller || isItem;
      if (isItem && pieces.every(isMarker)) this.#placeItem(child, pieces, scope);
    }
    return hasItem;
  }

  #placeItem(item: XmlElement, markers: readonly FoundMarker[], scope: Scope): void {
    const [first] = markers;
    // the same text may be there twice, as it was typed and as it is shown
    const isOne = markers.every(({ piece }) => piece.text === first?.piece.text);
    if (!first || !isOne || !holdsOnly(this.#text, item, markers)) return;
    for (const marker of markers) this.placed.set(marker, []);
    const { start, end } = item;
    this.placed.set(first, [{ ...first, piece: { ...first.piece, start, end, scope: [scope] } }]);
  }
}

/** Extends the markers in a record over the values in which they are alone. */
export function placeItemMarkers(
  text: string,
  record: XmlElement,
  found: readonly FoundPiece[],
): FoundPiece[] {
  if (!found.some(isMarker)) return [...found];
  const placer = new ItemPlacer(text, found);
  placer.place(record);
  return found.flatMap((each) => placer.placed.get(each) ?? [each]);
}
