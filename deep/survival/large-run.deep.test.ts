/** A run of so many rows that its server can be killed halfway: 40,000 where all is in one process. */
import { describe, expect, it } from 'vitest';
import { makeMaterial } from './material.ts';
import { FOLDER, STORE } from './place.ts';
import { expectNone, PATIENCE_MS, startSurvivor } from './survivor.ts';

describe.each([
  { ...FOLDER, rows: 40_000 },
  { ...STORE, rows: 10_000 },
])('a run of $rows rows on $where', ({ where, open, rows }) => {
  it('lands with the same bytes although its server is killed halfway', async () => {
    const survivor = await startSurvivor(await open());
    const saved = await survivor.save(makeMaterial(rows), 'Large');
    const countPages = async () =>
      (await survivor.client.show(saved?.projectId ?? 0)).progress?.pages_done ?? 0;
    await expect.poll(countPages, { timeout: PATIENCE_MS, interval: 300 }).toBeGreaterThan(rows / 2);
    await survivor.kill();
    await survivor.restart();
    await survivor.waitForRuns();
    const pages = await countPages();
    const { faults, notes } = await survivor.settle();
    expectNone(`kills halfway in a run of ${rows} rows on ${where} 1, pages ${pages}`, faults, notes);
    expect(pages).toBe(rows);
  }, 1_800_000);
});
