/** Reads the location in the EXIF, XMP and IPTC of an image, to compare them. */
import type { Problem } from '#engine/problem.ts';
import { findOrientation, followPointer, GPS, isExif, preserveExif, openExif } from './exif.ts';
import { decodeDataset, IPTC, readDatasets } from './iptc.ts';
import { getPayloads, MARKER, readJpeg, startsWith, toAscii } from './jpeg.ts';
import { isPhotoshop, readResources } from './photoshop.ts';
import { readFields, type Field } from './tiff.ts';
import { isXmp, readXmp } from './xmp.ts';
import type { XmlElement } from './xml-tree.ts';

interface PlaceNames {
  city?: string;
  state?: string;
  country?: string;
  country_code?: string;
  caption?: string;
}

interface Coordinates {
  latitude?: number;
  longitude?: number;
  /** Meters above sea level; negative below it. */
  altitude?: number;
}

export interface ImageTags {
  width: number;
  height: number;
  orientation?: number;
  has_color_profile: boolean;
  exif: Coordinates & Pick<PlaceNames, 'caption'>;
  xmp: Coordinates & PlaceNames;
  iptc: PlaceNames;
}

const ICC = toAscii('ICC_PROFILE\0');
const DESCRIPTION = 0x010e;
const GPS_POINTER = 0x8825;

/** Reads the tags of a JPEG file, written by any program. */
export function readTags(bytes: Uint8Array, file: string): { tags?: ImageTags; problems: Problem[] } {
  const jpeg = readJpeg(bytes);
  if (typeof jpeg === 'string') {
    const text = 'The file is not a whole JPEG image.';
    return { problems: [{ code: `image-${jpeg}`, severity: 'fault', text, file }] };
  }
  const inApp1 = getPayloads(jpeg, MARKER.app1);
  const exif = inApp1.find(isExif);
  const orientation = findOrientation(preserveExif(exif).exif);
  const tags: ImageTags = {
    width: jpeg.width,
    height: jpeg.height,
    ...(orientation === undefined ? {} : { orientation }),
    has_color_profile: getPayloads(jpeg, MARKER.app2).some((payload) => startsWith(payload, ICC)),
    exif: exif ? readExifTags(exif) : {},
    xmp: readXmpTags(inApp1.find((payload) => isXmp(payload) === 'packet')),
    iptc: readIptcTags(readResources(getPayloads(jpeg, MARKER.app13).filter(isPhotoshop)).iptc),
  };
  return { tags, problems: [] };
}

function readExifTags(payload: Uint8Array): ImageTags['exif'] {
  const block = openExif(payload);
  if (!block) return {};
  const main = readFields(block, block.first);
  const gps = followPointer(block, main, GPS_POINTER);
  const text = (fields: readonly Field[], tag: number) => {
    const value = fields.find((field) => field.tag === tag)?.value;
    return value && decodeDataset(value).replace(/\0.*$/s, '');
  };
  const degrees = (tag: number, ref: number) => {
    const value = gps.find((field) => field.tag === tag)?.value;
    if (value?.length !== 24) return undefined;
    const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
    const [whole = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
      (at) => view.getUint32(at, block.isLittle) / view.getUint32(at + 4, block.isLittle),
    );
    return sign(whole + minutes / 60 + seconds / 3600, text(gps, ref));
  };
  const meters = (): number | undefined => {
    const value = gps.find((field) => field.tag === GPS.altitude)?.value;
    if (value?.length !== 8) return undefined;
    const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
    const reference = gps.find((field) => field.tag === GPS.altitudeRef)?.value[0];
    return toAltitude(
      [view.getUint32(0, block.isLittle), view.getUint32(4, block.isLittle)],
      reference === 1,
    );
  };
  return withoutEmpty({
    latitude: degrees(GPS.latitude, GPS.latitudeRef),
    longitude: degrees(GPS.longitude, GPS.longitudeRef),
    altitude: meters(),
    caption: text(main, DESCRIPTION),
  });
}

function toAltitude([meters, parts]: readonly [number, number], isBelow: boolean): number | undefined {
  return parts === 0 ? undefined : (isBelow ? -meters : meters) / parts;
}

function sign(degrees: number, ref: string | undefined): number | undefined {
  if (!Number.isFinite(degrees)) return undefined;
  const rounded = Math.round(degrees * 1e8) / 1e8;
  return rounded !== 0 && (ref === 'S' || ref === 'W') ? -rounded : rounded;
}

/** Collects the properties of all descriptions, elements and attributes, by local name. */
function findProperties(rdf: XmlElement): Map<string, string> {
  const texts = new Map<string, string>();
  const getText = (element: XmlElement): string =>
    element.children.map((child) => (typeof child === 'string' ? child : getText(child))).join('');
  for (const description of rdf.children) {
    if (typeof description === 'string') continue;
    for (const { local, value } of description.attributes) texts.set(local, value);
    for (const child of description.children)
      if (typeof child !== 'string') texts.set(child.local, getText(child).trim());
  }
  return texts;
}

function readXmpTags(payload: Uint8Array | undefined): ImageTags['xmp'] {
  const found = payload && readXmp(payload);
  if (!found) return {};
  const texts = findProperties(found.rdf);
  const degrees = (name: string) => {
    const match = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)([NSEW])$/.exec(texts.get(name) ?? '');
    return match ? sign(Number(match[1]) + Number(match[2]) / 60, match[3]) : undefined;
  };
  const altitude = /^(\d{1,15})\/(\d{1,15})$/.exec(texts.get('GPSAltitude') ?? '');
  const isBelow = texts.get('GPSAltitudeRef') === '1';
  return withoutEmpty({
    latitude: degrees('GPSLatitude'),
    longitude: degrees('GPSLongitude'),
    altitude: altitude ? toAltitude([Number(altitude[1]), Number(altitude[2])], isBelow) : undefined,
    city: texts.get('City'),
    state: texts.get('State'),
    country: texts.get('Country'),
    country_code: texts.get('CountryCode'),
    caption: texts.get('description'),
  });
}

function readIptcTags(block: Uint8Array): PlaceNames {
  const datasets = readDatasets(block);
  const text = (id: number) => {
    const value = datasets.find((dataset) => dataset.id === id)?.value;
    return value && decodeDataset(value);
  };
  return withoutEmpty({
    city: text(IPTC.city),
    state: text(IPTC.state),
    country: text(IPTC.country),
    country_code: text(IPTC.countryCode),
    caption: text(IPTC.caption),
  });
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutEmpty<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
