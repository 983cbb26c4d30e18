import { expect, test } from 'vitest';
import { splitAddresses } from './my-agency.rules.ts';

test('addresses are split at any separator and deduplicated', () => {
  expect(splitAddresses(' ada@example.com, bob@example.com;\r\nADA@example.com\tcy@example.com ')).toEqual([
    'ADA@example.com',
    'bob@example.com',
    'cy@example.com',
  ]);
  expect(splitAddresses(' ,; \n')).toEqual([]);
});
