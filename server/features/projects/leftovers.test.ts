/** What is swept and what is spared; a process that is killed leaves files without rows. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles } from '#server/gateways/create-files.ts';
import { addPerson } from '#testkit/people.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { createLeftovers } from './leftovers.service.ts';

const BYTES = new TextEncoder().encode('left behind');
const LATER_MS = 60_000;

async function start() {
  const { app, database, dataFolder } = await startTestApp();
  const person = await addPerson(database.db);
  const files = await createFiles({ folder: join(dataFolder, 'files') });
  const leftovers = createLeftovers({ db: database.db, files, clock: () => new Date() });
  const list = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list('')) keys.push(key);
    return keys.sort();
  };
  return { app, database, person, files, list, sweep: leftovers.sweep };
}

const later = () => new Date(Date.now() + LATER_MS);

describe('a sweep', () => {
  it('removes files that no row names and leaves all that a project has', async () => {
    const { app, person, files, list, sweep } = await start();
    const saved = await saveProject(app, person);
    const { id } = await waitForRun(app, person, saved.json().data.project_id);
    const kept = await list();
    expect(kept.filter((key) => key.startsWith('uploads/'))).toHaveLength(2);
    await files.put('uploads/0c6d6f0e-0000-4000-8000-000000000000', BYTES);
    await files.put('runs/4711/plumber.xml', BYTES);
    await files.put('runs/4711/formed-links.html', BYTES);
    expect(await sweep(later())).toBe(2);
    expect(await list()).toEqual(kept);
    expect((await waitForRun(app, person, id)).parts).toHaveLength(1);
  });

  it('removes all unused uploads at once, however many have gathered', async () => {
    const { app, database, person, files, list, sweep } = await start();
    const saved = await saveProject(app, person);
    await waitForRun(app, person, saved.json().data.project_id);
    const kept = await list();
    await runSql(
      database,
      `insert into uploads (id, user_id, kind, name, size, sha256, storage_key, created_at)
      select gen_random_uuid(), ${person.userId}, 'seed', 'seed.xml', 1, '', 'uploads/unused-' || each, now()
      from generate_series(1, 1201) as each`,
    );
    await files.put('uploads/unused-1201', BYTES);
    expect(await sweep(later())).toBe(1201);
    expect(await list()).toEqual(kept);
    expect(await runSql(database, 'select count(*)::int as left from uploads')).toEqual([{ left: 2 }]);
  });

  it('removes the files of runs that failed or were cancelled, not of those that still may land', async () => {
    const { app, database, person, files, list, sweep } = await start();
    const states = ['failed', 'cancelled', 'queued', 'planning', 'running', 'auditing', 'waiting_for_split'];
    const folders = new Map<string, string>();
    for (const state of states) {
      const saved = await saveProject(app, person);
      await waitForRun(app, person, saved.json().data.project_id);
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

  it('spares what was stored after the moment it is given', async () => {
    const { app, database, person, files, list, sweep } = await start();
    const before = new Date(Date.now() - LATER_MS);
    await files.put('uploads/0c6d6f0e-0000-4000-8000-000000000000', BYTES);
    await files.put('runs/4711/plumber.xml', BYTES);
    await sendForm(app, person, {
      url: '/api/v1/upload',
      fields: { type: 'WordPress' },
      file: { name: 'seed.xml', bytes: townSeed() },
    });
    await app.inject({ method: 'DELETE', url: '/api/v1/projects/draft', headers: person.headers });
    const all = await list();
    expect(await sweep(before)).toBe(0);
    expect(await list()).toEqual(all);
    expect(await sweep(later())).toBe(3);
    expect(await list()).toEqual([]);
    expect(await runSql(database, 'select id from uploads')).toEqual([]);
  });

  it('removes nothing when most files are unknown to the database, which must be another one', async () => {
    const { app, person, files, list, sweep } = await start();
    const saved = await saveProject(app, person);
    await waitForRun(app, person, saved.json().data.project_id);
    for (let run = 1_000; run < 1_051; run++) await files.put(`runs/${run}/plumber.xml`, BYTES);
    const all = await list();
    await expect(sweep(later())).rejects.toThrow('51 files are unknown to the database, which knows 3.');
    expect(await list()).toEqual(all);
    await files.removeFolder('runs/1000');
    expect(await sweep(later())).toBe(50);
  });

  it('ends early when it is told to', async () => {
    const { files, list, sweep } = await start();
    await files.put('runs/4711/plumber.xml', BYTES);
    expect(await sweep(later(), AbortSignal.abort())).toBe(0);
    expect(await list()).toEqual(['runs/4711/plumber.xml']);
  });
});

describe('an upload', () => {
  it('that is sent again counts as stored now, and is not swept before it is named', async () => {
    const { app, database, person, sweep } = await start();
    const upload = () =>
      sendForm(app, person, {
        url: '/api/v1/upload',
        fields: { type: 'WordPress' },
        file: { name: 'seed.xml', bytes: townSeed() },
      });
    await upload();
    await runSql(database, `update uploads set created_at = now() - interval '3 days'`);
    const before = new Date(Date.now() - LATER_MS);
    await upload();
    await app.inject({ method: 'DELETE', url: '/api/v1/projects/draft', headers: person.headers });
    expect(await sweep(before)).toBe(0);
    expect(await runSql(database, 'select id from uploads')).toHaveLength(1);
  });
});

describe('a run that fails while its files take their place', () => {
  it('leaves none of them', async () => {
    const { app, person, files, list } = await start();
    // A folder where a file is to be: the part is there already when the links cannot be.
    await files.put('runs/1/formed-links.html/in-the-way', BYTES);
    const saved = await saveProject(app, person);
    expect(saved.json().data.run_id).toBe(1);
    const { progress } = await waitForRun(app, person, saved.json().data.project_id);
    expect(progress?.state).toBe('failed');
    await expect.poll(list).toHaveLength(2);
    expect((await list()).every((key) => key.startsWith('uploads/'))).toBe(true);
  });
});
