/** A run of 40,000 rows whose server is killed halfway. */
import { describe, expect, it } from 'vitest';
import { makeMaterial } from './material.ts';
import { FOLDER, STORE } from './place.ts';
import { expectNone, PATIENCE_MS, startSurvivor } from './survivor.ts';

const ROWS = 40_000;

describe.each([FOLDER, STORE])('a large run on $where', ({ where, open }) => {
  it('lands with the same bytes although its server is killed halfway', async () => {
    const survivor = await startSurvivor(await open());
    const saved = await survivor.save(makeMaterial(ROWS), 'Large');
    const countPages = async () =>
      (await survivor.client.show(saved?.projectId ?? 0)).progress?.pages_done ?? 0;
    await expect.poll(countPages, { timeout: PATIENCE_MS, interval: 300 }).toBeGreaterThan(ROWS / 2);
    await survivor.kill();
    await survivor.restart();
    await survivor.waitForRuns();
    const pages = await countPages();
    const { faults, notes } = await survivor.settle();
    expectNone(`kills halfway in a run of ${ROWS} rows on ${where} 1, pages ${pages}`, faults, notes);
    expect(pages).toBe(ROWS);
  }, 1_800_000);
});
