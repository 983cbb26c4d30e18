import { argon2id } from '@noble/hashes/argon2.js';
import { expect, it } from 'vitest';
import { loadCommonPasswords, readList } from './common-passwords.ts';
import { createPasswordHash } from './password-hash.ts';

const NETWORK = '192.0.2.1';
const cheap = { memoryKiB: 64, passes: 1 };

it('writes a hash with its cost and a salt of its own', async () => {
  const passwords = createPasswordHash();
  const first = await passwords.hash('correct horse', NETWORK);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwords.hash('correct horse', NETWORK)).not.toBe(first);
  expect(await passwords.verify('correct horse', first, NETWORK)).toEqual({
    isRight: true,
    isOutdated: false,
  });
  expect(await passwords.verify('correct hors', first, NETWORK)).toEqual({
    isRight: false,
    isOutdated: false,
  });
});

it('agrees with a hash that another implementation made', async () => {
  const tag = argon2id('pass wörd 🔑', 'somesalt', { m: 64, t: 2, p: 1, dkLen: 32 });
  const stored = `$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$${Buffer.from(tag).toString('base64').slice(0, 43)}`;
  const verdict = await createPasswordHash(cheap).verify('pass wörd 🔑', stored, NETWORK);
  expect(verdict).toEqual({ isRight: true, isOutdated: false });
});

it('asks for a new hash when the cost has risen', async () => {
  const stored = await createPasswordHash(cheap).hash('correct horse', NETWORK);
  const dearer = createPasswordHash({ memoryKiB: 128, passes: 1 });
  expect(await dearer.verify('correct horse', stored, NETWORK)).toEqual({ isRight: true, isOutdated: true });
  const slower = createPasswordHash({ memoryKiB: 64, passes: 2 });
  expect(await slower.verify('correct horse', stored, NETWORK)).toEqual({ isRight: true, isOutdated: true });
});

it('says no without a stored hash', async () => {
  const verdict = await createPasswordHash(cheap).verify('correct horse', undefined, NETWORK);
  expect(verdict.isRight).toBe(false);
});

it('does not take one broken character for another', async () => {
  const passwords = createPasswordHash(cheap);
  const stored = await passwords.hash('password\ufffd', NETWORK);
  expect(await passwords.verify('password\ufffd', stored, NETWORK)).toMatchObject({ isRight: true });
  expect(await passwords.verify('password\ud800', stored, NETWORK)).toMatchObject({ isRight: false });
});

it('knows the 10,000 most common passwords in any case (A2)', async () => {
  const isCommon = await loadCommonPasswords();
  const list = await readList();
  expect(list).toHaveLength(10_000);
  expect(list.filter((entry) => [...entry].length < 8)).toEqual([]);
  expect(list.filter((entry) => !isCommon(entry) || !isCommon(entry.toUpperCase()))).toEqual([]);
  expect(isCommon('plausible otter lamp')).toBe(false);
});
