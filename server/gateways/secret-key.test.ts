import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { deriveKey, deriveKeys, openSecretKey, openSecrets, replaceSecretKey } from './secret-key.ts';

it('is created once, with 256 random bits, readable only by its owner', () => {
  const folder = makeFolder();
  const key = openSecretKey(folder);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(openSecretKey(folder)).toBe(key);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  expect(openSecretKey(makeFolder())).not.toBe(key);
});

it.each(['', '\n', 'short', 'x'.repeat(31)])(
  'is rejected if the file contains %j, which is easy to guess',
  (text) => {
    const folder = makeFolder({ 'secret.key': text });
    expect(() => openSecretKey(folder)).toThrow(/secret\.key is damaged.*fewer than 32 characters/);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(text);
  },
);

it('creates a folder that only its owner can read', () => {
  const folder = join(makeFolder(), 'new/data');
  openSecretKey(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("names the setting to change if the folder can't exist", () => {
  const folder = join(makeFolder({ file: '' }), 'file/data');
  expect(() => openSecretKey(folder)).toThrow(
    expect.objectContaining({
      name: 'GatewayError',
      message: expect.stringMatching(
        /Couldn’t use the data folder .*file\/data: ENOTDIR.*Set GEOLOOM_DATA_DIR/,
      ),
    }),
  );
});

it('is never replaced by another process that starts at the same time', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'secret.key'), `${'k'.repeat(43)}\n`);
  expect(openSecretKey(folder)).toBe('k'.repeat(43));
});

it('is never used directly: each purpose has its own derived key, always the same', () => {
  const secret = 's'.repeat(43);
  const urls = deriveKey(secret, 'signed URLs');
  expect(urls).toHaveLength(32);
  expect(deriveKey(secret, 'signed URLs')).toEqual(urls);
  expect(deriveKey(secret, 'log hashes')).not.toEqual(urls);
  expect(deriveKey('t'.repeat(43), 'signed URLs')).not.toEqual(urls);
});

it('is replaced by a new one, and the previous key is kept', () => {
  const folder = makeFolder();
  const old = openSecretKey(folder);
  const { current } = replaceSecretKey(folder);
  expect(current).toMatch(/^[\w-]{43}$/);
  expect(openSecrets(folder)).toEqual({ current, old });
  expect(statSync(join(folder, 'secret.key.old')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['secret.key', 'secret.key.old']);
  expect(deriveKeys({ current, old }, 'signed URLs')).toEqual([
    deriveKey(current, 'signed URLs'),
    deriveKey(old, 'signed URLs'),
  ]);
  expect(deriveKeys({ current, old: current }, 'signed URLs')).toHaveLength(1);
});

it("isn't replaced while an older one exists, unless an earlier attempt was interrupted", () => {
  const folder = makeFolder();
  const first = openSecretKey(folder);
  writeFileSync(join(folder, 'secret.key.old'), first);
  const { current } = replaceSecretKey(folder);
  expect(() => replaceSecretKey(folder)).toThrow(/still contains the previous key.*geoloom doctor/);
  expect(openSecrets(folder)).toEqual({ current, old: first });
});
