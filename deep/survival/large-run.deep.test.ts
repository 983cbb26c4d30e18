/** A run with enough rows to kill its server halfway: 40,000 if all is in one process. */
import { describe, expect, it } from 'vitest';
import { makeWorkload } from './workload.ts';
import { FOLDER, STORE } from './deployment.ts';
import { expectNone, TIMEOUT_MS, startCrashHarness } from './crash-harness.ts';

describe.each([
  { ...FOLDER, rows: 40_000 },
  { ...STORE, rows: 10_000 },
])('a run of $rows rows on $where', ({ where, open, rows }) => {
  it('completes with the same bytes although its server is killed halfway', async () => {
    const harness = await startCrashHarness(await open());
    const saved = await harness.save(makeWorkload(rows), 'Large');
    const countPages = async () =>
      (await harness.client.show(saved?.projectId ?? 0)).progress?.pages_done ?? 0;
    await expect.poll(countPages, { timeout: TIMEOUT_MS, interval: 300 }).toBeGreaterThan(rows / 2);
    await harness.kill();
    await harness.restart();
    await harness.waitForRuns();
    const pages = await countPages();
    const { faults, notes } = await harness.verify();
    expectNone(`kills halfway in a run of ${rows} rows on ${where} 1, pages ${pages}`, faults, notes);
    expect(pages).toBe(rows);
  }, 1_800_000);
});
