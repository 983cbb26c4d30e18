import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { makeCode } from '#testkit/two-factor.ts';
import { findStep, isAppCode, makeRecoveryCodes, makeSecret, toAppUri } from './two-factor.rules.ts';

const SECRET = Secret.fromLatin1('12345678901234567890').base32;

describe('codes of an app', () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match RFC 6238 at %i s', (seconds, code) => {
    expect(findStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ])('from a clock that is off by %i s are accepted: %s', (seconds, isAccepted) => {
    const now = Date.UTC(2026, 5, 1, 12);
    const step = findStep(SECRET, makeCode(SECRET, now + seconds * 1000), new Date(now));
    expect(step).toBe(isAccepted ? (now + seconds * 1000) / 30_000 : undefined);
  });
});

it('secrets have 160 bits, and their URI contains issuer and account', () => {
  const secret = makeSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeSecret()).not.toBe(secret);
  const uri = new URL(toAppUri(secret, 'ada@example.com'));
  expect(decodeURIComponent(uri.pathname)).toContain('Geoloom:ada@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Geoloom',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('creates ten different recovery codes that never look like a code from the app', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([\da-hjkmnp-tv-z]{4}-){3}[\da-hjkmnp-tv-z]{4}$/);
  expect(codes.filter(isAppCode)).toEqual([]);
});
