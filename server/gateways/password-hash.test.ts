import { argon2id } from '@noble/hashes/argon2.js';
import { expect, it } from 'vitest';
import { loadCommonPasswords, readList } from './common-passwords.ts';
import { createPasswordHash } from './password-hash.ts';

const NETWORK = '192.0.2.1';
const cheap = { memoryKiB: 64, passes: 1 };

it('writes a hash with its cost and its own salt', async () => {
  const passwords = createPasswordHash();
  const first = await passwords.hash('correct horse', NETWORK);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwords.hash('correct horse', NETWORK)).not.toBe(first);
  expect(await passwords.verify('correct horse', first, NETWORK)).toEqual({
    isMatch: true,
    isOutdated: false,
  });
  expect(await passwords.verify('correct hors', first, NETWORK)).toEqual({
    isMatch: false,
    isOutdated: false,
  });
});

it('verifies a hash from another implementation', async () => {
  const tag = argon2id('pass wörd 🔑', 'somesalt', { m: 64, t: 2, p: 1, dkLen: 32 });
  const stored = `$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$${Buffer.from(tag).toString('base64').slice(0, 43)}`;
  const verdict = await createPasswordHash(cheap).verify('pass wörd 🔑', stored, NETWORK);
  expect(verdict).toEqual({ isMatch: true, isOutdated: false });
});

it('asks for a new hash when the cost has risen', async () => {
  const stored = await createPasswordHash(cheap).hash('correct horse', NETWORK);
  const costlier = createPasswordHash({ memoryKiB: 128, passes: 1 });
  expect(await costlier.verify('correct horse', stored, NETWORK)).toEqual({
    isMatch: true,
    isOutdated: true,
  });
  const slower = createPasswordHash({ memoryKiB: 64, passes: 2 });
  expect(await slower.verify('correct horse', stored, NETWORK)).toEqual({ isMatch: true, isOutdated: true });
});

it('returns false without a stored hash', async () => {
  const verdict = await createPasswordHash(cheap).verify('correct horse', undefined, NETWORK);
  expect(verdict.isMatch).toBe(false);
});

it("doesn't confuse different lone surrogates", async () => {
  const passwords = createPasswordHash(cheap);
  const stored = await passwords.hash('password\ufffd', NETWORK);
  expect(await passwords.verify('password\ufffd', stored, NETWORK)).toMatchObject({ isMatch: true });
  expect(await passwords.verify('password\ud800', stored, NETWORK)).toMatchObject({ isMatch: false });
});

it('contains the 10,000 most common passwords in any case (A2)', async () => {
  const isCommon = await loadCommonPasswords();
  const list = await readList();
  expect(list).toHaveLength(10_000);
  expect(list.filter((entry) => [...entry].length < 8)).toEqual([]);
  expect(list.filter((entry) => !isCommon(entry) || !isCommon(entry.toUpperCase()))).toEqual([]);
  expect(isCommon('plausible otter lamp')).toBe(false);
});
