/** Attributes of XML tags, such as `<category nicename="…">`, and those of unknown elements, which are filled too. */
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { type Piece, liftPieces } from '../../../encoding/piece.ts';
import type { Scan } from '../../../encoding/scan.ts';
import { decodeMatches } from '../../../text/source-text.ts';
import { decodeXmlReference } from '../../../encoding/xml/xml-leaf.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&[^;]+;/g;

export interface XmlAttribute {
  name: string;
  /** Range of the raw value between its quotes. */
  from: number;
  to: number;
}

/** Attributes of a start tag, in order; `text` is the whole seed, and ranges are positions in it. */
export function listAttributes(text: string, element: XmlElement): XmlAttribute[] {
  const tag = text.slice(element.start, element.contentStart);
  return [...tag.matchAll(ATTRIBUTE)].map((match) => {
    const to = element.start + match.index + match[0].length - 1;
    return { name: match[1] ?? '', from: to - (match[2] ?? match[3] ?? '').length, to };
  });
}

/** The attribute with that name. */
export function findAttribute(text: string, element: XmlElement, name: string): XmlAttribute | undefined {
  return listAttributes(text, element).find((attribute) => attribute.name === name);
}

/** Reads the value of an attribute as written, with its references; empty without one. */
export function readRawAttribute(text: string, element: XmlElement, name: string): string {
  const found = findAttribute(text, element, name);
  return found ? text.slice(found.from, found.to) : '';
}

/** The value as a parser reports it, and its ranges in the seed's text. */
export function readAttribute(
  text: string,
  { from, to }: XmlAttribute,
): { text: string; range: (start: number, end: number) => { start: number; end: number } } {
  const decoded = decodeMatches(text.slice(from, to), REFERENCE, decodeXmlReference);
  return {
    text: decoded.text,
    range(start, end) {
      const range = decoded.range(start, end);
      return { start: range.start + from, end: range.end + from };
    },
  };
}

/** Fills an attribute, whose value is plain text. */
export function fillAttribute(text: string, attribute: XmlAttribute, scan: Scan): Piece[] {
  const { text: value, range } = readAttribute(text, attribute);
  return liftPieces(scan.findAll(value, undefined, { kind: 'plain' }), range, xmlEncoders['xml-attr']);
}

/** Fills all attributes of an element's own tag. */
export function fillAttributes(text: string, element: XmlElement, scan: Scan): Piece[] {
  return listAttributes(text, element).flatMap((attribute) => fillAttribute(text, attribute, scan));
}
