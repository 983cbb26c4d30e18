import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTokenSeal } from './token-seal.ts';

const key = randomBytes(32);
const refusal = expect.objectContaining({ kind: 'unauthorised' });

it('opens what it sealed, and seals the same text otherwise each time', () => {
  const { seal, open } = createTokenSeal(key);
  const [first, second] = [seal('1//refresh-é', 'integration'), seal('1//refresh-é', 'integration')];
  expect(first).not.toBe(second);
  expect(first).not.toContain('refresh');
  expect([open(first, 'integration'), open(second, 'integration')]).toEqual(['1//refresh-é', '1//refresh-é']);
});

it('opens nothing of another key or purpose, and nothing that was changed or cut', () => {
  const { seal, open } = createTokenSeal(key);
  const sealed = seal('secret', 'integration');
  const flipped = Buffer.from(sealed, 'base64url');
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  const fails = (work: () => string) => {
    let error: unknown;
    try {
      work();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toEqual(refusal);
  };
  fails(() => createTokenSeal(randomBytes(32)).open(sealed, 'integration'));
  fails(() => open(sealed, 'verifier'));
  fails(() => open(flipped.toString('base64url'), 'integration'));
  fails(() => open(sealed.slice(0, 12), 'integration'));
  fails(() => open('', 'integration'));
});

it('opens texts of an older key, names that key, and seals with the first one', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const sealed = createTokenSeal(old).seal('secret', 'integration');
  const both = createTokenSeal(next, old);
  expect(both.open(sealed, 'integration')).toBe('secret');
  expect(both.findKey(sealed, 'integration')).toBe('old');
  const again = both.seal('secret', 'integration');
  expect(both.findKey(again, 'integration')).toBe('current');
  expect(createTokenSeal(next).open(again, 'integration')).toBe('secret');
  expect(both.findKey(again, 'verifier')).toBeUndefined();
});
