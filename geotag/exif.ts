/**
 * EXIF of a copy, written anew: what describes the picture and its camera is kept, what identifies a device, an old
 * place or a smaller picture is not, and no byte of the old block stays behind. Source: CIPA DC-008 (Exif 3.0).
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
 * Of the first directory: structure, camera, software, dates, artist, copyright, rating. Descriptions are ours;
 * pointers, previews, and private data of makers stay behind.
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

/** What a copy keeps of its original's EXIF. */
export interface PreservedExif {
  isLittle: boolean;
  main: Field[];
  details: Field[];
  interoperability: Field[];
}

const NOTHING: PreservedExif = { isLittle: false, main: [], details: [], interoperability: [] };

/** Is this the payload of an EXIF segment? */
export function isExif(payload: Uint8Array): boolean {
  return startsWith(payload, MARK);
}

/** The TIFF block of a segment; nothing where it is broken. */
export function openExif(payload: Uint8Array): TiffBlock | undefined {
  return openTiff(payload.subarray(HEADER.length));
}

function keepOnce(fields: readonly Field[], isKept: (field: Field) => boolean): Field[] {
  const seen = new Set<number>();
  return fields.filter((field) => {
    if (seen.has(field.tag) || !isKept(field)) return false;
    seen.add(field.tag);
    return true;
  });
}

/** The directory that a field of another one points at. */
export function followPointer(block: TiffBlock, fields: readonly Field[], tag: number): Field[] {
  const offset = readNumber(
    fields.find((field) => field.tag === tag),
    block.isLittle,
  );
  return offset === undefined ? [] : readFields(block, offset);
}

/**
 * What is kept of a segment, broken parts left out.
 * @returns `isTooLarge` where even that does not fit beside our own: then its orientation alone is kept
 */
export function preserveExif(payload: Uint8Array | undefined): { exif: PreservedExif; isTooLarge: boolean } {
  const block = payload && openExif(payload);
  if (!block) return { exif: NOTHING, isTooLarge: false };
  const main = readFields(block, block.first);
  const details = followPointer(block, main, TAG.exif);
  const exif = {
    isLittle: block.isLittle,
    main: keepOnce(main, ({ tag }) => MAIN_TAGS.has(tag)),
    details: keepOnce(details, isDetail),
    interoperability: keepOnce(followPointer(block, details, TAG.interoperability), ({ tag }) => tag <= 2),
  };
  const size = sizeOf(exif) + CAPTION_BYTES + OWN_BYTES;
  if (size <= PAYLOAD_BYTES) return { exif, isTooLarge: false };
  const orientation = exif.main.filter(({ tag }) => tag === TAG.orientation);
  return { exif: { ...NOTHING, isLittle: block.isLittle, main: orientation }, isTooLarge: true };
}

/** Bound of the GPS directory, the pointers and the entry of the caption. */
const OWN_BYTES = 400;

function sizeOf({ main, details, interoperability }: PreservedExif): number {
  return [main, details, interoperability].reduce((sum, fields) => sum + measureDirectory(fields), 0);
}

/** From 1 to 8, where the EXIF says it. */
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

/** The reference is 1 below the sea; meters have no sign. */
function altitudeFields(meters: number, isLittle: boolean): Field[] {
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
    ...(altitude === undefined ? [] : altitudeFields(altitude, isLittle)),
    GPS_DATUM,
  ];
}

/** The payload of the EXIF segment of a copy. */
export function writeExif(
  { isLittle, main, details, interoperability }: PreservedExif,
  tag: GeoTag,
): Uint8Array {
  const pointer = (id: number, offset: number) => numberField(id, { type: TYPE.long, isLittle }, [offset]);
  const caption = cutToBytes(tag.caption, CAPTION_BYTES);
  const description = caption.length === 0 ? [] : [textField(TAG.description, caption)];
  const gps = gpsFields(tag, isLittle);
  // Sizes do not depend on where a pointer points, so each directory is laid out before it is known.
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
