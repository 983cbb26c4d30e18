/**
 * Turns the bytes of a sheet, block by block, into byte strings of UTF-8. UTF-16 is decoded here
 * rather than by TextDecoder, which would put U+FFFD for a lone surrogate where a cell must drop it.
 */
import { encodeText, toByteString } from './byte-string.ts';

export interface SheetDecoder {
  /** The byte string of one more block; characters cut by its end come with the next one. */
  decode(block: Uint8Array, isLast: boolean): string;
}

/**
 * For one sheet, whose blocks must come in order. UTF-8 is taken as it is, faults included.
 * @param encoding one of Unicode, or a label of TextDecoder
 */
export function createSheetDecoder(encoding: string): SheetDecoder {
  if (encoding === 'UTF-8') return { decode: toByteString };
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') return createUtf16Decoder(encoding === 'UTF-16LE');
  const decoder = new TextDecoder(encoding);
  return { decode: (block) => toByteString(encodeText(decoder.decode(block))) };
}

/** Blocks hold whole units of two bytes, but for the last one of a sheet that was cut short. */
function createUtf16Decoder(isLittleEndian: boolean): SheetDecoder {
  let highSurrogate = '';
  return {
    decode(block, isLast) {
      let text = highSurrogate + readUnits(block, isLittleEndian);
      highSurrogate = '';
      if (!isLast && /[\ud800-\udbff]$/.test(text)) {
        highSurrogate = text.slice(-1);
        text = text.slice(0, -1);
      }
      // Half a unit is a broken character, to be dropped as one.
      if (block.length % 2 === 1) text += '\ud800';
      return toByteString(encodeText(text));
    },
  };
}

const PIECE = 8192;

function readUnits(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < units.length; at += 1) units[at] = view.getUint16(at * 2, isLittleEndian);
  let text = '';
  for (let at = 0; at < units.length; at += PIECE) {
    text += String.fromCharCode.apply(null, units.subarray(at, at + PIECE) as unknown as number[]);
  }
  return text;
}
