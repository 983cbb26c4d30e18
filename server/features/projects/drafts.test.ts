/** Each form has a draft of its own: that of a new project, and the edit form of each project. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addPerson, listOwn } from '#testkit/people.ts';
import {
  type Person,
  saveProject,
  sendForm,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const DRAFT = '/api/v1/projects/draft';
const HOUR_MS = 3_600_000;
const NEW_SEED = townSeed({ content: '<p>Begun in [geo_city]</p>' });
const EDIT_SEED = townSeed({ content: '<p>Edited in [geo_city]</p>' });

const enter = useTestApp();

/** A person with a project that has completed. */
async function start() {
  const { app, database, person } = await enter();
  const saved = await saveProject(app, person);
  const id: number = saved.json().data.project_id;
  await waitForRun(app, person, id);
  return { app, database, person, id, ...callsOf(app, person) };
}

function callsOf(app: FastifyInstance, person: Person) {
  const { headers } = person;
  const of = (projectId?: number) => (projectId === undefined ? '' : `?project_id=${projectId}`);
  return {
    upload: (bytes: Uint8Array, name: string, projectId?: number, more?: { draft: 'leave' }) =>
      sendForm(app, person, {
        url: '/api/v1/upload',
        fields: {
          type: 'wordpress',
          ...more,
          ...(projectId !== undefined && { project_id: String(projectId) }),
        },
        file: { name, bytes },
      }),
    keep: (
      title: string,
      projectId?: number,
      more: { revision?: number; script?: string | undefined } = {},
    ) =>
      app.inject({
        method: 'PUT',
        url: DRAFT,
        headers,
        payload: {
          type: 'wordpress',
          fields: { title },
          script: `${townsCsv(1)}${title},t\r\n`,
          ...(projectId !== undefined && { project_id: projectId }),
          ...more,
        },
      }),
    show: (projectId?: number) => app.inject({ url: `${DRAFT}${of(projectId)}`, headers }),
    discard: (projectId?: number) =>
      app.inject({ method: 'DELETE', url: `${DRAFT}${of(projectId)}`, headers }),
    restore: (projectId?: number) =>
      app.inject({ method: 'POST', url: `/api/v1/projects/restore-draft${of(projectId)}`, headers }),
    leave: () => app.inject({ url: '/api/v1/project/cancel-project', headers }),
    test: (fields: object) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/save-test',
        headers,
        payload: { title: 'Plumber', type: 'wordpress', script: townsCsv(3), ...fields },
      }),
  };
}

describe('a test from the edit form', () => {
  it('takes the seed of that form, and leaves the draft of a new project with its seed and data', async () => {
    const { app, person, id, upload, keep, show, test } = await start();
    await upload(NEW_SEED, 'begun.xml');
    await keep('Begun');
    await upload(EDIT_SEED, 'edited.xml', id);
    expect((await test({ project_id: id })).statusCode).toBe(200);
    const { progress } = await waitForRun(app, person, id);
    expect(progress?.samples[0]?.source).toContain('Edited in Town 1');
    expect((await show()).json().data).toMatchObject({
      is_open: true,
      fields: { title: 'Begun' },
      seed: { name: 'begun.xml' },
      script: expect.stringContaining('Begun'),
    });
  });

  it('leaves what was entered there in its draft, for a test stores nothing of an edit', async () => {
    const { id, upload, keep, show, leave, test } = await start();
    await upload(EDIT_SEED, 'edited.xml', id);
    await keep('Edited', id);
    expect((await test({ project_id: id })).statusCode).toBe(200);
    await leave();
    expect((await show(id)).json().data).toMatchObject({
      is_open: false,
      fields: { title: 'Edited' },
      seed: { name: 'edited.xml' },
      script: expect.stringContaining('Edited'),
    });
  });

  it('takes the seed of the project where its form has uploaded none, never that of a new one', async () => {
    const { app, person, id, upload, test } = await start();
    await upload(NEW_SEED, 'begun.xml');
    await test({ project_id: id });
    const { progress } = await waitForRun(app, person, id);
    expect(progress?.samples[0]?.source).toContain('Plumber in Town 1');
  });

  it('of a new project takes its own draft with the run', async () => {
    const { app, person, id, upload, show, test } = await start();
    await upload(NEW_SEED, 'begun.xml');
    await upload(EDIT_SEED, 'edited.xml', id);
    const made = (await test({})).json().data.project_id;
    const { progress } = await waitForRun(app, person, made);
    expect(progress?.samples[0]?.source).toContain('Begun in Town 1');
    expect((await show()).json().data).toBeNull();
    expect((await show(id)).json().data).toMatchObject({ seed: { name: 'edited.xml' } });
  });
});

describe('a test from the form of a new project', () => {
  it('that was saved and asked about its size finds the project by its key, the seed in its draft', async () => {
    const { app, person, upload, show, test } = await start();
    const key = randomUUID();
    const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
    const asked = await saveProject(app, person, { seed, fields: { key, script: townsCsv(800) } });
    const { project_id: id, revision } = asked.json().data;
    expect(asked.json().data.question_is_split_file).toBe(true);
    await upload(NEW_SEED, 'begun.xml');
    expect((await test({ key, revision })).json().data.project_id).toBe(id);
    const { progress } = await waitForRun(app, person, id);
    expect(progress?.samples[0]?.source).toContain('Begun in Town 1');
    expect((await show()).json().data).toBeNull();
  });
});

describe('an edit that is saved without a file', () => {
  it('takes the seed of its own draft, and that draft goes', async () => {
    const { app, person, id, upload, show } = await start();
    await upload(NEW_SEED, 'begun.xml');
    await upload(EDIT_SEED, 'edited.xml', id);
    const fields = { title: 'Plumber', script: townsCsv(2) };
    await sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect((await waitForRun(app, person, id)).template_file?.name).toBe('edited.xml');
    expect((await show(id)).json().data).toBeNull();
    expect((await show()).json().data).toMatchObject({ seed: { name: 'begun.xml' } });
  });

  it('keeps its seed while a new project has one in its draft', async () => {
    const { app, person, id, upload } = await start();
    await upload(NEW_SEED, 'begun.xml');
    const fields = { title: 'Plumber', script: townsCsv(2) };
    await sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect((await waitForRun(app, person, id)).template_file?.name).toBe('seed.xml');
  });
});

describe('a project that goes on as it is saved', () => {
  it('is saved and tested without the seed of its edit form, which keeps it', async () => {
    const { app, person, id, upload, keep, show, test } = await start();
    await upload(EDIT_SEED, 'edited.xml', id);
    await keep('Edited', id);
    const fields = { title: 'Plumber', script: townsCsv(2), draft: 'leave' };
    await sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect((await waitForRun(app, person, id)).template_file?.name).toBe('seed.xml');
    await test({ project_id: id, draft: 'leave' });
    const { progress } = await waitForRun(app, person, id);
    expect(progress?.samples[0]?.source).toContain('Plumber in Town 1');
    expect((await show(id)).json().data).toMatchObject({
      is_open: true,
      fields: { title: 'Edited' },
      seed: { name: 'edited.xml' },
    });
  });

  it('is tested with a seed that was uploaded beside the draft', async () => {
    const { app, person, id, upload, keep, show, test } = await start();
    await upload(NEW_SEED, 'earlier.xml');
    await keep('Earlier');
    const seed_id = (await upload(EDIT_SEED, 'later.xml', undefined, { draft: 'leave' })).json().data.id;
    const tested = await test({ draft: 'leave', seed_id });
    expect(tested.json()).toMatchObject({ success: true });
    const { progress } = await waitForRun(app, person, tested.json().data.project_id);
    expect(progress?.samples[0]?.source).toContain('Edited in Town 1');
    expect((await show()).json().data).toMatchObject({ is_open: true, seed: { name: 'earlier.xml' } });
    expect((await test({ project_id: id, draft: 'leave', seed_id: randomUUID() })).statusCode).toBe(422);
  });
});

describe('drafts that were left', () => {
  it('are all closed, and each is offered to its own form only', async () => {
    const { id, keep, show, restore, leave } = await start();
    await keep('Edited', id);
    await leave();
    expect((await show(id)).json().data).toMatchObject({ is_open: false, fields: { title: 'Edited' } });
    expect((await show()).json().data).toBeNull();
    expect((await restore()).statusCode).toBe(404);
    await keep('Begun');
    await leave();
    expect((await restore()).json().data).toMatchObject({ is_open: true, fields: { title: 'Begun' } });
    expect((await show(id)).json().data).toMatchObject({ is_open: false });
    const back = await restore(id);
    expect(back.json().data).toMatchObject({ is_open: true, script: expect.stringContaining('Edited') });
  });

  it('can be opened again for 24 hours, and are neither shown nor opened after them', async () => {
    const { app, person, pass } = await enter();
    const { keep, leave, show, restore } = callsOf(app, person);
    pass(0);
    await keep('Begun');
    await leave();
    // Used now and then, the session lives on.
    for (const hours of [11, 11, 2]) {
      expect((await show()).json().data).toMatchObject({ is_open: false });
      pass(hours * HOUR_MS);
    }
    expect((await show()).json().data).toMatchObject({ is_open: false });
    expect((await restore()).json().data).toMatchObject({ is_open: true });
    await leave();
    pass(11 * HOUR_MS);
    await show();
    pass(11 * HOUR_MS);
    await show();
    pass(2 * HOUR_MS + 1000);
    expect((await show()).json().data).toBeNull();
    const late = await restore();
    expect(late.statusCode).toBe(404);
    expect(late.json().message).toBe('There is no longer a draft to restore.');
  });

  it('are thrown away one form at a time', async () => {
    const { id, keep, show, discard } = await start();
    await keep('Begun');
    await keep('Edited', id);
    await discard();
    expect((await show()).json().data).toBeNull();
    expect((await show(id)).json().data).toMatchObject({ fields: { title: 'Edited' } });
    await discard(id);
    expect((await show(id)).json().data).toBeNull();
  });

  it('are one of each form, however often it is kept', async () => {
    const { database, person, id, keep, show } = await start();
    for (const title of ['One', 'Two', 'Three']) {
      await Promise.all([keep(title), keep(title, id)]);
    }
    expect((await show()).json().data.fields.title).toBe('Three');
    expect((await show(id)).json().data.fields.title).toBe('Three');
    expect(await listOwn(database, person, 'drafts')).toHaveLength(2);
  });
});

describe('the draft of an edit form', () => {
  it('says on which state of the project it was begun, once its fields were kept', async () => {
    const { app, person, id, upload, keep, show } = await start();
    await upload(EDIT_SEED, 'edited.xml', id);
    expect((await show(id)).json().data.revision).toBeNull();
    await keep('Edited', id, { revision: 1 });
    const fields = { title: 'Plumber', script: townsCsv(2) };
    const file = { name: 'saved.xml', bytes: townSeed() };
    const saved = await sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields, file });
    expect(saved.json().data.revision).toBe(2);
    await keep('Edited on', id, { revision: 1 });
    expect((await show(id)).json().data.revision).toBe(1);
  });

  it('tells data that was taken out from data that was left alone', async () => {
    const { id, keep, show } = await start();
    await keep('Edited', id, { script: undefined });
    expect((await show(id)).json().data.script).toBeNull();
    await keep('Edited', id, { script: '' });
    expect((await show(id)).json().data.script).toBe('');
  });

  it('shows no seed where it is the one that the project has', async () => {
    const { id, upload, show } = await start();
    await upload(townSeed(), 'seed.xml', id);
    expect((await show(id)).json().data.seed).toBeNull();
    await upload(EDIT_SEED, 'seed.xml', id);
    expect((await show(id)).json().data.seed).toMatchObject({ name: 'seed.xml' });
  });

  it('is answered with what it holds, so that a form sends again what another one took away', async () => {
    const { id, upload, keep, discard } = await start();
    await upload(EDIT_SEED, 'edited.xml', id);
    const whole = await keep('Edited', id);
    expect(whole.json().data).toMatchObject({ has_seed: true, has_script: true });
    await discard(id);
    const anew = await keep('Edited on', id, { script: undefined });
    expect(anew.json().data).toMatchObject({ has_seed: false, has_script: false });
  });

  it('keeps its seed and data where what the form sent last arrives after it was closed', async () => {
    const { upload, keep, leave, show } = await start();
    await upload(NEW_SEED, 'begun.xml');
    await keep('Begun');
    await leave();
    await keep('Begun, and the last word', undefined, { script: undefined });
    expect((await show()).json().data).toMatchObject({
      fields: { title: 'Begun, and the last word' },
      seed: { name: 'begun.xml' },
      script: expect.stringContaining('Begun'),
    });
  });

  it('is not there for anybody else, and nothing is written', async () => {
    const { app, database, person, id } = await start();
    const other = await addPerson(database.db);
    const stranger = callsOf(app, other);
    const replies = [
      await stranger.upload(EDIT_SEED, 'edited.xml', id),
      await stranger.keep('Stolen', id),
      await stranger.show(id),
      await stranger.discard(id),
      await stranger.restore(id),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    for (const each of [person, other]) expect(await listOwn(database, each, 'drafts')).toEqual([]);
    expect(await listOwn(database, other, 'uploads')).toEqual([]);
    expect((await listOwn(database, person, 'uploads')).map(({ name }) => name)).not.toContain('edited.xml');
  });

  it('goes with its project, and so do its files', async () => {
    const { app, database, person, id, upload, keep } = await start();
    await upload(EDIT_SEED, 'edited.xml', id);
    await keep('Edited', id);
    const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
    await app.inject({ method: 'DELETE', url, headers: person.headers });
    expect(await listOwn(database, person, 'drafts')).toEqual([]);
    expect(await listOwn(database, person, 'uploads')).toEqual([]);
  });
});

describe('data of a draft that is larger than 1 MB', () => {
  const rows = Array.from(
    { length: 40 },
    (_none, row) => `Town ${row},town-${row},${'x'.repeat(30_000)}\r\n`,
  );
  const large = `geo_city,geo_url,more\r\n${rows.join('')}`;

  it('is no part of an answer, but read by an address of its own', async () => {
    const { app, keep, show, leave, restore } = await start();
    expect((await keep('Begun', undefined, { script: large })).json().data).toMatchObject({
      has_script: true,
    });
    const shown = await show();
    expect(shown.rawPayload.length).toBeLessThan(10_000);
    await leave();
    for (const { data } of [shown.json(), (await restore()).json()]) {
      expect(data).toMatchObject({ script: null, unreadable: null });
      expect((await app.inject(data.script_url)).body).toBe(large);
    }
  });

  it('has no address where it is that of the project', async () => {
    const { app, person, id, keep, show } = await start();
    const fields = { title: 'Plumber', script: large };
    const saved = await sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect(saved.statusCode, saved.body).toBe(200);
    await keep('Plumber', id, { script: large });
    expect((await show(id)).json().data).toMatchObject({ script: null, script_url: null });
    await keep('Plumber', id, { script: `${large}Waco,waco,\r\n` });
    expect((await show(id)).json().data).toMatchObject({ script: null, script_url: expect.any(String) });
  });
});

it('a draft that is saved again uses up no number', async () => {
  const { database, person, id, keep } = await start();
  for (const title of ['P', 'Pl', 'Plu']) expect((await keep(title)).statusCode).toBe(200);
  expect((await keep('Other form', id)).statusCode).toBe(200);
  const [first, second] = (await listOwn(database, person, 'drafts'))
    .map((draft) => draft.id)
    .toSorted((a, b) => a - b);
  expect(second).toBe((first ?? 0) + 1);
});
