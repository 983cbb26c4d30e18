import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

const HOUR_MS = 3_600_000;

/** Work of an hour ago, and work that goes on in a folder of then. */
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

it('is emptied at a start', async () => {
  const folder = makeLeft();
  await sweepFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('is swept of that alone in which nothing has changed for so long', async () => {
  const folder = makeLeft();
  await sweepFolder(folder, HOUR_MS / 2);
  expect(readdirSync(folder, { recursive: true })).toEqual([
    'at-work',
    'new.xml',
    'at-work/parts',
    'at-work/parts/one.xml',
  ]);
});

it('that is no folder any more is nothing to sweep', async () => {
  await expect(sweepFolder(join(makeFolder(), 'gone'))).resolves.toBeUndefined();
});

it('says which setting to change where it cannot be made', async () => {
  const folder = join(makeFolder({ file: '' }), 'file/scratch');
  await expect(makeScratch(folder)).rejects.toThrow(
    /Couldn’t create the folder .*file\/scratch: ENOTDIR.*Set GEOLOOM_DATA_DIR/,
  );
});
