/**
 * Terms of a WXR item, `<category domain="category" nicename="…">Name</category>`: the name is short
 * HTML, the nicename a slug in an XML attribute.
 */
import type { Value } from '../fill/value.ts';
import { type Piece, liftPieces } from '../seed/piece.ts';
import type { Scan } from '../seed/scan.ts';
import { scanShort } from '../seed/scan-text.ts';
import { decodeXmlReference } from '../seed/xml-leaf.ts';
import type { XmlElement } from '../seed/xml-outline.ts';
import { decodeMatches } from '../seed/source-text.ts';
import { fillLeaf } from './wordpress-wxr-leaf.ts';
import { slugTemplate } from './wordpress-wxr-slug.ts';

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&[^;]+;/g;

interface XmlAttribute {
  name: string;
  /** Range of the raw value between its quotes. */
  from: number;
  to: number;
}

function attributesOf(text: string, element: XmlElement): XmlAttribute[] {
  const tag = text.slice(element.start, element.contentStart);
  return [...tag.matchAll(ATTRIBUTE)].map((match) => {
    const to = element.start + match.index + match[0].length - 1;
    return { name: match[1] ?? '', from: to - (match[2] ?? match[3] ?? '').length, to };
  });
}

/** A nicename as one slug made of its template's parts. */
function nicenamePieces(text: string, attribute: XmlAttribute, name: { term: string; scan: Scan }): Piece[] {
  const raw = text.slice(attribute.from, attribute.to);
  const template = slugTemplate(raw, name.term, name.scan.columns);
  if (!template || template.notice || !template.parts.some((part) => typeof part !== 'string')) return [];
  const pieces: Piece[] = [{ kind: 'rewrite', start: attribute.from, end: attribute.to, text: '' }];
  for (const part of template.parts) {
    if (typeof part === 'string')
      pieces.push({ kind: 'rewrite', start: attribute.to, end: attribute.to, text: part });
    else
      pieces.push({
        kind: 'hole',
        start: attribute.to,
        end: attribute.to,
        value: slugged(part),
        encoders: ['xml-attr'],
        text: raw,
      });
  }
  return pieces;
}

function slugged(value: Value): Value {
  return { ...value, filters: [...value.filters, { name: 'slug', argument: '' }] };
}

/** Pieces of a term: its nicename, its other attributes and its name. */
export function fillCategory(text: string, element: XmlElement, scan: Scan): Piece[] {
  let term = '';
  const leaf = fillLeaf(text, element, {
    scan: (decoded) => {
      term = decoded;
      return scanShort(decoded, scan);
    },
  });
  const attributes = attributesOf(text, element).flatMap((attribute) => {
    if (attribute.name === 'nicename') return nicenamePieces(text, attribute, { term, scan });
    const raw = text.slice(attribute.from, attribute.to);
    const decoded = decodeMatches(raw, REFERENCE, decodeXmlReference);
    return liftPieces(
      scan.find(decoded.text, ''),
      (from, to) => {
        const range = decoded.range(from, to);
        return { start: range.start + attribute.from, end: range.end + attribute.from };
      },
      'xml-attr',
    );
  });
  return [...attributes, ...leaf.pieces];
}
