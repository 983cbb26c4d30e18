/**
 * Writes the EXIF of a copy. Preserves fields that describe the picture and its camera; removes device identifiers, old
 * places, previews and unknown data. Source: CIPA DC-008 (Exif 3.0).
 */
import { joinBytes, PAYLOAD_BYTES, startsWith, toAscii } from './jpeg.ts';
import { type Angle, cutToBytes, CAPTION_BYTES, type GeoTag, toAngle } from './geo-tag.ts';
import {
  type Field,
  numberField,
  openTiff,
  readFields,
  readNumber,
  measureDirectory,
  textField,
  type TiffBlock,
  TYPE,
  writeDirectory,
} from './tiff.ts';

const HEADER = toAscii('Exif\0\0');
const MARK = toAscii('Exif\0');

const TAG = {
  description: 0x010e,
  orientation: 0x0112,
  exif: 0x8769,
  gps: 0x8825,
  interoperability: 0xa005,
} as const;

/**
 * Preserved tags of the first directory: structure, camera, software, dates, artist, copyright, rating. Descriptions
 * are replaced; pointers, previews, and private data of makers are removed.
 */
const MAIN_TAGS = new Set([
  0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010d, 0x010f, 0x0110, 0x0112, 0x0115, 0x011a, 0x011b, 0x011c,
  0x0128, 0x012d, 0x0131, 0x0132, 0x013b, 0x013c, 0x013e, 0x013f, 0x0211, 0x0212, 0x0213, 0x0214, 0x4746,
  0x4749, 0x8298, 0x9c9d,
]);
/** MakerNote, the image's unique number, and serial numbers of body and lens. */
const DROPPED_DETAILS = new Set([0x927c, 0xa005, 0xa420, 0xa431, 0xa435]);

const isDetail = ({ tag }: Field) =>
  ((tag >= 0x8290 && tag < 0x9800) || (tag >= 0xa000 && tag <= 0xa500)) &&
  tag !== TAG.exif &&
  tag !== TAG.gps &&
  tag !== 0x8649 &&
  tag !== 0x8773 &&
  tag !== 0x83bb &&
  !DROPPED_DETAILS.has(tag);

/** Fields of the original that a copy preserves. */
export interface PreservedExif {
  isLittle: boolean;
  main: Field[];
  details: Field[];
  interoperability: Field[];
}

const NOTHING: PreservedExif = { isLittle: false, main: [], details: [], interoperability: [] };

/** Checks for the payload of an EXIF segment. */
export function isExif(payload: Uint8Array): boolean {
  return startsWith(payload, MARK);
}

/** Opens the TIFF block of a segment; returns `undefined` if it is malformed. */
export function openExif(payload: Uint8Array): TiffBlock | undefined {
  return openTiff(payload.subarray(HEADER.length));
}

function selectFields(fields: readonly Field[], isPreserved: (field: Field) => boolean): Field[] {
  const seen = new Set<number>();
  return fields.filter((field) => {
    if (seen.has(field.tag) || !isPreserved(field)) return false;
    seen.add(field.tag);
    return true;
  });
}

/** Reads the directory that a field points to. */
export function followPointer(block: TiffBlock, fields: readonly Field[], tag: number): Field[] {
  const offset = readNumber(
    fields.find((field) => field.tag === tag),
    block.isLittle,
  );
  return offset === undefined ? [] : readFields(block, offset);
}

/**
 * Selects the preserved fields of a segment, without malformed ones.
 * @returns `isTooLarge` if they don't fit next to the new ones; then only the orientation is preserved
 */
export function preserveExif(payload: Uint8Array | undefined): { exif: PreservedExif; isTooLarge: boolean } {
  const block = payload && openExif(payload);
  if (!block) return { exif: NOTHING, isTooLarge: false };
  const main = readFields(block, block.first);
  const details = followPointer(block, main, TAG.exif);
  const exif = {
    isLittle: block.isLittle,
    main: selectFields(main, ({ tag }) => MAIN_TAGS.has(tag)),
    details: selectFields(details, isDetail),
    interoperability: selectFields(
      followPointer(block, details, TAG.interoperability),
      ({ tag }) => tag <= 2,
    ),
  };
  const size = measureExif(exif) + CAPTION_BYTES + ADDED_BYTES;
  if (size <= PAYLOAD_BYTES) return { exif, isTooLarge: false };
  const orientation = exif.main.filter(({ tag }) => tag === TAG.orientation);
  return { exif: { ...NOTHING, isLittle: block.isLittle, main: orientation }, isTooLarge: true };
}

/** Maximum size of the GPS directory, the pointers and the entry of the caption. */
const ADDED_BYTES = 400;

function measureExif({ main, details, interoperability }: PreservedExif): number {
  return [main, details, interoperability].reduce((sum, fields) => sum + measureDirectory(fields), 0);
}

/** Returns the orientation from 1 to 8, if the EXIF has it. */
export function findOrientation({ isLittle, main }: PreservedExif): number | undefined {
  const orientation = readNumber(
    main.find(({ tag }) => tag === TAG.orientation),
    isLittle,
  );
  return orientation !== undefined && orientation >= 1 && orientation <= 8 ? orientation : undefined;
}

/** Fields of the GPS directory. */
export const GPS = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
} as const;
const GPS_VERSION: Field = { tag: 0, type: TYPE.byte, count: 4, value: Uint8Array.of(2, 3, 0, 0) };
const GPS_DATUM = textField(0x12, toAscii('WGS-84'));

/** Creates the fields of the altitude; the reference is 1 below sea level, because meters are unsigned. */
function createAltitudeFields(meters: number, isLittle: boolean): Field[] {
  const reference = {
    tag: GPS.altitudeRef,
    type: TYPE.byte,
    count: 1,
    value: Uint8Array.of(meters < 0 ? 1 : 0),
  };
  const millimeters = Math.round(Math.abs(meters) * 1000);
  return [reference, numberField(GPS.altitude, { type: TYPE.rational, isLittle }, [millimeters, 1000])];
}

function gpsFields({ latitude, longitude, altitude }: GeoTag, isLittle: boolean): Field[] {
  const angleField = (tag: number, { degrees, minutes, fraction }: Angle) =>
    numberField(tag, { type: TYPE.rational, isLittle }, [degrees, 1, minutes, 1, fraction, 10_000]);
  return [
    GPS_VERSION,
    textField(GPS.latitudeRef, toAscii(latitude < 0 ? 'S' : 'N')),
    angleField(GPS.latitude, toAngle(latitude)),
    textField(GPS.longitudeRef, toAscii(longitude < 0 ? 'W' : 'E')),
    angleField(GPS.longitude, toAngle(longitude)),
    ...(altitude === undefined ? [] : createAltitudeFields(altitude, isLittle)),
    GPS_DATUM,
  ];
}

/** Writes the payload of the EXIF segment of a copy. */
export function writeExif(
  { isLittle, main, details, interoperability }: PreservedExif,
  tag: GeoTag,
): Uint8Array {
  const pointer = (id: number, offset: number) => numberField(id, { type: TYPE.long, isLittle }, [offset]);
  const caption = cutToBytes(tag.caption, CAPTION_BYTES);
  const description = caption.length === 0 ? [] : [textField(TAG.description, caption)];
  const gps = gpsFields(tag, isLittle);
  // The size of a pointer doesn't depend on its value, so directories are measured with empty pointers.
  const inner = interoperability.length > 0 ? [...details, pointer(TAG.interoperability, 0)] : details;
  const outer = [...main, ...description, pointer(TAG.gps, 0)];
  if (inner.length > 0) outer.push(pointer(TAG.exif, 0));
  const gpsAt = 8 + measureDirectory(outer);
  const detailsAt = gpsAt + measureDirectory(gps);
  const interoperabilityAt = detailsAt + (inner.length > 0 ? measureDirectory(inner) : 0);
  const end = interoperabilityAt + (interoperability.length > 0 ? measureDirectory(interoperability) : 0);
  const offsets = new Map<number, number>([
    [TAG.gps, gpsAt],
    [TAG.exif, detailsAt],
    [TAG.interoperability, interoperabilityAt],
  ]);
  const resolve = (fields: readonly Field[]) =>
    fields.map((field) => {
      const offset = offsets.get(field.tag);
      return offset === undefined ? field : pointer(field.tag, offset);
    });

  const block = new Uint8Array(end);
  const view = new DataView(block.buffer);
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  const target = { view, isLittle };
  writeDirectory(target, 8, resolve(outer));
  writeDirectory(target, gpsAt, gps);
  if (inner.length > 0) writeDirectory(target, detailsAt, resolve(inner));
  if (interoperability.length > 0) writeDirectory(target, interoperabilityAt, interoperability);
  return joinBytes([HEADER, block]);
}
