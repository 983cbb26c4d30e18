/**
 * Filters the bytes after the end of a picture: gain maps and previews are preserved with all pointers to them; a video,
 * which has its own location and sound, is removed with its pointers. Sources: CIPA DC-007; Google, Ultra HDR
 * image format 1.1 and Motion photo format 1.0; ISO 21496-1.
 */
import type { Problem } from '#engine/problem.ts';
import { joinBytes, type Jpeg, MARKER, type Segment, startsWith, toAscii } from './jpeg.ts';
import { clearExif, findPictureEnds, isIndex, hasFurtherPictures, writeIndex } from './mpf.ts';
import type { IsDropped } from './xmp.ts';
import type { XmlElement } from './xml-tree.ts';

/** Google's namespaces of the list of parts, old and new. */
const CONTAINER = /^http:\/\/ns\.google\.com\/photos\/(?:1\.0\/container|dd\/1\.0\/device)\//;
const HDR_GAIN_MAP = 'http://ns.adobe.com/hdr-gain-map/1.0/';
const ISO_GAIN_MAP = toAscii('urn:iso:std:iso:ts:21496:-1\0');
const SOI = Uint8Array.of(0xff, 0xd8, 0xff);
const FILE_TYPE = toAscii('ftyp');

/** A part in the list of the XMP. */
interface Item {
  /** The entry of the list. */
  entry: XmlElement;
  semantic: string;
  mime: string;
  length: number;
  padding: number;
}

interface Directory {
  element: XmlElement;
  items: Item[];
}

/** Reads a property from an attribute or an element. */
function readProperty(element: XmlElement, name: string): string {
  const attribute = element.attributes.find(({ local }) => local === name);
  if (attribute) return attribute.value;
  for (const child of element.children)
    if (typeof child !== 'string' && child.local === name)
      return child.children
        .filter((text) => typeof text === 'string')
        .join('')
        .trim();
  return '';
}

function* listElements(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* listElements(child);
}

function findDirectories(rdf: XmlElement): Directory[] {
  const directories: Directory[] = [];
  for (const element of listElements(rdf)) {
    if (element.local !== 'Directory' || !CONTAINER.test(element.uri)) continue;
    const entries = [...listElements(element)].filter(({ local }) => local === 'li');
    const items = entries.map((entry): Item => {
      const item = [...listElements(entry)].find((each) => readProperty(each, 'Mime') !== '') ?? entry;
      const count = (name: string) => Number(/^\d{1,10}$/.exec(readProperty(item, name))?.[0] ?? 0);
      const semantic = readProperty(item, 'Semantic');
      return {
        entry,
        semantic,
        mime: readProperty(item, 'Mime'),
        length: count('Length'),
        padding: count('Padding'),
      };
    });
    directories.push({ element, items });
  }
  return directories;
}

const isPrimary = ({ semantic }: Item) => semantic === 'Primary';

interface PlacedItem extends Item {
  start: number;
  end: number;
}

/** Computes the positions of parts, which are in the order of the list. */
function placeItems(items: readonly Item[]): PlacedItem[] {
  const placed: PlacedItem[] = [];
  let at = 0;
  for (const item of items) {
    const start = at;
    const end = isPrimary(item) ? at : at + item.length;
    at = end + item.padding;
    if (!isPrimary(item)) placed.push({ ...item, start, end });
  }
  return placed;
}

const isPicture = ({ mime }: Item) => mime.startsWith('image/');

/** Measures the trailer of a copy: up to the last of consecutive pictures, or of pictures in the index. */
function measurePreserved(
  trailer: Uint8Array,
  items: readonly PlacedItem[],
  ends: readonly number[],
): number {
  let kept = Math.max(0, ...ends);
  for (const item of items) {
    const isThere =
      isPicture(item) && item.end <= trailer.length && startsWith(trailer.subarray(item.start), SOI);
    if (!isThere) break;
    kept = Math.max(kept, item.end);
  }
  // Pictures after a video can't be preserved without the bytes of the video.
  return items.some((item) => !isPicture(item) && item.length > 0 && item.start < kept) ? 0 : kept;
}

export interface PreservedTrailer {
  trailer: Uint8Array;
  /** Index of the copy, and its segment in the original. */
  index?: { segment: Segment; bytes: Uint8Array; sizeAt: number | undefined; isLittle: boolean };
  isSegmentDropped: (segment: Segment) => boolean;
  isDropped: IsDropped;
  problems: Pick<Problem, 'code' | 'text'>[];
}

interface TrailerInput {
  jpeg: Jpeg;
  /** The whole file. */
  bytes: Uint8Array;
  /** The properties of its XMP. */
  rdf: XmlElement | undefined;
  /** Segments that a copy drops. */
  isRemoved: (segment: Segment) => boolean;
}

/** Selects the parts that a copy preserves, and the pointers that are removed. */
export function preserveTrailer({ jpeg, bytes, rdf, isRemoved }: TrailerInput): PreservedTrailer {
  const { segments, trailer, end: trailerAt } = jpeg;
  const directories = rdf ? findDirectories(rdf) : [];
  const items = placeItems(directories[0]?.items ?? []);
  const segment = segments.find(isIndex);
  const indexAt = segment ? segment.bytes.byteOffset - bytes.byteOffset : 0;
  const ends = segment ? findPictureEnds({ index: segment, indexAt, trailerAt }, trailer.length) : [];
  const length = measurePreserved(trailer, items, ends);
  const preservedEntries = new Set(
    items
      .filter((item) => isPicture(item) && item.end <= length && item.length > 0)
      .map(({ entry }) => entry),
  );
  const gainMap = items.find(({ semantic }) => semantic === 'GainMap');
  const hasGainMap = gainMap ? preservedEntries.has(gainMap.entry) : length > 0;
  const droppedNodes = new Set<object>();
  for (const { element, items: listed } of directories) {
    const dropped = listed.filter((item) => !isPrimary(item) && !preservedEntries.has(item.entry));
    for (const { entry } of dropped) droppedNodes.add(entry);
    if (dropped.length === listed.filter((item) => !isPrimary(item)).length) droppedNodes.add(element);
  }
  const isStaleIndex = length === 0 && segment !== undefined && hasFurtherPictures(segment);
  const isSegmentDropped = (each: Segment) =>
    (isStaleIndex && isIndex(each)) ||
    (!hasGainMap && each.marker === MARKER.app2 && startsWith(each.payload, ISO_GAIN_MAP));
  const isOmitted = (each: Segment) => isRemoved(each) || isSegmentDropped(each);
  const removed = segment
    ? segments
        .slice(segments.indexOf(segment) + 1)
        .filter(isOmitted)
        .reduce((sum, each) => sum + each.bytes.length, 0)
    : 0;
  return {
    trailer: length > 0 ? clearExif(trailer.subarray(0, length)) : new Uint8Array(0),
    ...(segment && !isStaleIndex && { index: { segment, ...writeIndex(segment, removed) } }),
    isSegmentDropped,
    isDropped: (node) => droppedNodes.has(node) || (!hasGainMap && node.uri === HDR_GAIN_MAP),
    problems: describeRest(
      trailer.subarray(length),
      items.some((item) => item.mime.startsWith('video/')),
    ),
  };
}

/** Reports the dropped bytes. */
function describeRest(rest: Uint8Array, isVideoNamed: boolean): Pick<Problem, 'code' | 'text'>[] {
  if (rest.every((byte) => byte === 0)) return [];
  const size = `${rest.length.toLocaleString('en-US')} ${rest.length === 1 ? 'byte' : 'bytes'}`;
  if (isVideoNamed || startsWith(rest.subarray(4), FILE_TYPE))
    return [
      {
        code: 'image-video-dropped',
        text: `The image is a motion photo. Copies have the picture without its video (${size}).`,
      },
    ];
  const text = `${size} after the end of the image ${rest.length === 1 ? 'isn\u2019t' : 'aren\u2019t'} part of a picture. Copies don\u2019t have ${rest.length === 1 ? 'it' : 'them'}.`;
  return [{ code: 'image-trailer-dropped', text }];
}

/** Joins the segments of a copy; the size of the first picture is written to the index later. */
export function joinSegments(segments: readonly Segment[], { index }: PreservedTrailer) {
  const parts = segments.map((each) => (index?.segment === each ? index.bytes : each.bytes));
  const before = index ? segments.slice(0, segments.indexOf(index.segment)) : [];
  const indexAt = before.reduce((sum, each) => sum + each.bytes.length, 0);
  const size =
    index?.sizeAt === undefined ? undefined : { at: indexAt + index.sizeAt, isLittle: index.isLittle };
  return { segments: joinBytes(parts), ...(size && { firstPictureSize: size }) };
}
