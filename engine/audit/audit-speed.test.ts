/**
 * No value may take the audit more than straight time: each is read at one size and at four times that
 * size, which may take eight times as long (quadratic work takes sixteen times). A busy machine only ever
 * makes it slower, so one good round of several is enough.
 */
import { describe, expect, it } from 'vitest';
import { urlEncoders } from '../contexts/url/encode-url.ts';
import { findBracketed } from './left-over.ts';
import { looksSerialized } from './php-unserialize.ts';
import { storedSlug } from './slug-rules.ts';
import { foldTitle } from './title-key.ts';

const SIZE = 20_000;
const FLOOR_MS = 2;

const CASES: Record<string, (size: number) => unknown> = {
  'blanks in a meta value': (size) => looksSerialized(`a:1:{${' '.repeat(size)}}`),
  'blanks in a title': (size) => foldTitle(`é${' '.repeat(size)}é`),
  'backslashes in a text': (size) => findBracketed(`[${'\\\\'.repeat(size)}\\\\u005`, () => {}),
  'hyphens in a slug': (size) => storedSlug(`a${'-'.repeat(size)}%`),
  'commas in an address of a srcset': (size) => urlEncoders['url-candidate']?.encode(`a${','.repeat(size)}b`),
  'ampersands in a slug': (size) => storedSlug(`${'&'.repeat(size)};${'&'.repeat(size)}`),
};

function timeOf(work: (size: number) => unknown, size: number): number {
  const started = performance.now();
  work(size);
  return performance.now() - started;
}

describe('time that the audit takes', () => {
  it.each(Object.entries(CASES))('grows no faster than the value: %s', (_name, work) => {
    const ratios: number[] = [];
    for (let round = 0; round < 5 && !ratios.some((ratio) => ratio <= 8); round += 1)
      ratios.push(timeOf(work, SIZE * 4) / Math.max(timeOf(work, SIZE), FLOOR_MS));
    expect(Math.min(...ratios)).toBeLessThanOrEqual(8);
  });
});
