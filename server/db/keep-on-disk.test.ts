/** The flushing of the embedded database: as often as its log grows, for as long as the server runs. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { keepOnDisk } from './keep-on-disk.ts';

it('leaves nothing behind for each time that it flushed', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'pg_wal'));
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));

  const disk = keepOnDisk(folder, 5);
  for (let round = 0; round < 20; round += 1) {
    appendFileSync(join(folder, 'pg_wal', '000000010000000000000001'), 'grown');
    await sleep(40);
  }
  await disk.stop();
  // Node warns of an emitter that gathers listeners.
  expect(warnings).toEqual([]);
});
