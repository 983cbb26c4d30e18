import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTokenSeal } from './token-seal.ts';

const key = randomBytes(32);
const refusal = expect.objectContaining({ kind: 'unauthorized' });

it('decrypts its own output, and encrypts the same text differently each time', () => {
  const { seal, open } = createTokenSeal(key);
  const [first, second] = [seal('1//refresh-é', 'integration'), seal('1//refresh-é', 'integration')];
  expect(first).not.toBe(second);
  expect(first).not.toContain('refresh');
  expect([open(first, 'integration'), open(second, 'integration')]).toEqual(['1//refresh-é', '1//refresh-é']);
});

it('rejects another key or purpose, and any text that was changed or truncated', () => {
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

it('decrypts texts of an older key, reports that key, and encrypts with the first one', () => {
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
