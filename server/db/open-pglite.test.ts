/** The PGlite folder: created once, never over other files, used by one process. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startChild } from './child-fixture.ts';
import { openDatabase } from './open.ts';

const OPEN = `
  const { db } = await openDatabase({ folder: argument });
  say('open');
  await hang();`;

/** A folder as its first start leaves it, created once because that takes seconds. */
const pristine = mkdtempSync(join(tmpdir(), 'geoloom-pglite-'));
beforeAll(async () => {
  const database = await openDatabase({ folder: join(pristine, 'data/database') });
  await database.close();
});
afterAll(() => rmSync(pristine, { recursive: true, force: true }));

function copyPristine(folder: string): void {
  cpSync(join(pristine, 'data/database'), folder, { recursive: true });
}

/** A folder of a database that has been opened before, which opens much faster. */
function makePristine(): string {
  const { folder } = makeFolder();
  copyPristine(folder);
  return folder;
}

function makeFolder(): { place: string; folder: string } {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-pglite-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return { place, folder: join(place, 'database') };
}

describe('a folder', () => {
  it('is kept and opened again', async () => {
    const { place, folder } = makeFolder();
    copyPristine(folder);
    const first = await openDatabase({ folder });
    await sql`create table kept (n int)`.execute(first.db);
    await sql`insert into kept values (7)`.execute(first.db);
    await first.close();
    await first.close();
    expect(readdirSync(place)).toEqual(['database']);
    const second = await openDatabase({ folder });
    expect((await sql`select n from kept`.execute(second.db)).rows).toEqual([{ n: 7 }]);
    await second.close();
  });

  it('that it creates is accessible only to its owner, and nothing else is left next to it', () => {
    expect(statSync(join(pristine, 'data')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(pristine, 'data'))).toEqual(['database']);
  });

  it('with other files in it is rejected and left unchanged', async () => {
    const { place, folder } = makeFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'ten years of work');
    await expect(openDatabase({ folder })).rejects.toThrow(
      /contains files but no database\. Nothing was changed/,
    );
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
    expect(readdirSync(place)).toEqual(['database']);
  });

  it('without its control file is rejected with instructions, not created again', async () => {
    const folder = makePristine();
    rmSync(join(folder, 'global', 'pg_control'));
    await expect(openDatabase({ folder })).rejects.toThrow(
      /Couldn’t open the database in .*Nothing was deleted.*backup/s,
    );
    rmSync(join(folder, 'PG_VERSION'));
    await expect(openDatabase({ folder })).rejects.toThrow(/contains files but no database/);
  });

  it('is created again after an interrupted first boot', async () => {
    const { place, folder } = makeFolder();
    writeFileSync(`${folder}.first-boot`, '');
    mkdirSync(folder);
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    const database = await openDatabase({ folder });
    await database.check();
    await database.close();
    expect(readdirSync(place)).toEqual(['database']);
  });

  it("can't be opened by a second process; the first is unaffected", async () => {
    const folder = makePristine();
    const first = await openDatabase({ folder });
    const child = startChild(OPEN, folder);
    expect(await child.readLine()).toContain(`is in use by process ${process.pid}`);
    await first.check();
    await first.close();
  });
});

describe('a database with a table that was damaged on disk', () => {
  /** Opens the database after its table was damaged. */
  async function openDamaged(harm: (path: string) => void) {
    const folder = makePristine();
    const whole = await openDatabase({ folder });
    await sql`create table damaged (n int primary key)`.execute(whole.db);
    await sql`insert into damaged values (7)`.execute(whole.db);
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath('damaged') as path`.execute(
      whole.db,
    );
    await whole.check();
    await whole.close();
    harm(join(folder, rows[0]?.path ?? ''));
    const database = await openDatabase({ folder });
    onTestFinished(() => database.close());
    return database;
  }

  it.each([
    ['lost its file', (path: string) => rmSync(path)],
    ['has other bytes', (path: string) => writeFileSync(path, Buffer.alloc(8192, 'Z'))],
  ])('fails its check if the table %s, with instructions', async (_what, harm) => {
    const { check } = await openDamaged(harm);
    await expect(check()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringMatching(/damaged.*backup/),
    });
  });

  it('fails its check permanently once a statement has hit the damage', async () => {
    // Less than a page: the table looks empty until the index points to the row.
    const { db, check } = await openDamaged((path) => truncateSync(path, 100));
    await check();
    await expect(sql`select n from damaged where n = 7`.execute(db)).rejects.toMatchObject({ code: 'XX001' });
    await expect(check()).rejects.toMatchObject({ code: 'not_ready' });
  });
});

it('reports a query of the outer database inside a transaction instead of hanging', async () => {
  const database = await openDatabase({ folder: makePristine(), connectionWaitMs: 100 });
  const wrong = database.db.transaction().execute(() => sql`select 1`.execute(database.db));
  await expect(wrong).rejects.toThrow(/has 0\.1 s waited for the only connection\. Inside a transaction/);
  await database.check();
  await database.close();
});

it('yields to other work within a long series of queries', async () => {
  const database = await openDatabase({ folder: makePristine() });
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  for (let query = 0; query < 500; query += 1) await sql`select 1`.execute(database.db);
  isOver = true;
  expect(turns).toBeGreaterThan(1);
  await database.close();
});

/** Its condition keeps the expression interpreter busy, which the compiler would optimize. */
const BUSY = `
  process.constrainedMemory = () => 2 ** 30;
  const { db } = await openDatabase({ folder: argument });
  const end = performance.now() + 3000;
  while (performance.now() < end)
    await sql\`select count(*) from generate_series(1, 100000) i where i::text like '%1%' and (i % 3 = 0 or i % 5 = 1)\`.execute(db);
  say(String(process.resourceUsage().maxRSS));
  await hang();`;

it('uses less than 400 MB on a busy machine with 1 GB', async () => {
  const child = startChild(BUSY, makePristine());
  expect(Number(await child.readLine())).toBeLessThan(400_000);
});
