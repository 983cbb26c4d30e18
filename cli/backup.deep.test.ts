/** A backup that is interrupted before it is complete. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startGeoloom } from './command-fixture.ts';
import { makeInstallation, runWith, useInstallations, useSettings } from './operator-fixture.ts';

useInstallations();

const run = (dataFolder: string, ...args: string[]) => runWith({ GEOLOOM_DATA_DIR: dataFolder }, args);

it('leaves no backup after a kill, and the next backup succeeds', async () => {
  const data = await makeInstallation();
  for (let count = 0; count < 3000; count += 1)
    writeFileSync(join(data, `files/uploads/file-${count}`), `file ${count}`);
  const target = join(makeFolder(), 'backup');
  const partial = `${target}.partial`;
  const kill = (place: string, signal: NodeJS.Signals) =>
    runBackupProcess(data, place, async (end) => {
      while (!existsSync(join(`${place}.partial`, 'files/uploads/file-10'))) await sleep(5);
      end(signal);
    });
  expect((await kill(target, 'SIGKILL')).code).toBeNull();
  expect(existsSync(target)).toBe(false);
  expect(existsSync(join(partial, 'manifest.json'))).toBe(false);
  const refused = await run(join(makeFolder(), 'data'), 'restore', partial);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/isn’t a complete backup: it has no manifest\.json/);
  // On SIGTERM, it removes the partial backup.
  const ended = await kill(`${target}-2`, 'SIGTERM');
  expect(ended.code).toBe(143);
  expect(existsSync(`${target}-2.partial`)).toBe(false);
  const again = await run(data, 'backup', target, '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, folder: target });
  expect(readFileSync(join(target, 'files/uploads/file-2999'), 'utf8')).toBe('file 2999');
});

function runBackupProcess(
  data: string,
  target: string,
  onRunning: (end: (signal: NodeJS.Signals) => void) => Promise<void>,
) {
  useSettings({ GEOLOOM_DATA_DIR: data });
  return startGeoloom(['backup', target], {
    onStart: (child) => void onRunning((signal) => child.kill(signal)),
  });
}
