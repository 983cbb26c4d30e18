/** One owner for a folder, whatever happened to the owner before. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChild } from './child-fixture.ts';
import { LockError, takeLock } from './lock.ts';
import { findProcessStart, findSystem } from './process-identity.ts';

const HOLD = `await takeLock(argument); say('held'); await hang();`;

function makeFolder(): { place: string; folder: string } {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-lock-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return { place, folder: join(place, 'database') };
}

describe('a lock', () => {
  it('is gone after its release and can be taken again', async () => {
    const { place, folder } = makeFolder();
    for (let count = 0; count < 3; count++) (await takeLock(folder)).release();
    expect(readdirSync(place)).toEqual([]);
  });

  it('is refused while another process holds it, and the message names that process', async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, folder);
    expect(await child.hear()).toBe('held');
    const before = readdirSync(place);
    for (let count = 0; count < 3; count++) {
      const error: unknown = await takeLock(folder).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LockError);
      expect(String(error)).toContain(`is in use by process ${child.pid} (`);
      expect(String(error)).toContain(`kill ${child.pid}`);
    }
    expect(readdirSync(place)).toEqual(before);
  });

  it('is refused to the process that holds it', async () => {
    const { folder } = makeFolder();
    const lock = await takeLock(folder);
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
  });

  it('passes on when its owner was killed', async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, folder);
    expect(await child.hear()).toBe('held');
    await child.kill();
    expect(readdirSync(place)).toHaveLength(1);
    (await takeLock(folder)).release();
    expect(readdirSync(place)).toEqual([]);
  });

  it('passes on when its number now belongs to another program', async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, join(place, 'elsewhere'));
    await child.hear();
    const start = Number(findProcessStart(child.pid));
    writeFileSync(`${folder}.lock-${child.pid}-${start - 1}-${findSystem()}`, '');
    (await takeLock(folder)).release();
    writeFileSync(`${folder}.lock-${child.pid}-${start}-${findSystem()}`, '');
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${child.pid}`);
  });

  it('of another container holds as long as its file is touched', async () => {
    const { folder } = makeFolder();
    const file = `${folder}.lock-1-12345-0123456789ab`;
    writeFileSync(file, '');
    await expect(takeLock(folder)).rejects.toThrow('in use by process 1');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    (await takeLock(folder)).release();
  });

  it('goes to one at most of many that come in the same moment after a crash', async () => {
    const { folder } = makeFolder();
    for (let round = 0; round < 2; round++) {
      const crashed = startChild(HOLD, folder);
      await crashed.hear();
      await crashed.kill();
      const comers = Array.from({ length: 4 }, () => startChild(HOLD, folder));
      const answers = await Promise.all(comers.map((comer) => comer.hear()));
      expect(answers.filter((answer) => answer === 'held').length).toBeLessThanOrEqual(1);
      for (const answer of answers) if (answer !== 'held') expect(answer).toContain('LockError');
      await Promise.all(comers.map((comer) => comer.kill()));
    }
  });
});
