/** Measures that the audit takes linear time for any value. */
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { urlEncoders } from '../../../encoding/url/encode-url.ts';
import { findBracketed } from '../../../verify/find-bracketed.ts';
import { looksSerialized } from './php-unserialize.ts';
import { storedSlug } from './slug-rules.ts';
import { foldTitle } from './title-key.ts';

const SIZE = 20_000;

const CASES: Record<string, (size: number) => unknown> = {
  'blanks in a meta value': (size) => looksSerialized(`a:1:{${' '.repeat(size)}}`),
  'blanks in a title': (size) => foldTitle(`é${' '.repeat(size)}é`),
  'backslashes in a text': (size) => findBracketed(`[${'\\\\'.repeat(size)}\\\\u005`, () => {}),
  'hyphens in a slug': (size) => storedSlug(`a${'-'.repeat(size)}%`),
  'commas in an address of a srcset': (size) => urlEncoders['url-candidate']?.encode(`a${','.repeat(size)}b`),
  'ampersands in a slug': (size) => storedSlug(`${'&'.repeat(size)};${'&'.repeat(size)}`),
};

describe('time that the audit takes', () => {
  it.each(Object.entries(CASES))('grows no faster than the value: %s', (_name, work) => {
    expect(measureGrowth((size) => () => work(size), SIZE)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
