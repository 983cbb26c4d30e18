import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

const HOUR_MS = 3_600_000;

/** Work from an hour ago, and work that continues in a folder created back then. */
function makeLeft(): string {
  const folder = makeFolder({
    'old/part.xml': '',
    'old.xml': '',
    'at-work/parts/one.xml': '',
    'new.xml': '',
  });
  const then = new Date(Date.now() - HOUR_MS);
  for (const name of ['old/part.xml', 'old', 'old.xml', 'at-work/parts', 'at-work'])
    utimesSync(join(folder, name), then, then);
  return folder;
}

it('is emptied at startup', async () => {
  const folder = makeLeft();
  await sweepFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('is swept only of entries without recent changes', async () => {
  const folder = makeLeft();
  await sweepFolder(folder, HOUR_MS / 2);
  expect(readdirSync(folder, { recursive: true })).toEqual([
    'at-work',
    'new.xml',
    'at-work/parts',
    'at-work/parts/one.xml',
  ]);
});

it("that isn't a folder anymore has nothing to sweep", async () => {
  await expect(sweepFolder(join(makeFolder(), 'gone'))).resolves.toBeUndefined();
});

it("names the setting to change if it can't be created", async () => {
  const folder = join(makeFolder({ file: '' }), 'file/scratch');
  await expect(makeScratch(folder)).rejects.toThrow(
    /Couldn’t create the folder .*file\/scratch: ENOTDIR.*Set GEOLOOM_DATA_DIR/,
  );
});
