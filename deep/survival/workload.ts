/** Projects to save and upload, and the expected output, made by the engine directly. */
import { createHash } from 'node:crypto';
import { PART_BYTES, PART_PAGES } from '#engine';
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import { townSeed, townsCsv } from '#testkit/project-calls.ts';
import { build } from '#testkit/wxr-seed.ts';

const SENTENCE = 'Plumber in [geo_city], day and night, near [geo_url]. ';

export interface Workload {
  seed: Uint8Array;
  script: string;
}

/** Makes pages of about two kilobytes; a run of many rows takes a second or more. */
export function makeWorkload(rows: number): Workload {
  return { seed: townSeed({ content: `<p>${SENTENCE.repeat(30)}</p>` }), script: townsCsv(rows) };
}

/** Makes few rows with a wide column: a large upload, and a run that needs the split question. */
export function makeLargeWorkload(word: string, kilobytes: number): Workload {
  const cell = `${word} `.repeat(Math.ceil((kilobytes * 4) / word.length)).trim();
  const rows = Array.from({ length: 250 }, (_, index) => `Town ${index + 1},town-${index + 1},${cell}`);
  const content = `<p>Plumber in [geo_city]</p><!-- ${`${word} `.repeat((kilobytes * 1000) / word.length)} -->`;
  return { seed: townSeed({ content }), script: ['geo_city,geo_url,note', ...rows].join('\n') };
}

/** Returns the SHA-256 of each expected part. */
export function hashExpected({ seed, script }: Workload, key: string): string[] {
  const split = { bytes: PART_BYTES, pages: PART_PAGES };
  const { files } = build(seed, script, { key, split, footer: DEFAULT_FOOTER_LINKS, chunk: 1 << 16 });
  return files.map(({ bytes }) => hash(bytes));
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns a random number below `limit`, so that kills happen at random times. */
export function randomBelow(limit: number): number {
  return Math.random() * limit;
}
