import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HashFile } from './hash-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoloom-hashes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Sizes around the buffer of 65,536 hashes, empty pages included. */
const SIZES = [3, 0, 65_536, 5, 70_000, 1, 0, 200_000, 40_000, 40_000, 2];
const PAGES = SIZES.map((size, page) => Uint32Array.from({ length: size }, (_, at) => page * 1_000_003 + at));
const ORDERS = [[...PAGES.keys()], [...PAGES.keys()].toReversed(), [7, 0, 10, 4, 4, 9, 1, 8, 2, 0]];

it.each(ORDERS)('reads pages as they were added, in the order %i, %i, %i, …', (...order) => {
  const file = HashFile.create(join(folder, 'hashes'));
  for (const page of PAGES) file.add(page);
  for (const index of order) expect(file.read(index)).toEqual(PAGES[index]);
  file.close();
  const reopened = HashFile.open(join(folder, 'hashes'), SIZES);
  for (const index of order) expect(reopened.read(index)).toEqual(PAGES[index]);
  reopened.close();
  for (const index of order) expect(reopened.read(index)).toEqual(PAGES[index]);
  reopened.close();
});

it('reads a page that was added after others were read', () => {
  const file = HashFile.create(join(folder, 'hashes'));
  file.add(Uint32Array.of(1, 2));
  expect(file.read(0)).toEqual(Uint32Array.of(1, 2));
  file.add(Uint32Array.of(3));
  expect(file.read(1)).toEqual(Uint32Array.of(3));
  expect(file.read(0)).toEqual(Uint32Array.of(1, 2));
  file.close();
});

it('never writes to an existing file', () => {
  HashFile.create(join(folder, 'hashes')).close();
  expect(() => HashFile.create(join(folder, 'hashes'))).toThrow('EEXIST');
});

/** Prints the error of a `close` that can't write, then the paths of all descriptors that are still open. */
const CLOSE_A_FULL_FILE = `
  import { readdirSync, readlinkSync } from 'node:fs';
  const [module, path] = process.argv.slice(1);
  const { HashFile } = await import(module);
  const file = HashFile.create(path);
  file.add(Uint32Array.of(1));
  file.read(0);
  file.add(new Uint32Array(60_000));
  try {
    file.close();
  } catch (error) {
    console.log(error.code);
  }
  for (const name of readdirSync('/proc/self/fd'))
    try {
      console.log(readlinkSync('/proc/self/fd/' + name));
    } catch {}
  file.close();
`;

it('closes its file also if the last hashes can’t be written', () => {
  const path = join(folder, 'hashes');
  const module = new URL('hash-file.ts', import.meta.url).href;
  // A limit of the size of files stands for a full disk.
  const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval'];
  const { status, stdout } = spawnSync('sh', [...limited, CLOSE_A_FULL_FILE, module, path], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^EFBIG\n/);
  expect(stdout).not.toContain(path);
  expect(status).toBe(0);
});
