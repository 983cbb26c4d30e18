import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64, findBase64Digits } from './base64.ts';

const PIECES = ['Ab9', 'Z+/a', 'word', '=', '==', '\n', '\r\n', ' ', 'é', '%', '[', 'abcdefg'];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
/** Slower reference implementation of the search, for comparison. */
const DIGITS = /[A-Za-z0-9+/]{7,}={0,2}(?:\r?\n[A-Za-z0-9+/]{4,}={0,2})*/g;

it('finds each stretch of at least seven digits with its padding and further lines', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = [...text.matchAll(DIGITS)].map(([digits]) => digits);
      expect(findBase64Digits(text).map(({ from, to }) => text.slice(from, to))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

describe('a decoded text', () => {
  it('is what was encoded, whether padded or not', () => {
    const written = fc.string({ unit: 'grapheme' }).filter((text) => !/[^\P{Cc}\t-\r]/u.test(text));
    fc.assert(
      fc.property(written, fc.boolean(), (text, isPadded) => {
        expect(decodeBase64(encodeBase64(text.toWellFormed(), isPadded))).toBe(text.toWellFormed());
      }),
    );
  });

  it.each([
    ['words of a page', 'bathroom'],
    ['a character that is cut off', 'w6nigg'],
    ['bytes of a picture', '/9j/4AAQSkZJRg'],
    ['a control character', 'YWJjAGRlZg'],
    ['a surrogate', '7aCA'],
    ['an overlong character', '4IGB'],
  ])('can’t contain %s', (_what, digits) => {
    expect(decodeBase64(digits)).toBeUndefined();
  });
});
