import { describe, expect, it } from 'vitest';
import { createUtf8Text } from './utf8-text.ts';

const encoder = new TextEncoder();

/** Reads bytes in chunks, each at another offset of its buffer. */
function read(bytes: Uint8Array, chunk: number): { text: string; invalid: boolean; cut: boolean } {
  const reader = createUtf8Text();
  let text = '';
  let invalid = false;
  for (let at = 0; at < bytes.length && !invalid; at += chunk) {
    const pushed = reader.push(bytes.subarray(at, at + chunk));
    text += pushed.text;
    invalid = pushed.invalid;
  }
  return { text, invalid, cut: reader.end() };
}

describe('createUtf8Text', () => {
  const sample = 'a é ñ 漢字 🙂👩‍👩‍👧 \u0800\ud7ff\ue000\ufffd\u{10ffff} \ufeff end\r\n\t';

  it.each([1, 2, 3, 4, 5, 7, 1000])('reads characters of every length in chunks of %i', (chunk) => {
    expect(read(encoder.encode(sample), chunk)).toEqual({
      text: sample,
      invalid: false,
      cut: false,
    });
  });

  it('keeps a byte order mark, which the parser knows', () => {
    expect(read(encoder.encode('\ufeffx'), 1).text).toBe('\ufeffx');
  });

  it.each([1, 3, 100])('returns the text before invalid bytes, in chunks of %i', (chunk) => {
    for (const bad of [
      [0xff],
      [0xc3, 0x28],
      [0xe2, 0x28, 0xa1],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
    ]) {
      const bytes = new Uint8Array([...encoder.encode('né'), ...bad, ...encoder.encode('after')]);
      expect(read(bytes, chunk)).toMatchObject({ text: 'né', invalid: true });
    }
  });

  it('reports a cut last character', () => {
    for (const length of [1, 2, 3])
      expect(read(encoder.encode('🙂').subarray(0, length), 1)).toMatchObject({ text: '', cut: true });
  });
});
