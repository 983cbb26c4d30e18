/** Progress and cancellation of writing and verifying. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PlatformId,
  type FormedLink,
  type Layout,
  layoutParts,
  planPages,
  prepareProject,
  readSeed,
} from '#engine';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';

import { writeAndVerify } from './verify-parts.ts';
import { Canceled, type WriteProgress } from './write-parts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoloom-pump-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Pages of about 20 kB. */
function makeLayout(rows: number, pagesPerPart: number, format: PlatformId = 'wordpress'): Layout {
  const content = `${'Clay pipes & copper lines. '.repeat(750)}[geo_city]`;
  const { seed } = readSeed(wxrSeed({ content, slug: '[geo_url]' }), 'seed.xml', format);
  const cells = Array.from({ length: rows }, (_, row) => [`Town ${row}`, `town-${row}`]);
  const { table } = readRows([['geo_city', 'geo_url'], ...cells]);
  if (!seed) throw new Error('the fixture is not read');
  const { project } = prepareProject({ seed, table, key: 'test' });
  if (!project) throw new Error('the fixture is refused');
  const split = { bytes: 10_000_000, pages: pagesPerPart };
  return layoutParts(planPages(project), { name: 'page', split });
}

function countBytes(): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

describe('writing and verifying', () => {
  it('reports its progress, up to the last audited file', async () => {
    const layout = makeLayout(300, 100);
    const reported: WriteProgress[] = [];
    const links: FormedLink[] = [];
    const { verdict, parts, formedLinks } = await writeAndVerify({ layout, limitBytes: 10_000_000 }, folder, {
      onProgress: (progress) => reported.push({ ...progress }),
      onLink: (link) => links.push(link),
    });
    expect(verdict).toMatchObject({ ok: true, pages: 300 });
    expect(reported.at(-1)).toEqual({
      pages: 300,
      total: 300,
      bytes: layout.bytes,
      parts: 3,
      written: 3,
      audited: 3,
    });
    expect(reported.map(({ bytes }) => bytes)).toEqual(
      reported.map(({ bytes }) => bytes).toSorted((a, b) => a - b),
    );
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(layout.bytes);
    expect([links.length, formedLinks]).toEqual([300, 300]);
  });

  it('counts the parts of HubSpot without the table next to them', async () => {
    const layout = makeLayout(20, 10, 'hubspot');
    const reported: WriteProgress[] = [];
    await writeAndVerify({ layout, limitBytes: 10_000_000 }, folder, {
      onProgress: (progress) => reported.push({ ...progress }),
    });
    expect(layout.extras).toHaveLength(1);
    expect(reported.at(-1)).toMatchObject({ parts: 2, written: 2, audited: 2 });
    expect(Math.max(...reported.map(({ audited }) => audited))).toBe(2);
  });

  it.each(['while it writes', 'while only audits are pending'])(
    'stops when it is canceled %s',
    async (when) => {
      const layout = makeLayout(600, 200);
      let isCanceled = false;
      const work = writeAndVerify({ layout, limitBytes: null }, folder, {
        isCanceled: () => isCanceled,
        onLink: ({ row }) => {
          if (when === 'while it writes' && row === 300) {
            isCanceled = true;
            // Enough pages for several checks on any machine.
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
          }
          // The last page is written, so only audits remain.
          if (when !== 'while it writes' && row === 601) isCanceled = true;
        },
      });
      await expect(work).rejects.toBeInstanceOf(Canceled);
      const bytes = countBytes();
      if (when === 'while it writes') expect(bytes).toBeLessThan(layout.bytes);
      await setTimeout(50);
      expect(countBytes()).toBe(bytes);
    },
  );

  it('stops writing if a file already exists', async () => {
    const layout = makeLayout(5, 500);
    await writeAndVerify({ layout, limitBytes: null }, folder);
    const before = countBytes();
    await expect(writeAndVerify({ layout, limitBytes: null }, folder)).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(countBytes()).toBe(before);
  });
});
