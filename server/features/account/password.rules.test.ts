import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadCommonPasswords, readList } from '#server/gateways/common-passwords.ts';
import { findPasswordFaults } from './password.rules.ts';

const owner = { email: 'ada.lovelace@engine-works.com', first_name: 'Augusta', last_name: 'Byron King' };
const isCommon = await loadCommonPasswords();
const find = (password: string) => findPasswordFaults(password, owner, isCommon);

it('rejects all passwords on the list of common ones (A2)', async () => {
  const list = await readList();
  expect(list.filter((password) => find(password).length === 0)).toEqual([]);
  expect(find('PassWord')).toEqual(['Password is too common. Choose another.']);
});

it.each([
  'geoloom1',
  'Geoloom2026!',
  'geoloomgeoloom',
  'ada.lovelace',
  'Lovelace#1',
  'ADA.LOVELACE@ENGINE-WORKS.COM',
  'engineworks77',
  'augustabyron',
  'Augusta1815',
  'ByronKing!!',
])('rejects %s, which is easy to guess (A2)', (password) => {
  expect(find(password)).toHaveLength(1);
});

it.each(["geoloom isn't all of it", 'augusta likes punch cards', 'unrelated words here'])(
  'accepts %s',
  (password) => {
    expect(find(password)).toEqual([]);
  },
);

it('accepts 1,000 random passwords of 12 characters (A2)', () => {
  const random = Array.from({ length: 1000 }, () => randomBytes(9).toString('base64'));
  expect(random.flatMap(find)).toEqual([]);
});

it('rejects an unpaired surrogate, which can’t be encoded', () => {
  expect(find('plausible otter \ud83d')).toEqual([
    'Password contains an incomplete character. Type it again.',
  ]);
  expect(find('plausible otter \u{1f511}')).toEqual([]);
});
