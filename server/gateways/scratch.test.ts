import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

it('that is no folder any more is nothing to sweep', async () => {
  await sweepFolder(join(makeFolder(), 'gone'));
});

it('says which setting to change where it cannot be made', async () => {
  const folder = join(makeFolder({ file: '' }), 'file/scratch');
  await expect(makeScratch(folder)).rejects.toThrow(
    /file\/scratch cannot be made: ENOTDIR.*Set GEOLOOM_DATA_DIR/,
  );
});
