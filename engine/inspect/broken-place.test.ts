import { expect, it } from 'vitest';
import { findBrokenPlace } from './broken-place.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);
const at = (line?: number, column?: number) => [
  { code: 'x', severity: 'fault' as const, text: '', ...(line && { line }), ...(column && { column }) },
];

it('shows the line, the one before and the one after, and marks the text there', () => {
  expect(findBrokenPlace(toBytes('one\r\ntwo </b> end\r\nthree\r\nfour'), at(2, 5))).toEqual({
    line: 2,
    column: 5,
    mark: '</b>',
    excerpt: [
      { line: 1, text: 'one' },
      { line: 2, text: 'two </b> end' },
      { line: 3, text: 'three' },
    ],
  });
});

it('marks the last word if the place is the end of a line or of the file', () => {
  expect(findBrokenPlace(toBytes('one two'), at(1, 8))).toMatchObject({ mark: 'two' });
  expect(findBrokenPlace(toBytes('one\n'), at(2, 1))).toMatchObject({ mark: '', line: 2 });
});

it('cuts long lines around the place', () => {
  const place = findBrokenPlace(toBytes(`${'a'.repeat(5000)} <here> ${'b'.repeat(5000)}`), at(1, 5002));
  expect(place?.mark).toBe('<here>');
  const text = place?.excerpt[0]?.text ?? '';
  expect([text.length, text.startsWith('…'), text.endsWith('…')]).toEqual([162, true, true]);
  expect(text).toContain('<here>');
});

it('reads the lines of a file in UTF-16', () => {
  const wide = new Uint8Array(new Uint16Array([0xfeff, ...[...'<a\n<b'].map((c) => c.charCodeAt(0))]).buffer);
  expect(findBrokenPlace(wide, at(2, 1))?.mark).toBe('<b');
});

it('shows nothing without a place in the file', () => {
  expect(findBrokenPlace(toBytes('one'), at())).toBeUndefined();
  expect(findBrokenPlace(toBytes('one'), at(9, 1))).toBeUndefined();
  expect(
    findBrokenPlace(toBytes('one'), [{ code: 'x', severity: 'notice', text: '', line: 1 }]),
  ).toBeUndefined();
});
