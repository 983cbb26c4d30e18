/** Text of a sheet of any bytes, whatever its blocks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { createSheetDecoder, decodeSheetText, restoreLetters } from './decode-sheet.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const bytes = fc.uint8Array({ maxLength: 40 });
/** Valid and invalid sequences of UTF-8. */
const sequences = fc
  .array(
    fc.constantFrom(
      [0x41],
      [0xc3, 0xa9],
      [0xe2, 0x82, 0xac],
      [0xf0, 0x9f, 0x99, 0x82],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe0, 0x80, 0x80],
      [0xff],
      [0x80],
      [0xe2, 0x82],
    ),
    { maxLength: 8 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

function decodeInBlocks(value: Uint8Array, size: number): string {
  const decode = createSheetDecoder('UTF-8');
  let decoded = '';
  for (let at = 0; at < value.length; at += size)
    decoded += decode(value.subarray(at, at + size), at + size >= value.length);
  return decoded;
}

describe('UTF-8', () => {
  it('is decoded as the platform does, or marked where it is invalid', () => {
    const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(fc.oneof(bytes, sequences), (value) => {
        const decoded = decodeInBlocks(value, 100);
        let expected: string | undefined;
        try {
          expected = fatal.decode(value);
        } catch {
          expected = undefined;
        }
        expect(decoded.isWellFormed()).toBe(expected !== undefined);
        if (expected !== undefined) expect(decoded).toBe(expected);
      }),
      { numRuns: cases(300) },
    );
  });

  it('is the same in blocks of any size', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, sequences), fc.integer({ min: 1, max: 7 }), (value, size) => {
        expect(decodeInBlocks(value, size)).toBe(decodeInBlocks(value, 100));
      }),
      { numRuns: cases(300) },
    );
  });

  it.each([8191, 8192, 8193, 200_000])('preserves long texts with invalid bytes: %i', (length) => {
    const value = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
    const decoded = decodeInBlocks(value, 65_536);
    const restored = Uint8Array.from(
      [...decoded].flatMap((each) =>
        each.isWellFormed() ? [...new TextEncoder().encode(each)] : [each.charCodeAt(0) - 0xdb00],
      ),
    );
    expect(restored).toEqual(value);
  });

  it.each(['東京都'.repeat(30_000), 'é'.repeat(70_000), '🚰'.repeat(40_000)])(
    'is decoded without any ASCII, even with an invalid byte: %#',
    (long) => {
      const value = new TextEncoder().encode(long);
      expect(decodeInBlocks(value, 65_536)).toBe(long);
      expect(decodeInBlocks(Uint8Array.of(...value.subarray(0, 60_000), 0xff), 65_536)).toBe(
        `${new TextDecoder().decode(value.subarray(0, 60_000))}\udbff`,
      );
    },
  );
});

describe('a whole text', () => {
  it('is the text that was encoded', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeSheetText(new TextEncoder().encode(`a${value}`))).toBe(`a${value}`);
      }),
    );
  });

  it('has no byte order mark, except inside', () => {
    expect(decodeSheetText(new TextEncoder().encode('\ufeffa\ufeff'))).toBe('a\ufeff');
  });

  it('has letters of Windows-1252, byte by byte, for what isn’t UTF-8', () => {
    const quoted = Uint8Array.of(0x43, 0x61, 0xf1, 0x6f, 0x6e, 0x20, 0x93, 0x78, 0x94, 0x20, 0x80);
    expect(decodeSheetText(quoted)).toBe('Cañon “x” €');
    expect(decodeSheetText(Uint8Array.of(0xc3, 0xa9, 0x20, 0xe9))).toBe('é é');
    expect(restoreLetters('x\ud83dy')).toBe('x\ud83dy');
  });
});
