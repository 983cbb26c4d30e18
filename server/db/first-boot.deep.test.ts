/** The first boot of a PGlite folder, killed repeatedly. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startChild } from './child-fixture.ts';

const OPEN = `
  const { db } = await openDatabase({ folder: argument });
  say('open');
  await hang();`;

it('a folder is initialized again after a killed first boot', async () => {
  const place = makeFolder();
  const folder = join(place, 'database');
  for (let cycle = 0; cycle < 4; cycle++) {
    const child = startChild(OPEN, folder);
    await sleep(300 + Math.random() * 1_200);
    await child.kill();
  }
  const child = startChild(OPEN, folder);
  expect(await child.readLine()).toBe('open');
  expect(readdirSync(place).filter((name) => name.endsWith('.first-boot'))).toEqual([]);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  await child.kill();
});
