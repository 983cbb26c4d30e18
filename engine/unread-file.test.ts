import { expect, it } from 'vitest';
import { SEED_BYTES, reportSeedTooLarge } from '#engine';

it.each([
  [SEED_BYTES + 1, '20.01'],
  [23 * 1024 * 1024, '23.00'],
])('says how large a seed of %d bytes is, never as little as the limit', (bytes, size) => {
  expect(reportSeedTooLarge('huge.xml', bytes)).toEqual({
    code: 'seed-too-large',
    severity: 'fault',
    file: 'huge.xml',
    text: `The seed has ${size} MiB, 20 MiB is the limit. Export only one page, not the whole site.`,
  });
});
