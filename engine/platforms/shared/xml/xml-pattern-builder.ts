/** Compiles the elements of an XML record: their attributes, texts and replaced contents. */
import type { Piece, TextGuard } from '../../../encoding/piece.ts';
import { isSerialized } from '../php/is-serialized.ts';
import type { Value } from '../../../language/value.ts';
import { decodeXmlText } from '../../../encoding/xml/xml-leaf.ts';
import { TEXT_BYTES } from '../../../limits.ts';
import type { LimitedLeaf } from '../../../render/template.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { findHeadTags } from '../head-tags.ts';
import { type FilledLeaf, PatternBuilder } from '../pattern-builder.ts';
import { fillAttributes } from './attributes.ts';
import { placeItemMarkers } from './place-item-markers.ts';
import { editLeaf, fillLeaf, removeElement, replaceLeaf } from './leaf.ts';

interface FillOptions {
  /** Finds the placeholders of the decoded text. */
  scan: (decoded: string) => Piece[];
  /** Encodes once more what the importer decodes twice. */
  encode?: (pieces: Piece[]) => Piece[];
  /** Its `limit` is in bytes. */
  rules?: Partial<Omit<LimitedLeaf, 'name' | 'length'>>;
  guard?: TextGuard;
}

/** Builds the pattern of a record in XML: fills, replaces and drops elements. */
export class XmlPatternBuilder extends PatternBuilder {
  /** Fills the attributes of an element's own tag. */
  fillTag(leaf: string, element: XmlElement): void {
    this.scan.leaf = leaf;
    this.add(leaf, fillAttributes(this.seed.text, element, this.scan));
  }

  /** Fills the attributes and the text of an element. */
  fill(leaf: string, element: XmlElement, options: FillOptions): FilledLeaf {
    const { scan, encode, rules, guard } = options;
    this.fillTag(leaf, element);
    const filled = fillLeaf(this.seed.text, element, {
      scan: (decoded) => {
        const pieces = this.scanLeaf(leaf, decoded, scan);
        this.#reportHeadTags(leaf, element, decoded);
        return encode ? encode(pieces) : pieces;
      },
      ...(guard && { guard }),
    });
    this.addFilled(leaf, filled, { limit: TEXT_BYTES, ...rules });
    return filled;
  }

  /** Refuses a construct in the text of an element that is one plain value for the platform. */
  refuseConstructsIn(leaf: string, { contentStart, contentEnd }: XmlElement): void {
    const { text } = decodeXmlText(this.seed.text, contentStart, contentEnd);
    this.refuseConstructs(leaf, text, contentStart);
  }

  /** Gives an element another text; a tag that closes itself is written anew as a whole. */
  replace(leaf: string, element: XmlElement, ...content: (Value | string)[]): void {
    this.scan.leaf = leaf;
    this.refuseConstructsIn(leaf, element);
    if (element.contentStart < element.end) this.fillTag(leaf, element);
    this.add(leaf, replaceLeaf(this.seed.text, element, ...content));
  }

  /** Lets the values of fields in a record go with the markers of constructs in them. */
  placeItemMarkers(record: XmlElement): void {
    this.changePieces((found) => placeItemMarkers(this.seed.text, record, found));
  }

  remove(leaf: string, element: XmlElement): void {
    this.add(leaf, [removeElement(this.seed.text, element)]);
  }

  /**
   * Leaves out an element that belongs to the seed's own page.
   * @param name omitted if the group says it all
   */
  drop(element: XmlElement, group: string, name?: string): void {
    this.data.drop(group, element.start, name);
    this.remove(element.name, element);
  }

  /** Reports tags that the HTML of one page has; in serialized text the lengths around them would change. */
  #reportHeadTags(leaf: string, element: XmlElement, decoded: string): void {
    for (const tag of findHeadTags(decoded))
      this.data.report(tag.kind, {
        name: leaf,
        at: element.contentStart,
        value: tag.value,
        ...(!isSerialized(decoded) && { edits: editLeaf(this.seed.text, element, [tag]) }),
      });
  }
}
