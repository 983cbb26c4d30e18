/** Decision about splitting: by flags, by size, by the user. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parsePages, parseSite, parseSplit, parseType } from './option-values.ts';
import { decideSplit, type Split, type SplitFlags } from './split-question.ts';

const LARGE = 10_000_001;
const SPLIT = { bytes: 10_000_000, pages: 500 };

async function answer(
  typed: string,
  flags: SplitFlags = {},
  bytes = LARGE,
): Promise<{ split: Split; shown: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const split = await decideSplit(flags, bytes, { input, output });
  output.end();
  return { split, shown: await text(output) };
}

describe('the question', () => {
  it('is asked above 10,000,000 bytes, in the words of the specification', async () => {
    const { split, shown } = await answer('y\n');
    expect(split).toEqual(SPLIT);
    expect(shown).toBe(
      'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload? [Y/n] ',
    );
  });

  it('writes one file for n, and splits for an empty line and the end of the input', async () => {
    expect((await answer('n\n')).split).toBeNull();
    expect((await answer('NO\n')).split).toBeNull();
    expect((await answer('\n')).split).toEqual(SPLIT);
    expect((await answer('')).split).toEqual(SPLIT);
  });

  it('is repeated after any other answer', async () => {
    const { split, shown } = await answer('perhaps\nn\n');
    expect(split).toBeNull();
    expect(shown).toContain('Please answer y or n');
  });

  it('isn’t asked for 10,000,000 bytes, or if a flag answers it', async () => {
    expect(await answer('', {}, 10_000_000)).toEqual({ split: null, shown: '' });
    expect(await answer('', { split: 'none' })).toEqual({ split: null, shown: '' });
    expect(await answer('n', { split: 5_000_000 })).toEqual({
      split: { bytes: 5_000_000, pages: 500 },
      shown: '',
    });
    expect(await answer('n', { partPages: 50 }, 10)).toEqual({
      split: { bytes: 10_000_000, pages: 50 },
      shown: '',
    });
  });

  it('is skipped without a terminal, and the output is split', async () => {
    expect(await decideSplit({}, LARGE)).toEqual(SPLIT);
    expect(await decideSplit({}, 10_000_000)).toBeNull();
  });
});

describe('the flags', () => {
  it('read a size in bytes, kB and MB', () => {
    expect(parseSplit('10MB')).toBe(10_000_000);
    expect(parseSplit('5mb')).toBe(5_000_000);
    expect(parseSplit('1.5 MB')).toBe(1_500_000);
    expect(parseSplit('800kB')).toBe(800_000);
    expect(parseSplit('8000000')).toBe(8_000_000);
    expect(parseSplit('None')).toBe('none');
  });

  it('refuse sizes that are invalid or too large', () => {
    for (const size of ['', '0', '-5MB', '5 GB', 'ten', '10.1MB', '10000001', 'NaN']) {
      expect(() => parseSplit(size), size).toThrow();
    }
  });

  it('refuse page counts below one', () => {
    expect(parsePages('500')).toBe(500);
    for (const count of ['0', '-1', '1.5', 'many', '']) expect(() => parsePages(count), count).toThrow();
  });

  it('accept the URL of a site and remove its trailing slash', () => {
    expect(parseSite('https://www.example.com/')).toBe('https://www.example.com');
    expect(parseSite('http://localhost:8080/shop')).toBe('http://localhost:8080/shop');
    for (const site of [
      'example.com',
      'ftp://example.com',
      'https://example.com/?page=1',
      'https://',
      'javascript:0',
    ]) {
      expect(() => parseSite(site), site).toThrow();
    }
  });

  it('suggest the command for a type without pages, and list the other types', () => {
    expect(parseType('WordPress')).toBe('wordpress');
    expect(() => parseType('geocoder')).toThrow('use geoloom geotag.');
    expect(() => parseType('joomla')).toThrow('The types are wordpress, hubspot, drupal, wix');
  });
});
