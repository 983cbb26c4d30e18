/** Names that other rooms rely on to find a platform's files. */
import { describe, expect, it } from 'vitest';
import { getPlatform, PLATFORMS } from './registry.ts';

describe.each(PLATFORMS)('the platform $id', (platform) => {
  it('is found by its id', () => expect(getPlatform(platform.id)).toBe(platform));

  it('has its audit in a file that a thread can load separately', async () => {
    const { id } = platform;
    const module = (await import(`./${id}/audit/${id}-audit.ts`)) as object;
    expect(module).toMatchObject({ audit: platform.audit });
  });
});

it('refuses an unknown id', () => {
  expect(() => getPlatform('geocoder')).toThrow('Unknown platform: geocoder');
});
