/**
 * Reads and writes directories of a TIFF block, the format of EXIF. Values have the byte order of the file, so that
 * they are copied without conversion. Source: TIFF 6.0, section 2.
 */
import { joinBytes } from './jpeg.ts';

export interface Field {
  tag: number;
  type: number;
  count: number;
  /** In the byte order of the block. */
  value: Uint8Array;
}

export const TYPE = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5 } as const;
/** Bytes of one value, by type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const ENTRY_BYTES = 12;

export interface TiffBlock {
  isLittle: boolean;
  view: DataView;
  /** Offset of the first directory. */
  first: number;
}

/** Opens a block; returns `undefined` if its header is invalid. */
export function openTiff(bytes: Uint8Array): TiffBlock | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return undefined;
  return { isLittle, view, first: view.getUint32(4, isLittle) };
}

/** Reads the fields of a directory, without fields of unknown types or beyond the end of the block. */
export function readFields({ view, isLittle }: TiffBlock, offset: number): Field[] {
  const fields: Field[] = [];
  if (offset < 8 || offset + 2 > view.byteLength) return fields;
  const count = view.getUint16(offset, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = offset + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > view.byteLength) break;
    const type = view.getUint16(at + 2, isLittle);
    const values = view.getUint32(at + 4, isLittle);
    const size = (SIZES[type] ?? 0) * values;
    const from = size > 4 ? view.getUint32(at + 8, isLittle) : at + 8;
    if (size === 0 || from + size > view.byteLength) continue;
    const value = new Uint8Array(view.buffer, view.byteOffset + from, size);
    fields.push({ tag: view.getUint16(at, isLittle), type, count: values, value });
  }
  return fields;
}

/** Reads the first number of a field of integers. */
export function readNumber(field: Field | undefined, isLittle: boolean): number | undefined {
  if (field === undefined) return undefined;
  const { value, type } = field;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  if (type === TYPE.short) return view.getUint16(0, isLittle);
  if (type === TYPE.long) return view.getUint32(0, isLittle);
  return undefined;
}

/** Creates a field of integers of two or four bytes; rationals are pairs of numerator and denominator. */
export function numberField(
  tag: number,
  { type, isLittle }: { type: 3 | 4 | 5; isLittle: boolean },
  numbers: readonly number[],
): Field {
  const bytes = type === TYPE.short ? 2 : 4;
  const value = new Uint8Array(numbers.length * bytes);
  const view = new DataView(value.buffer);
  numbers.forEach((number, index) => {
    if (type === TYPE.short) view.setUint16(index * bytes, number, isLittle);
    else view.setUint32(index * bytes, number, isLittle);
  });
  return { tag, type, count: type === TYPE.rational ? numbers.length / 2 : numbers.length, value };
}

/** Creates a field of characters with a terminating zero. */
export function textField(tag: number, text: Uint8Array): Field {
  return { tag, type: TYPE.ascii, count: text.length + 1, value: joinBytes([text, new Uint8Array(1)]) };
}

/** Measures a directory in bytes, including values that don't fit into its entries. */
export function measureDirectory(fields: readonly Field[]): number {
  return fields.reduce(
    (sum, { value }) => sum + ENTRY_BYTES + (value.length > 4 ? value.length + (value.length % 2) : 0),
    6,
  );
}

/** Writes a directory and its values, sorted by tag, without a next directory. */
export function writeDirectory(
  { view, isLittle }: { view: DataView; isLittle: boolean },
  offset: number,
  fields: readonly Field[],
): void {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let data = offset + 6 + fields.length * ENTRY_BYTES;
  view.setUint16(offset, fields.length, isLittle);
  fields
    .toSorted((one, other) => one.tag - other.tag)
    .forEach(({ tag, type, count, value }, index) => {
      const at = offset + 2 + index * ENTRY_BYTES;
      view.setUint16(at, tag, isLittle);
      view.setUint16(at + 2, type, isLittle);
      view.setUint32(at + 4, count, isLittle);
      if (value.length <= 4) bytes.set(value, at + 8);
      else {
        view.setUint32(at + 8, data, isLittle);
        bytes.set(value, data);
        data += value.length + (value.length % 2);
      }
    });
}
