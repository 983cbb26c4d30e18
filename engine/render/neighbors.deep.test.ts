/** `[nearby]` with 100,000 rows of one town: time is linear and memory small, although all distances are equal. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { planPages, prepareProject, readSeed } from '#engine';
import { measureCpuMs } from '#testkit/cpu-time.ts';
import { MAX_LINEAR_GROWTH } from '#testkit/growth.ts';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function createProject(count: number) {
  const rows = Array.from({ length: count }, (_, index) => [
    `Austin ${index}`,
    `austin-${index}`,
    '30.2672',
    '-97.7431',
  ]);
  const content = '<h1>[geo_city]</h1>[nearby 5]<a href="[near_url]">[near_city]</a>[/nearby]';
  const { seed } = readSeed(wxrSeed({ content }), 'seed.xml');
  const { table } = readRows([['geo_city', 'geo_url', 'lat', 'lng'], ...rows]);
  const { project } = seed ? prepareProject({ seed, table, key: 'test' }) : {};
  if (!project) throw new Error('no project');
  return project;
}

function measureBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('plans 100,000 rows of one town in linear time with less than 600 bytes a row', () => {
  const [quarter, whole] = [createProject(25_000), createProject(100_000)];
  const smallMs = measureCpuMs(() => planPages(quarter));
  const before = measureBytes();
  let plan: ReturnType<typeof planPages> | undefined;
  const largeMs = measureCpuMs(() => {
    plan = planPages(whole);
  });
  const held = (measureBytes() - before) / 100_000;
  console.log(
    `planned in ${Math.round(largeMs)} ms of CPU time; the plan holds ${Math.round(held)} bytes a row`,
  );
  expect(plan?.pages).toBe(100_000);
  expect(largeMs / smallMs).toBeLessThan(MAX_LINEAR_GROWTH);
  expect(held).toBeLessThan(600);
});
