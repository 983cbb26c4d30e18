/** The folder of PGlite: filled once, never over other files, owned by one process. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChild } from './child-fixture.ts';
import { openDatabase } from './open.ts';

const OPEN = `
  const { db } = await openDatabase({ folder: argument });
  say('open');
  await hang();`;

function makeFolder(): { place: string; folder: string } {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-pglite-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return { place, folder: join(place, 'database') };
}

describe('a folder', () => {
  it('is made, kept and opened again', async () => {
    const { place, folder } = makeFolder();
    const first = await openDatabase({ folder });
    await sql`create table kept (n int)`.execute(first.db);
    await sql`insert into kept values (7)`.execute(first.db);
    await first.close();
    await first.close();
    expect(readdirSync(place)).toEqual(['database']);
    const start = performance.now();
    const second = await openDatabase({ folder });
    console.log(`opened again in ${Math.round(performance.now() - start)} ms`);
    expect((await sql`select n from kept`.execute(second.db)).rows).toEqual([{ n: 7 }]);
    await second.close();
  });

  it('that it makes is its owner’s alone', async () => {
    const { place } = makeFolder();
    const database = await openDatabase({ folder: join(place, 'data/database') });
    await database.close();
    expect(statSync(join(place, 'data')).mode & 0o777).toBe(0o700);
  });

  it('with other files in it is refused and left as it is', async () => {
    const { place, folder } = makeFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'ten years of work');
    await expect(openDatabase({ folder })).rejects.toThrow(
      /holds files but no database\. Nothing was changed/,
    );
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
    expect(readdirSync(place)).toEqual(['database']);
  });

  it('that lost its head is refused with what to do, not begun anew', async () => {
    const { folder } = makeFolder();
    const first = await openDatabase({ folder });
    await first.close();
    rmSync(join(folder, 'global', 'pg_control'));
    await expect(openDatabase({ folder })).rejects.toThrow(
      /cannot be opened: .*Nothing was deleted.*backup/s,
    );
    rmSync(join(folder, 'PG_VERSION'));
    await expect(openDatabase({ folder })).rejects.toThrow(/holds files but no database/);
  });

  it('is begun anew when the first boot was killed', async () => {
    const { place, folder } = makeFolder();
    for (let cycle = 0; cycle < 4; cycle++) {
      const child = startChild(OPEN, folder);
      await sleep(300 + Math.random() * 1_200);
      await child.kill();
    }
    const child = startChild(OPEN, folder);
    expect(await child.hear()).toBe('open');
    expect(readdirSync(place).filter((name) => name.endsWith('.first-boot'))).toEqual([]);
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
    await child.kill();
  });

  it('is refused to a second process while the first is unharmed', async () => {
    const { folder } = makeFolder();
    const first = await openDatabase({ folder });
    const child = startChild(OPEN, folder);
    expect(await child.hear()).toContain(`is in use by process ${process.pid}`);
    await first.check();
    await first.close();
  });
});

it('tells who uses the outer database inside a transaction instead of hanging', async () => {
  const database = await openDatabase({ connectionWaitMs: 100 });
  const wrong = database.db.transaction().execute(() => sql`select 1`.execute(database.db));
  await expect(wrong).rejects.toThrow(/has 0\.1 s waited for the only connection\. Inside a transaction/);
  await database.check();
  await database.close();
});

it('lets the process do other things within a long row of queries', async () => {
  const database = await openDatabase({});
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  for (let query = 0; query < 500; query += 1) await database.check();
  isOver = true;
  expect(turns).toBeGreaterThan(1);
  await database.close();
});
