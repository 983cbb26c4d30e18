/** Deleted and spared files; a killed process leaves files without rows. */
import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '#server/background.ts';
import type { Database } from '#server/db/open.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp, type TestApp, useTestApp } from '#testkit/test-app.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { uploadPicture } from '../workspaces/full-workspace-fixture.ts';

const BYTES = new TextEncoder().encode('left behind');
const LATER_MS = 60_000;
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * 3600 * 1000;
const STORE_KEY = 'store.json';

const enter = useTestApp({ isEmptied: true });

/** A store that is linked to its database; `warnings` collects messages for the operator. */
async function start(stage?: TestApp) {
  const { app, database, dataFolder, store } = stage ?? (await enter());
  const user = await addUser(database.db);
  const { files } = store;
  const warnings: string[] = [];
  // Slightly behind the clock of the disk, which is updated less often.
  let ahead = -SECOND_MS;
  const addWarning = (text: string) => void warnings.push(text);
  const clock = () => new Date(Date.now() + ahead);
  const collectorOf = ({ db }: Pick<Database, 'db'>) =>
    collectGarbage({ db, files, clock, newId: randomUUID, warn: addWarning });
  const { sweep } = collectorOf(database);
  const list = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list('')) keys.push(key);
    return keys.filter((key) => key !== STORE_KEY).sort();
  };
  await sweep(new Date());
  /** Lets all stored files age by an hour. */
  const age = async () => {
    const then = new Date(Date.now() - HOUR_MS);
    for (const key of await list()) utimesSync(join(dataFolder, 'files', key), then, then);
  };
  /** Deletes a project. @returns the removal of its files, if the server starts one */
  const deleteProject = async (id: number, { headers }: Pick<SignedInUser, 'headers'> = user) => {
    const calls: string[] = [];
    void store.hold((call) => {
      calls.push(call);
      return false;
    });
    const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
    await waitForQueries(database);
    return calls.filter((call) => call.startsWith('remove'));
  };
  const wait = (ms: number) => {
    ahead += ms;
  };
  return { app, database, user, files, list, sweep, collectorOf, warnings, wait, age, deleteProject };
}

const later = () => new Date(Date.now() + LATER_MS);

const sendSeed = (app: FastifyInstance, user: SignedInUser, seed: Parameters<typeof townSeed>[0] = {}) =>
  sendForm(app, user, {
    url: '/api/v1/upload',
    fields: { type: 'WordPress' },
    file: { name: 'seed.xml', bytes: townSeed(seed) },
  });

/** Acquires all connections, so that earlier queries have finished. */
async function waitForQueries({ db, raw }: Database): Promise<void> {
  const connections = 'exec' in raw ? 1 : (raw.options.max ?? 1);
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const take = () =>
    db.transaction().execute(async () => {
      begun += 1;
      if (begun === connections) all.resolve();
      await all.promise;
    });
  await Promise.all(Array.from({ length: connections }, take));
}

describe('a draft', () => {
  it('keeps all its files, and none once it is discarded', async () => {
    const { app, database, user, list, sweep, wait, age } = await start();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes: townSeed() });
    await calls.paste(id, 'geo_city\nWaco\n');
    await runSql(database, `update drafts set linked_id = sheet_id where id = '${id}'`);
    await calls.paste(id, 'geo_city\nAustin\n');
    await uploadPicture(app, user);
    const kept = await list();
    // The seed, two sheets, and an image with its thumbnail.
    expect(kept).toHaveLength(5);
    wait(DAY_MS);
    await age();
    await sweep(later());
    expect(await list()).toEqual(kept);
    expect((await calls.discard(id)).statusCode).toBe(200);
    await sweep(later());
    expect(await list()).toEqual([]);
  });
});

describe('a sweep', () => {
  it('deletes files without rows and keeps those of projects', async () => {
    const { app, user, files, list, sweep } = await start();
    const saved = await saveProject(app, user);
    const { id } = await waitForRun(app, user, saved.json().data.project_id);
    const kept = await list();
    expect(kept.filter((key) => key.startsWith('uploads/'))).toHaveLength(2);
    await files.put('uploads/0c6d6f0e-0000-4000-8000-000000000000', BYTES);
    await files.put('runs/4711/plumber.xml', BYTES);
    await files.put('runs/4711/formed-links.html', BYTES);
    expect(await sweep(later())).toBe(2);
    expect(await list()).toEqual(kept);
    expect((await waitForRun(app, user, id)).parts).toHaveLength(1);
  });

  inDeepTier(() => {
    it('deletes all unused uploads, however many there are', async () => {
      const { app, database, user, files, list, sweep } = await start();
      const saved = await saveProject(app, user);
      await waitForRun(app, user, saved.json().data.project_id);
      const kept = await list();
      await runSql(
        database,
        `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
      select gen_random_uuid(), ${user.workspaceId}, 'seed', 'seed.xml', 1, '', 'uploads/unused-' || each, now()
      from generate_series(1, 1201) as each`,
      );
      await files.put('uploads/unused-1201', BYTES);
      expect(await sweep(later())).toBe(1201);
      expect(await list()).toEqual(kept);
      expect(await runSql(database, 'select count(*)::int as left from uploads')).toEqual([{ left: 2 }]);
    });
  });

  it('deletes the files of failed and canceled runs, but not of runs that may still complete', async () => {
    const { app, database, user, files, list, sweep } = await start();
    const states = ['failed', 'canceled', 'queued', 'planning', 'running', 'auditing', 'waiting_for_split'];
    const folders = new Map<string, string>();
    for (const state of states) {
      const saved = await saveProject(app, user);
      await waitForRun(app, user, saved.json().data.project_id);
      const { run_id: runId } = saved.json().data;
      await runSql(database, `update runs set state = '${state}' where id = ${runId}`);
      folders.set(state, `runs/${runId}/`);
    }
    await files.put('runs/1/half.xml', BYTES);
    await sweep(later());
    const left = await list();
    const isLeft = (state: string) => left.some((key) => key.startsWith(folders.get(state) ?? '-'));
    expect(states.filter(isLeft)).toEqual(states.slice(2));
  });

  it('spares files stored after the given time', async () => {
    const { app, database, user, files, list, sweep } = await start();
    const before = new Date(Date.now() - LATER_MS);
    await files.put('uploads/0c6d6f0e-0000-4000-8000-000000000000', BYTES);
    await files.put('runs/4711/plumber.xml', BYTES);
    await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'WordPress' },
      file: { name: 'seed.xml', bytes: townSeed() },
    });
    await runSql(database, 'delete from drafts');
    const all = await list();
    expect(await sweep(before)).toBe(0);
    expect(await list()).toEqual(all);
    expect(await sweep(later())).toBe(3);
    expect(await list()).toEqual([]);
    expect(await runSql(database, 'select id from uploads')).toEqual([]);
  });

  it('lists the store once a day to find files without rows', async () => {
    const { files, list, sweep, wait } = await start();
    await files.put('runs/4711/plumber.xml', BYTES);
    expect(await sweep(later(), undefined, DAY_MS)).toBe(0);
    expect(await list()).toEqual(['runs/4711/plumber.xml']);
    wait(DAY_MS);
    expect(await sweep(later(), undefined, DAY_MS)).toBe(1);
    await files.put('runs/4711/plumber.xml', BYTES);
    expect(await sweep(later(), undefined, DAY_MS)).toBe(0);
  });

  it('ends early when it is aborted', async () => {
    const { files, list, sweep } = await start();
    await files.put('runs/4711/plumber.xml', BYTES);
    expect(await sweep(later(), AbortSignal.abort())).toBe(0);
    expect(await list()).toEqual(['runs/4711/plumber.xml']);
  });
});

describe("a store and a database that don't belong together", () => {
  async function startWithCompleted() {
    const stage = await start();
    const saved = await saveProject(stage.app, stage.user);
    await waitForRun(stage.app, stage.user, saved.json().data.project_id);
    await stage.age();
    return { ...stage, kept: await stage.list() };
  }

  it("don't affect each other: an empty database deletes no file and warns once", async () => {
    const { collectorOf, list, warnings, kept } = await startWithCompleted();
    const { sweep } = collectorOf(await openTestDatabase());
    expect(await sweep(later())).toBe(0);
    expect(await sweep(later())).toBe(0);
    expect(await list()).toEqual(kept);
    expect(warnings).toEqual([expect.stringContaining('belong to another database')]);
  });

  it("don't affect each other if the store has no generation yet, or the other database has its own", async () => {
    const { files, collectorOf, list, warnings, kept } = await startWithCompleted();
    await files.remove([STORE_KEY]);
    const other = await openTestDatabase();
    expect(await collectorOf(other).sweep(later())).toBe(0);
    expect(await list()).toEqual(kept);
    await files.put(STORE_KEY, new TextEncoder().encode('{"id":"of-another","generation":3}'));
    const state = JSON.stringify({ id: randomUUID(), generation: 9 });
    await runSql(other, `update settings set value = '${state}' where name = 'store_generation'`);
    expect(await collectorOf(other).sweep(later())).toBe(0);
    expect(await list()).toEqual(kept);
    expect(warnings).toHaveLength(2);
  });

  it('stay separate, whatever files and generations the other database writes', async () => {
    const { app, files, collectorOf, list, warnings } = await startWithCompleted();
    const other = await openTestDatabase();
    const { sweep } = collectorOf(other);
    const stranger = await addUser(other.db);
    let count = 0;
    /** Sweeps of the other database delete nothing that the owner stores. */
    const expectApart = async () => {
      await sweep(later());
      await files.put(`uploads/${randomUUID()}`, BYTES);
      await files.put(`runs/${4711 + count++}/plumber.xml`, BYTES);
      const all = await list();
      expect(await sweep(later())).toBe(0);
      expect(await list()).toEqual(all);
    };
    await expectApart();
    await sendSeed(app, stranger, { title: 'Of the other' });
    await expectApart();
    await files.remove([STORE_KEY]);
    await expectApart();
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await sendSeed(app, stranger, { title: `Of ${number}` });
    await expectApart();
    expect(warnings).toHaveLength(1);
  });

  inDeepTier(() => {
    it('delete and overwrite nothing of each other while users continue to work', async () => {
      const { app, files, collectorOf, list, deleteProject } = await startWithCompleted();
      await files.put('runs/4711/plumber.xml', BYTES);
      const other = await openTestDatabase();
      await collectorOf(other).sweep(later());
      const stranger = await addUser(other.db);
      const saved = await saveProject(app, stranger);
      const { project_id: id, run_id: runId } = saved.json().data;
      expect(runId).toBe(4712);
      await waitForRun(app, stranger, id);
      const all = await list();
      expect(await deleteProject(id, stranger)).toEqual([]);
      expect(await list()).toEqual(all);
    });
  });

  it('are linked once the operator writes the generation from the log', async () => {
    const { files, collectorOf, list, warnings, kept, wait } = await startWithCompleted();
    const { sweep } = collectorOf(await openTestDatabase());
    await sweep(later());
    const half = /with (\{.*\}):/.exec(warnings[0] ?? '')?.[1] ?? '';
    await files.put(STORE_KEY, new TextEncoder().encode(half));
    await sweep(later());
    expect(await list()).toEqual(kept);
    expect(warnings[1]).toMatch(/are kept until \d{4}-\d\d-\d\d\.$/);
    await files.put('runs/4711/plumber.xml', BYTES);
    await sweep(later());
    expect(await list()).toEqual(kept);
    wait(31 * DAY_MS);
    await sweep(later());
    expect(await list()).toEqual([]);
  });

  it("aren't linked when a new server receives files before its first sweep", async () => {
    const { files, database, sweep, warnings } = await start();
    await files.remove([STORE_KEY]);
    await runSql(database, `delete from settings where name = 'store_generation'`);
    await files.put('uploads/0c6d6f0e-0000-4000-8000-000000000000', BYTES);
    await sweep(new Date(Date.now() - LATER_MS));
    expect(await sweep(later())).toBe(1);
    expect(warnings).toEqual([]);
  });

  it("a store with an unreadable generation isn't changed", async () => {
    const { files, list, sweep, kept } = await startWithCompleted();
    await files.put('runs/4711/plumber.xml', BYTES);
    await files.put(STORE_KEY, BYTES);
    await expect(sweep(later())).rejects.toThrow('Failed to read the file store.json in the file store');
    expect(await list()).toHaveLength(kept.length + 1);
  });
});

describe('a database that was restored from a backup', () => {
  const ORPHAN = 'uploads/0c6d6f0e-0000-4000-8000-000000000000';

  /** Sweeps of a server that runs for a while; then the generation is set back to that of the backup. */
  async function startRestored() {
    const stage = await start();
    const { app, database, user, sweep, age } = stage;
    const saved = await saveProject(app, user);
    await waitForRun(app, user, saved.json().data.project_id);
    const backup = await runSql<{ value: unknown }>(
      database,
      `select value from settings where name = 'store_generation'`,
    );
    await sweep(later());
    const restore = async (value = JSON.stringify(backup[0]?.value)) => {
      await age();
      await runSql(database, `update settings set value = '${value}' where name = 'store_generation'`);
    };
    return { ...stage, restore };
  }

  it('keeps unknown earlier files for thirty days, but not later ones', async () => {
    const { app, database, user, files, list, sweep, restore, warnings, wait } = await startRestored();
    // An upload that the backup contains but doesn't use; the newer database may use it.
    await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'WordPress' },
      file: { name: 'other.xml', bytes: townSeed({ title: 'Other [geo_city]' }) },
    });
    await runSql(database, 'delete from drafts');
    await runSql(database, 'delete from projects');
    await restore();
    const all = await list();
    expect(await sweep(later())).toBe(0);
    expect(await list()).toEqual(all);
    expect(warnings).toEqual([
      expect.stringMatching(/restored from a backup.* are kept until \d{4}-\d\d-\d\d\.$/),
    ]);
    await files.put(ORPHAN, BYTES);
    expect(await sweep(later())).toBe(1);
    expect(await list()).toEqual(all);
    wait(31 * DAY_MS);
    await sweep(later());
    expect(await list()).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('from before the generation was recorded is recognized by its uploads, and its other files are kept as well', async () => {
    const { database, files, list, sweep, age } = await startRestored();
    const kept = await list();
    await files.put(ORPHAN, BYTES);
    await age();
    await runSql(database, `delete from settings where name = 'store_generation'`);
    expect(await sweep(later())).toBe(0);
    await files.remove([STORE_KEY]);
    expect(await sweep(later())).toBe(0);
    expect(await list()).toEqual([...kept, ORPHAN].sort());
  });
});

describe('while files are held for a newer database', () => {
  const HELD = { id: 'held', generation: 1 };

  async function startHeld() {
    const stage = await start();
    const hold = async () => {
      await stage.age();
      const since = new Date(Date.now() - SECOND_MS).toISOString();
      const value = JSON.stringify({ ...HELD, held_since: since });
      await runSql(stage.database, `update settings set value = '${value}' where name = 'store_generation'`);
      await stage.files.put(STORE_KEY, new TextEncoder().encode(JSON.stringify(HELD)));
    };
    return { ...stage, hold };
  }

  it('no new run gets the id of one with files', async () => {
    const { app, database, user, files, sweep } = await startHeld();
    await files.put('runs/4711/plumber.xml', BYTES);
    await files.put(STORE_KEY, new TextEncoder().encode(JSON.stringify({ ...HELD, generation: 9 })));
    const value = JSON.stringify(HELD);
    await runSql(database, `update settings set value = '${value}' where name = 'store_generation'`);
    await sweep(later());
    const saved = await saveProject(app, user);
    expect(saved.json().data.run_id).toBe(4712);
  });

  inDeepTier(() => {
    it('neither a failing run nor a sweep deletes the files of a newer run with the same id', async () => {
      const { app, user, files, list, sweep, hold } = await startHeld();
      await files.put('runs/1/formed-links.html/in-the-way', BYTES);
      await hold();
      const saved = await saveProject(app, user);
      expect(saved.json().data.run_id).toBe(1);
      const { progress } = await waitForRun(app, user, saved.json().data.project_id);
      expect(progress?.state).toBe('failed');
      await sweep(later());
      const runs = (await list()).filter((key) => key.startsWith('runs/'));
      expect(runs).toEqual(['runs/1/formed-links.html/in-the-way']);
    });
  });

  it('deleting a project deletes no files, and a sweep only those stored since', async () => {
    const { app, user, list, sweep, hold, deleteProject } = await startHeld();
    const saved = await saveProject(app, user);
    const { id } = await waitForRun(app, user, saved.json().data.project_id);
    const all = await list();
    await hold();
    expect(await deleteProject(id)).toEqual([]);
    expect(await sweep(later())).toBe(0);
    expect(await list()).toEqual(all);
  });

  it('an upload that exceeds the quota frees space without deleting one', async () => {
    const { app, database, user, list, hold } = await startHeld();
    await sendSeed(app, user);
    await runSql(database, 'delete from drafts');
    await runSql(database, `update uploads set size = 2e9, created_at = now() - interval '3 days'`);
    const held = await list();
    await hold();
    const reply = await sendSeed(app, user, { title: 'Other [geo_city]' });
    expect(reply.statusCode).toBe(200);
    expect(await list()).toEqual(expect.arrayContaining(held));
    expect(await runSql(database, 'select id from uploads')).toHaveLength(1);
  });
});

describe('a server that stops', () => {
  it('makes earlier backups outdated, so that newer files are kept', async () => {
    const { app, database, user, list, collectorOf, warnings, age } = await start(await startTestApp());
    const [backup] = await runSql<{ value: unknown }>(
      database,
      `select value from settings where name = 'store_generation'`,
    );
    await sendSeed(app, user);
    const kept = await list();
    await app.close();
    await age();
    await runSql(database, 'delete from drafts');
    await runSql(database, 'delete from uploads');
    await runSql(
      database,
      `update settings set value = '${JSON.stringify(backup?.value)}' where name = 'store_generation'`,
    );
    expect(await collectorOf(database).sweep(later())).toBe(0);
    expect(await list()).toEqual(kept);
    expect(warnings).toEqual([expect.stringContaining('restored from a backup')]);
  });
});

describe('an upload', () => {
  it("that is sent again counts as stored now, and isn't swept before it is used", async () => {
    const { app, database, user, sweep } = await start();
    const upload = () =>
      sendForm(app, user, {
        url: '/api/v1/upload',
        fields: { type: 'WordPress' },
        file: { name: 'seed.xml', bytes: townSeed() },
      });
    await upload();
    await runSql(database, `update uploads set created_at = now() - interval '3 days'`);
    const before = new Date(Date.now() - LATER_MS);
    await upload();
    await runSql(database, 'delete from drafts');
    expect(await sweep(before)).toBe(0);
    expect(await runSql(database, 'select id from uploads')).toHaveLength(1);
  });
});

describe('a run that fails while its files are published', () => {
  it('leaves none of them', async () => {
    const { app, user, files, list } = await start();
    // A folder at the path of a file: the part is already stored when storing the links fails.
    await files.put('runs/1/formed-links.html/in-the-way', BYTES);
    const saved = await saveProject(app, user);
    expect(saved.json().data.run_id).toBe(1);
    const { progress } = await waitForRun(app, user, saved.json().data.project_id);
    expect(progress?.state).toBe('failed');
    await expect.poll(list).toHaveLength(2);
    expect((await list()).every((key) => key.startsWith('uploads/'))).toBe(true);
  });
});
