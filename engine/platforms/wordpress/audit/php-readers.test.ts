/**
 * Two readers of PHP's serialized form that share no code: the audit's, which decides whether a meta
 * arrives, and the decoder of the tests. Where they disagree, one of them would accept a dropped value.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { unserialize } from '#testkit/decoders/php.ts';
import { readSerialized } from './php-unserialize.ts';

type Value = string | null | readonly (readonly [string, Value])[];

const text = fc.oneof(
  fc.constantFrom('', 'abc', '"', '";', '";}', 'a:1:{', 's:1:"x";', '}', ':', '12'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.constant(null),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }),
  ),
}));

function serialize(given: Value): string {
  if (given === null) return 'N;';
  if (typeof given === 'string') return `s:${given.length}:"${given}";`;
  return `a:${given.length}:{${given.map(([key, member]) => serialize(key) + serialize(member)).join('')}}`;
}

function isReadByAudit(serialized: string): boolean {
  const bytes = new TextEncoder().encode(serialized);
  const { fault, tail } = readSerialized({ bytes, from: 0, to: bytes.length }, () => undefined);
  return fault === undefined && tail === 0;
}

function isReadByDecoder(serialized: string): boolean {
  try {
    unserialize(serialized);
    return true;
  } catch {
    return false;
  }
}

describe('a serialized value', () => {
  it('is read by both, whatever its texts are', () => {
    fc.assert(
      fc.property(value, (given) => {
        const serialized = serialize(given);
        expect([isReadByAudit(serialized), isReadByDecoder(serialized)]).toEqual([true, true]);
      }),
      { numRuns: cases(200) },
    );
  });

  it('is read by both or by neither once one character of it is another, is gone or is added', () => {
    const character = fc.constantFrom('"', ':', ';', '{', '}', '0', '1', '2', '9', 'x', '');
    let refused = 0;
    fc.assert(
      fc.property(value, fc.nat(), fc.constantFrom(0, 1, 2), character, (given, place, length, inserted) => {
        const whole = serialize(given);
        const at = place % (whole.length + 1);
        const damaged = whole.slice(0, at) + inserted + whole.slice(at + length);
        const isRead = isReadByAudit(damaged);
        if (!isRead) refused += 1;
        expect(isRead, damaged).toBe(isReadByDecoder(damaged));
      }),
      { numRuns: cases(500) },
    );
    // the damage was damage
    expect(refused).toBeGreaterThan(cases(100));
  });

  it('hands its texts on in order, keys included, with the bytes that they have', () => {
    const getTexts = (given: Value): string[] =>
      given === null
        ? []
        : typeof given === 'string'
          ? [given]
          : given.flatMap(([key, member]) => [key, ...getTexts(member)]);
    fc.assert(
      fc.property(value, (given) => {
        const bytes = new TextEncoder().encode(serialize(given));
        const found: string[] = [];
        readSerialized({ bytes, from: 0, to: bytes.length }, (from, to) => {
          found.push(new TextDecoder().decode(bytes.subarray(from, to)));
        });
        expect(found).toEqual(getTexts(given));
      }),
      { numRuns: cases(200) },
    );
  });
});
