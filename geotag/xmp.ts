/**
 * Writes the XMP of a copy: the properties of the original without places, captions, serial numbers and previews, then
 * the new ones. Malformed XMP is replaced. Sources: ISO 16684-1; IPTC Photo Metadata Standard 2023.1; CIPA DC-010.
 */
import { startsWith, toAscii } from './jpeg.ts';
import { CAPTION_BYTES, cutToBytes, NAME_BYTES, type GeoTag, toXmpAngle } from './geo-tag.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

const HEADER = toAscii('http://ns.adobe.com/xap/1.0/\0');
const EXTENSION = toAscii('http://ns.adobe.com/xmp/extension/\0');
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const META = 'adobe:ns:meta/';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** Maximum size of preserved properties: the segment without the longest new ones, in which each `&` takes five bytes. */
const PRESERVED_BYTES = 37_000;

/** Properties that copies drop: places, captions, device identifiers and previews. */
const DROPPED =
  /^gps|serial|^(?:City|State|Country|CountryCode|CountryName|ProvinceState|Location|Sublocation|LocationShown|LocationCreated|description|ImageDescription|ImageUniqueID|MakerNote|Thumbnails|HasExtendedXMP)$/i;
/** Pointers into a video after the picture, which copies don't have. */
const VIDEO = /^(?:(?:Micro|Motion|OLive)(?:Video|Photo)|VideoLength$)/;
/** Namespaces with data in extended XMP, which copies don't have. */
const EXTENDED = /^http:\/\/ns\.google\.com\/photos\/1\.0\/(?:depthmap|image|audio)\/$/;
const GEO = 'http://www.w3.org/2003/01/geo/wgs84_pos#';

/** Checks for the payload of an XMP segment, or of extended XMP. */
export function isXmp(payload: Uint8Array): 'packet' | 'extension' | undefined {
  if (startsWith(payload, HEADER)) return 'packet';
  return startsWith(payload, EXTENSION) ? 'extension' : undefined;
}

function findRdf(root: XmlElement): { rdf: XmlElement; outer: XmlElement['attributes'] } | undefined {
  let element: XmlElement | undefined = root;
  const outer: XmlElement['attributes'] = [];
  while (element) {
    outer.push(...element.attributes.filter(({ uri }) => uri === XMLNS));
    if (element.uri === RDF && element.local === 'RDF') return { rdf: element, outer };
    element = element.children.find((child) => typeof child !== 'string');
  }
  return undefined;
}

/** Finds the root of the properties; returns `undefined` if the XMP is malformed. */
export function readXmp(payload: Uint8Array) {
  const root = parseXml(new TextDecoder().decode(payload.subarray(HEADER.length)).replaceAll('\0', ''));
  return root && findRdf(root);
}

interface XmlName {
  uri: string;
  local: string;
}

const isOfOriginal = ({ uri, local }: XmlName) =>
  uri === GEO || EXTENDED.test(uri) || (uri !== RDF && (DROPPED.test(local) || VIDEO.test(local)));

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;');

/** Checks if a copy drops this property or element. */
export type IsDropped = (node: XmlName | XmlElement) => boolean;

/** Writes elements except those that a copy drops. */
class XmpWriter {
  readonly #isDropped: IsDropped;

  constructor(isDropped: IsDropped) {
    this.#isDropped = (node) => isOfOriginal(node) || isDropped(node);
  }

  writeElement(element: XmlElement, inherited: XmlElement['attributes'] = []): string {
    const own = element.attributes.filter((each) => each.uri === XMLNS || !this.#isDropped(each));
    const names = new Set(own.map(({ name }) => name));
    const attributes = [...inherited.filter(({ name }) => !names.has(name)), ...own]
      .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
      .join('');
    const hasElements = element.children.some((child) => typeof child !== 'string');
    const children = element.children
      .map((child) => {
        // White space between elements is only indentation.
        if (typeof child === 'string') return hasElements && child.trim() === '' ? '' : escapeText(child);
        return this.#isDropped(child) ? '' : this.writeElement(child);
      })
      .join('');
    return `<${element.name}${attributes}>${children}</${element.name}>`;
  }

  /** Checks if a description has any property other than its subject. */
  hasProperties({ attributes, children }: XmlElement): boolean {
    return (
      attributes.some((each) => each.uri !== XMLNS && each.local !== 'about' && !this.#isDropped(each)) ||
      children.some((child) => typeof child !== 'string' && !this.#isDropped(child))
    );
  }
}

/** Writes the descriptions that a copy preserves; none if `isTooLarge`. */
export function preserveXmp(
  found: ReturnType<typeof readXmp>,
  isDropped: IsDropped,
): { xmp: string; isTooLarge: boolean } {
  if (!found) return { xmp: '', isTooLarge: false };
  const byName = new Map(found.outer.map((each) => [each.name, each]));
  // The wrapper of a copy declares these.
  if (byName.get('xmlns:x')?.value === META) byName.delete('xmlns:x');
  if (byName.get('xmlns:rdf')?.value === RDF) byName.delete('xmlns:rdf');
  const inherited = [...byName.values()];
  const writer = new XmpWriter(isDropped);
  let xmp = '';
  for (const child of found.rdf.children) {
    if (typeof child === 'string' || child.uri !== RDF || !writer.hasProperties(child)) continue;
    // Each description repeats inherited namespaces, so a small packet could become a large text.
    xmp += writer.writeElement(child, inherited);
    if (xmp.length > PRESERVED_BYTES) break;
  }
  const isTooLarge = new TextEncoder().encode(xmp).length > PRESERVED_BYTES;
  return { xmp: isTooLarge ? '' : xmp, isTooLarge };
}

const cut = (text: string, bytes: number) =>
  escapeText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(cutToBytes(text, bytes)));

function writeOwn(tag: GeoTag): string {
  const property = (name: string, text: string) =>
    text === '' ? '' : `<${name}>${cut(text, NAME_BYTES)}</${name}>`;
  return [
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    ' xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    '<exif:GPSVersionID>2.3.0.0</exif:GPSVersionID>',
    `<exif:GPSLatitude>${toXmpAngle(tag.latitude, ['N', 'S'])}</exif:GPSLatitude>`,
    `<exif:GPSLongitude>${toXmpAngle(tag.longitude, ['E', 'W'])}</exif:GPSLongitude>`,
    writeAltitude(tag.altitude),
    property('photoshop:City', tag.city),
    property('photoshop:State', tag.state),
    property('photoshop:Country', tag.country),
    property('Iptc4xmpCore:CountryCode', tag.countryCode),
    '<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource">',
    property('Iptc4xmpExt:City', tag.city),
    property('Iptc4xmpExt:ProvinceState', tag.state),
    property('Iptc4xmpExt:CountryName', tag.country),
    property('Iptc4xmpExt:CountryCode', tag.countryCode),
    '</rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>',
    tag.caption === ''
      ? ''
      : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${cut(tag.caption, CAPTION_BYTES)}</rdf:li></rdf:Alt></dc:description>`,
    '</rdf:Description>',
  ].join('');
}

function writeAltitude(meters: number | undefined): string {
  if (meters === undefined) return '';
  const millimeters = Math.round(Math.abs(meters) * 1000);
  const reference = `<exif:GPSAltitudeRef>${meters < 0 ? 1 : 0}</exif:GPSAltitudeRef>`;
  return `${reference}<exif:GPSAltitude>${millimeters}/1000</exif:GPSAltitude>`;
}

/** Writes the payload of the XMP segment of a copy. */
export function writeXmp(preserved: string, tag: GeoTag): Uint8Array[] {
  const packet = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    `<x:xmpmeta xmlns:x="${META}"><rdf:RDF xmlns:rdf="${RDF}">`,
    writeOwn(tag),
    preserved,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
  return [HEADER, new TextEncoder().encode(packet)];
}
