import { describe, expect, it } from 'vitest';
import { createUtf8Text } from './utf8-text.ts';

const encoder = new TextEncoder();

/** Reads bytes in chunks, each at another offset of its buffer. */
function read(
  bytes: Uint8Array,
  chunk: number,
): { text: string; invalid: boolean; cut: boolean; suspicious: boolean } {
  const reader = createUtf8Text();
  let text = '';
  let invalid = false;
  for (let at = 0; at < bytes.length && !invalid; at += chunk) {
    const pushed = reader.push(bytes.subarray(at, at + chunk));
    text += pushed.text;
    invalid = pushed.invalid;
  }
  return { text, invalid, cut: reader.end(), suspicious: reader.isSuspicious() };
}

describe('createUtf8Text', () => {
  const sample = 'a é ñ 漢字 🙂👩‍👩‍👧 \u0800\ud7ff\ue000\ufffd\u{10ffff} \ufeff end\r\n\t';

  it.each([1, 2, 3, 4, 5, 7, 1000])('reads characters of every length in chunks of %i', (chunk) => {
    expect(read(encoder.encode(sample), chunk)).toEqual({
      text: sample,
      invalid: false,
      cut: false,
      suspicious: false,
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

  it('finds every character that XML forbids, at any place', () => {
    const controls = [0, 1, 8, 0x0b, 0x0c, 0x0e, 0x1f].map((code) => String.fromCharCode(code));
    for (const character of [...controls, '\ufffe', '\uffff']) {
      for (let before = 0; before < 9; before += 1) {
        const bytes = encoder.encode(
          `some more text \u00e9${'x'.repeat(before)}${character}${'\n'.repeat(before)}`,
        );
        for (const chunk of [1, 2, 5, 100])
          expect(read(bytes, chunk).suspicious, `${character.codePointAt(0)} ${before}`).toBe(true);
      }
    }
  });

  it('takes no other character for forbidden', () => {
    let text = '\t\n\r';
    for (let code = 0x20; code < 0x3000; code += 1) text += String.fromCharCode(code);
    for (const chunk of [1, 2, 3, 1000]) expect(read(encoder.encode(text), chunk).suspicious).toBe(false);
  });
});
