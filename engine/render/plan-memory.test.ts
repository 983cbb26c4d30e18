/** Memory of a plan with many rows: small compared with its table. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { tenfold } from '#testkit/cases.ts';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use after garbage collection. */
function measure(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('is less than 50 bytes a row, laid out into parts', () => {
  const count = tenfold(10_000);
  const rows = Array.from({ length: count }, (_, index) => [`Town ${index}`, `town-${index}-tx`, 'Hi.']);
  const { seed } = readSeed(
    wxrSeed({ content: '<h1 title="[geo_city]">[geo_city]</h1><p>[intro]</p>' }),
    'seed.xml',
  );
  const { table } = readRows([['geo_city', 'geo_url', 'intro'], ...rows]);
  const { project } = seed ? prepareProject({ seed, table, key: 'test' }) : {};
  if (!project) throw new Error('no project');
  const plan = () => layoutParts(planPages(project), { name: 'out', split: { bytes: 1e7, pages: 500 } });
  // the first run excludes one-time allocations from the measurement
  expect(plan().plan.skipped).toBe(0);
  const before = measure();
  const layout = plan();
  const held = (measure() - before) / count;
  console.log(`a plan holds ${Math.round(held)} bytes a row`);
  expect(held).toBeLessThan(50);
  expect(layout.pages).toBe(count);
  expect(layout.parts.length).toBeGreaterThanOrEqual(count / 500);
});
