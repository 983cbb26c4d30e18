/** A folder has one owner, whatever happens to processes. */
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
  it('is gone after its release and can be acquired again', async () => {
    const { place, folder } = makeFolder();
    for (let count = 0; count < 3; count++) (await takeLock(folder)).release();
    expect(readdirSync(place)).toEqual([]);
  });

  it('is rejected while another process holds it, and the message names that process', async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, folder);
    expect(await child.readLine()).toBe('held');
    const before = readdirSync(place);
    for (let count = 0; count < 3; count++) {
      const error: unknown = await takeLock(folder).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LockError);
      expect(String(error)).toContain(`is in use by process ${child.pid} (`);
      expect(String(error)).toContain(`kill ${child.pid}`);
    }
    expect(readdirSync(place)).toEqual(before);
  });

  it("can't be acquired twice by one process", async () => {
    const { folder } = makeFolder();
    const lock = await takeLock(folder);
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
  });

  it('can be acquired after its owner was killed', async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, folder);
    expect(await child.readLine()).toBe('held');
    await child.kill();
    expect(readdirSync(place)).toHaveLength(1);
    (await takeLock(folder)).release();
    expect(readdirSync(place)).toEqual([]);
  });

  it("can be acquired after its owner's process id was reused", async () => {
    const { place, folder } = makeFolder();
    const child = startChild(HOLD, join(place, 'elsewhere'));
    await child.readLine();
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

  it('is acquired by at most one of many concurrent processes after a crash', async () => {
    const { folder } = makeFolder();
    for (let round = 0; round < 2; round++) {
      const crashed = startChild(HOLD, folder);
      await crashed.readLine();
      await crashed.kill();
      const processes = Array.from({ length: 4 }, () => startChild(HOLD, folder));
      const outcomes = await Promise.all(processes.map((contender) => contender.readLine()));
      expect(outcomes.filter((outcome) => outcome === 'held').length).toBeLessThanOrEqual(1);
      for (const outcome of outcomes) if (outcome !== 'held') expect(outcome).toContain('LockError');
      await Promise.all(processes.map((contender) => contender.kill()));
    }
  });
});
