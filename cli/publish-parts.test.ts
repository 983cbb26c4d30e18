/** Damaged output, which only the audit detects. */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layoutParts, planPages } from '#engine';
import type { PlannedParts } from '#pump/verify-parts.ts';
import { readBuildInput } from './build-input.ts';
import type { BuildOutcome } from './build-report.ts';
import { createTestFolder, type TestFolder, writeSeed, writeSheet } from './command-fixture.ts';
import { publishParts } from './publish-parts.ts';
import { openOutput } from './output-folder.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

const SILENT = { show: () => {}, clear: () => {} };

/** Publishes three pages, two per part, from a damaged plan. */
async function publish(corrupt: (planned: PlannedParts) => PlannedParts): Promise<BuildOutcome> {
  const seed = folder.write('plumber.xml', writeSeed());
  const rows = folder.write('towns.csv', writeSheet(3));
  const out = folder.resolve('out');
  const { key, ready } = await readBuildInput({ type: 'wordpress', seed, rows });
  if (!ready) throw new Error('the fixture is refused');
  const layout = layoutParts(planPages(ready.project), {
    name: 'plumber',
    split: { bytes: 10_000_000, pages: 2 },
  });
  const planned = corrupt({ layout, limitBytes: 10_000_000 });
  const flags = { type: 'wordpress', seed, rows, out } as const;
  return await publishParts(openOutput(out), { flags, input: ready, key, planned, problems: [] }, SILENT);
}

describe('publishing', () => {
  it('renames the folder if the audit passes', async () => {
    expect(await publish((planned) => planned)).toMatchObject({
      state: 'completed',
      pages: 3,
      skipped: 0,
      formedLinks: 3,
    });
    expect(folder.list('out')).toHaveLength(4);
    expect(JSON.parse(readFileSync(folder.resolve('out/manifest.json'), 'utf8')).parts).toHaveLength(2);
  });

  async function expectFailure(corrupt: (planned: PlannedParts) => PlannedParts): Promise<BuildOutcome> {
    const outcome = await publish(corrupt);
    expect(outcome).toMatchObject({ state: 'failed', parts: [] });
    expect(outcome.problems.some(({ severity }) => severity === 'fault')).toBe(true);
    expect(existsSync(folder.resolve('out'))).toBe(false);
    expect(folder.list()).toEqual(['plumber.xml', 'towns.csv']);
    return outcome;
  }

  it('writes nothing if a part is truncated', async () => {
    await expectFailure(({ layout, ...others }) => {
      const parts = layout.parts.map((part) => ({ ...part, frame: { ...part.frame, tail: '' } }));
      return { ...others, layout: { ...layout, parts } };
    });
  });

  it('writes nothing if a page is repeated', async () => {
    const { pages } = await expectFailure(({ layout, ...others }) => {
      const parts = layout.parts.map((part) => ({ ...part, from: 0 }));
      return { ...others, layout: { ...layout, parts } };
    });
    expect(pages).toBe(2);
  });

  it('writes nothing if a part exceeds the limit', async () => {
    const { problems } = await expectFailure((planned) => ({ ...planned, limitBytes: 2000 }));
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'part-large', file: 'plumber-1-of-2.xml' }),
    );
  });
});
