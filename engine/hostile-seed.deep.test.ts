/** The largest seed that arrives, all of it made to be slow, beside an honest one of its size. */
import { expect, it } from 'vitest';
import { inspect } from '#engine';
import { measureCpuMs } from '#testkit/cpu-time.ts';
import { type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';

const HALF = 1_900_000;
/** Limit, as a multiple of an ordinary seed of the same size. */
const MOST = 10;

function measure(spec: SeedSpec): number {
  const bytes = wxrSeed(spec);
  return measureCpuMs(() => inspect({ seed: { bytes, file: 'seed.xml' } }));
}

it('a comment of 19 MB of joined words takes at most ten times as long as ordinary text', () => {
  const words = 'town '.repeat(HALF);
  const honestMs = measure({ content: `${words}[geo_city]`, extra: `<!--${words}-->` });
  const hostileMs = measure({ content: '[geo_city]', extra: `<!--${'-x'.repeat(HALF * 5)}-->` });
  console.log(`19 MB: ${Math.round(hostileMs)} ms of the processor, honest text ${Math.round(honestMs)} ms`);
  expect(hostileMs).toBeLessThanOrEqual(MOST * honestMs);
});
