/** What is saved and uploaded here, and the bytes that must come of it: those of the engine called alone. */
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

/** Pages of about two kilobytes; so many that a run takes a second or more. */
export function makeWorkload(rows: number): Workload {
  return { seed: townSeed({ content: `<p>${SENTENCE.repeat(30)}</p>` }), script: townsCsv(rows) };
}

/** Few rows and a wide column: a large upload, and a run that waits for the answer how to split it. */
export function makeLargeWorkload(word: string, kilobytes: number): Workload {
  const cell = `${word} `.repeat(Math.ceil((kilobytes * 4) / word.length)).trim();
  const rows = Array.from({ length: 250 }, (_, index) => `Town ${index + 1},town-${index + 1},${cell}`);
  const content = `<p>Plumber in [geo_city]</p><!-- ${`${word} `.repeat((kilobytes * 1000) / word.length)} -->`;
  return { seed: townSeed({ content }), script: ['geo_city,geo_url,note', ...rows].join('\n') };
}

/** SHA-256 of each part that the project must get. */
export function hashExpected({ seed, script }: Workload, key: string): string[] {
  const split = { bytes: PART_BYTES, pages: PART_PAGES };
  const { files } = build(seed, script, { key, split, footer: DEFAULT_FOOTER_LINKS, chunk: 1 << 16 });
  return files.map(({ bytes }) => hash(bytes));
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A random number below `limit`: the moments are nobody's choice. */
export function randomBelow(limit: number): number {
  return Math.random() * limit;
}
