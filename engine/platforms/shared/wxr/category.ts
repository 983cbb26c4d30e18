/**
 * Terms of a WXR item, `<category domain="category" nicename="…">Name</category>`: the name is short
 * HTML, the nicename a slug in an XML attribute.
 */
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { slugify } from '../../../text/slugify.ts';
import type { Value } from '../../../language/value.ts';
import type { Piece } from '../../../encoding/piece.ts';
import type { Scan } from '../../../encoding/scan.ts';
import { scanShort } from '../../../encoding/scan-text.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { type XmlAttribute, listAttributes, fillAttribute } from '../xml/attributes.ts';
import { fillLeaf } from '../xml/leaf.ts';
import { parseSlug, parseSlugText } from '../../../render/slug-template.ts';

/** Slug of a fixed part; spaces at its ends become hyphens, because a value follows or precedes. */
function slugifyPart(text: string): string {
  return slugify(`x${text}x`, 'segment').slice(1, -1);
}

/**
 * Compiles a nicename to one slug. If only the name has placeholders, the nicename is made from it: otherwise
 * the importer would assign all pages to the first row's term.
 */
function compileNicename(text: string, attribute: XmlAttribute, name: { term: string; scan: Scan }): Piece[] {
  const raw = text.slice(attribute.from, attribute.to);
  const { columns } = name.scan;
  const own = parseSlug(raw, name.term, columns);
  const parts = own.length > 0 ? own : parseSlugText(name.term, columns);
  if (parts.length === 0) return compilePageUrl(text, attribute, name.scan);
  const at = attribute.to;
  const written = parts.map((part): Piece => {
    if (typeof part === 'string') return { kind: 'rewrite', start: at, end: at, text: slugifyPart(part) };
    return {
      kind: 'hole',
      start: at,
      end: at,
      value: addSlugFilter(part),
      encoders: [xmlEncoders['xml-attr']],
      text: raw,
    };
  });
  return [{ kind: 'rewrite', start: attribute.from, end: at, text: '' }, ...written];
}

/** `[page_url]` can't be in the slug of a page, but it can be in that of a term. */
function compilePageUrl(text: string, attribute: XmlAttribute, scan: Scan): Piece[] {
  return fillAttribute(text, attribute, scan).map((piece) =>
    piece.kind === 'hole' ? { ...piece, value: addSlugFilter(piece.value) } : piece,
  );
}

function addSlugFilter(value: Value): Value {
  return { ...value, filters: [...value.filters, { name: 'slug', arguments: [] }] };
}

/** Fills a term: its nicename, its other attributes and its name. */
export function fillCategory(text: string, element: XmlElement, scan: Scan): Piece[] {
  let term = '';
  const leaf = fillLeaf(text, element, {
    scan: (decoded) => {
      term = decoded;
      return scanShort(decoded, scan);
    },
  });
  const attributes = listAttributes(text, element).flatMap((attribute) => {
    if (attribute.name === 'nicename') return compileNicename(text, attribute, { term, scan });
    return fillAttribute(text, attribute, scan);
  });
  return [...attributes, ...leaf.pieces];
}
