/** Each form has its own draft, found by id: the form of a new project, and the edit form of each project. */
import { describe, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUser, listOwn } from '#testkit/users.ts';
import { saveProject, showProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { uploadPicture } from '../workspaces/full-workspace-fixture.ts';

const HOUR_MS = 3_600_000;
const NEW_SEED = { name: 'begun.xml', bytes: townSeed({ content: '<p>Begun in [geo_city]</p>' }) };
const EDIT_SEED = { name: 'edited.xml', bytes: townSeed({ content: '<p>Edited in [geo_city]</p>' }) };
const NO_ID = '0b9b4f52-6a39-4a0e-8d27-2c1a5b1e7f03';

const enter = useTestApp();

/** A user with a completed project. */
async function start() {
  const stage = await enter();
  const { app, user } = stage;
  const fields = { notes: 'Careful', footer_links: '[geo_city]', keep: 'owner' };
  const saved = await saveProject(app, user, { fields });
  const id: number = saved.json().data.project_id;
  await waitForRun(app, user, id);
  return { ...stage, id, calls: callDrafts(app, user) };
}

describe('the draft of a new project', () => {
  it('is blank when opened, and stores what was typed', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const draft = await openDraft(calls);
    expect(draft).toMatchObject({
      type: 'wordpress',
      project_id: null,
      is_open: true,
      is_changed: false,
      fields: { title: '', columns: {}, domain_id: null },
      seed: null,
      sheet: null,
      linked: null,
      files: [],
      revision: null,
    });
    const fields = { title: 'Plumber', notes: 'a', columns: { geophone: { column: 'Phone' } } };
    const kept = await calls.keep(draft.id, fields);
    expect(kept.json().data).toEqual({ updated_at: expect.any(String), columns: null });
    expect(await showDraft(calls, draft.id)).toMatchObject({ is_changed: true, fields });
  });

  it('is unchanged while a form sends its original values', async () => {
    const { calls, id } = await start();
    for (const draft of [await openDraft(calls), await openDraft(calls, id)]) {
      await calls.keep(draft.id, draft.fields);
      expect(await showDraft(calls, draft.id)).toMatchObject({ is_changed: false });
      await calls.keep(draft.id, { ...draft.fields, notes: 'More' });
      expect(await showDraft(calls, draft.id)).toMatchObject({ is_changed: true });
    }
  });

  it('takes a seed page, a sheet, and their replacements', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    const uploaded = await calls.upload({ draft_id: id }, NEW_SEED);
    expect(uploaded.json().data).toMatchObject({ draft_id: id, placeholders: expect.any(Array) });
    const csv = new TextEncoder().encode(townsCsv(2));
    expect((await calls.putSheet(id, 'towns.csv', csv)).json().data).toMatchObject({
      seed: { name: 'begun.xml', changes: [] },
      sheet: { name: 'towns.csv', size: csv.length, is_pasted: false, text: null },
    });
    const pasted = (await calls.paste(id, townsCsv(3))).json().data;
    expect(pasted.sheet).toMatchObject({ is_pasted: true, text: townsCsv(3), hidden_rows: 'skip' });
    expect((await calls.paste(id, ' \n')).statusCode).toBe(422);
    expect((await calls.dropSheet(id)).json().data.sheet).toBeNull();
    expect((await calls.dropSeed(id)).json().data.seed).toBeNull();
  });

  it.each(['pasted', 'a file'])(
    'keeps its sheet, %s, from a test to the save, in the audit log too',
    async (kind) => {
      const { app, database, user } = await enter();
      const calls = callDrafts(app, user);
      const { id } = await openDraft(calls);
      await calls.upload({ draft_id: id }, NEW_SEED);
      if (kind === 'pasted') await calls.paste(id, townsCsv(2));
      else await calls.putSheet(id, 'towns.csv', new TextEncoder().encode(townsCsv(2)));
      const tested = (await calls.test({ draft_id: id })).json().data;
      await waitForRun(app, user, tested.project_id);
      const fields = { draft_id: id, project_id: `${tested.project_id}`, revision: `${tested.revision}` };
      expect((await calls.save(fields)).statusCode).toBe(200);
      const changes = await database.db
        .selectFrom('audit_log')
        .select(['verb', 'after'])
        .where('object_kind', '=', 'project')
        .where('object_id', '=', tested.project_id)
        .orderBy('id')
        .execute();
      expect(changes).toMatchObject([{ verb: 'create' }, { verb: 'update', after: {} }]);
      expect(changes[1]?.after).toEqual({});
    },
  );

  it('becomes a project when saved, and is deleted', async () => {
    const { app, database, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.putSheet(id, 'towns.csv', new TextEncoder().encode(townsCsv(2)));
    const saved = await calls.save({ draft_id: id });
    expect(saved.statusCode, saved.body).toBe(200);
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project).toMatchObject({
      template_file: { name: 'begun.xml' },
      script: townsCsv(2),
      script_name: 'towns.csv',
      report: { state: 'completed', pages_done: 2 },
    });
    expect((await calls.show(id)).statusCode).toBe(404);
    expect(await listOwn(database, user, 'drafts')).toEqual([]);
  });

  it('makes one project, however often its save is sent', async () => {
    const { app, database, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.paste(id, townsCsv(2));
    const first = await calls.save({ draft_id: id });
    const again = await calls.save({ draft_id: id });
    expect(again.json().data).toEqual(first.json().data);
    expect(await listOwn(database, user, 'projects')).toHaveLength(1);
    await waitForRun(app, user, first.json().data.project_id);
    const other = await calls.save({ draft_id: id, title: 'Another' });
    expect(other.statusCode).toBe(404);
    expect(other.json().message).toContain('no longer on the server');
  });

  it('isn’t changed by a test, and a save after it updates the project of the test', async () => {
    const { app, database, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.paste(id, townsCsv(2));
    const picture = await uploadPicture(app, user);
    const tested = await calls.test({ draft_id: id });
    expect(tested.statusCode, tested.body).toBe(200);
    const { project_id: projectId } = tested.json().data;
    const { progress } = await waitForRun(app, user, projectId);
    expect(progress?.samples[0]?.source).toContain('Begun in Town 1');
    const files = [{ name: picture.name }];
    expect(await showDraft(calls, id)).toMatchObject({ is_open: true, seed: { name: 'begun.xml' }, files });
    expect(await showProject(app, user, projectId)).toMatchObject({ files });
    await calls.upload({ draft_id: id }, EDIT_SEED);
    const saved = await calls.save({ draft_id: id });
    expect(saved.json().data.project_id).toBe(projectId);
    const project = await waitForRun(app, user, projectId);
    expect(project).toMatchObject({ template_file: { name: 'edited.xml' }, files });
    expect(project.files).toHaveLength(1);
    expect(await listOwn(database, user, 'projects')).toHaveLength(1);
  });

  it('copies files of another draft of the same user', async () => {
    const { app, database, user, id: projectId } = await start();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.paste(id, townsCsv(2));
    await uploadPicture(app, user);
    const parts = ['seed', 'sheet', 'images'] as const;
    const from = { draft_id: id, parts: [...parts] };
    const whole = (await calls.open('hubspot', undefined, from)).json().data;
    expect(whole).toMatchObject({
      type: 'hubspot',
      is_changed: true,
      seed: { name: 'begun.xml' },
      sheet: { text: townsCsv(2) },
      files: [{ name: expect.stringMatching(/^deck-/) }],
    });
    await calls.discard(whole.id);
    const before = await showDraft(calls, id);
    expect(before.files).toHaveLength(1);
    const ofEdit = (await calls.open('wordpress', projectId, { ...from, parts: ['sheet'] })).json().data;
    expect(ofEdit).toMatchObject({
      project_id: projectId,
      seed: { name: 'seed.xml' },
      sheet: { text: townsCsv(2) },
      files: [],
    });
    const other = await addUser(database.db);
    const stolen = await callDrafts(app, other).open('wordpress', undefined, from);
    expect(stolen.statusCode).toBe(404);
    expect(await listOwn(database, other, 'drafts')).toEqual([]);
  });

  it('requires a seed page and data', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.paste(id, townsCsv(2));
    expect((await calls.save({ draft_id: id })).json().errors).toEqual({
      file: ['Seed Page is required'],
    });
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.dropSheet(id);
    expect((await calls.save({ draft_id: id })).json().errors).toEqual({
      google_spread_sheet: ['Either Google Sheet Link or Manual Spreadsheet Data is required'],
    });
  });

  it('is overridden by the file and the data of a call', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.paste(id, townsCsv(2));
    const seed = townSeed({ content: '<p>Brought to [geo_city]</p>' });
    const saved = await saveProject(app, user, { seed, fields: { draft_id: id, script: townsCsv(4) } });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project).toMatchObject({ template_file: { name: 'seed.xml' }, report: { pages_done: 4 } });
  });
});

describe('the draft of an edit form', () => {
  it('begins as a copy of the project, and leaves the project unchanged', async () => {
    const { app, user, id, calls } = await start();
    const draft = await openDraft(calls, id);
    expect(draft).toMatchObject({
      project_id: id,
      is_changed: false,
      revision: 1,
      fields: { title: 'Plumber', notes: 'Careful', footer_links: '[geo_city]', keep: 'owner' },
      seed: { name: 'seed.xml' },
      sheet: { is_pasted: true, text: townsCsv(3) },
    });
    await calls.upload({ draft_id: draft.id }, EDIT_SEED);
    await calls.keep(draft.id, { ...draft.fields, notes: 'Changed' });
    expect(await showProject(app, user, id)).toMatchObject({
      notes: 'Careful',
      template_file: { name: 'seed.xml' },
    });
  });

  it('is saved by an update, and deleted', async () => {
    const { app, user, id, calls } = await start();
    const draft = await openDraft(calls, id);
    await calls.upload({ draft_id: draft.id }, EDIT_SEED);
    await calls.paste(draft.id, townsCsv(2));
    const saved = await calls.update(id, { draft_id: draft.id, revision: '1' });
    expect(saved.statusCode, saved.body).toBe(200);
    const project = await waitForRun(app, user, id);
    expect(project).toMatchObject({ template_file: { name: 'edited.xml' }, script: townsCsv(2) });
    expect((await calls.show(draft.id)).statusCode).toBe(404);
    const again = await calls.update(id, { draft_id: draft.id, revision: '1' });
    expect(again.json().data).toEqual(saved.json().data);
  });

  it('isn’t changed by a test, which stores nothing', async () => {
    const { app, user, id, calls } = await start();
    const draft = await openDraft(calls, id);
    await calls.upload({ draft_id: draft.id }, EDIT_SEED);
    expect((await calls.test({ draft_id: draft.id, project_id: id })).statusCode).toBe(200);
    const { progress, template_file: seed } = await waitForRun(app, user, id);
    expect(progress?.samples[0]?.source).toContain('Edited in Town 1');
    expect(seed?.name).toBe('seed.xml');
    expect(await showDraft(calls, draft.id)).toMatchObject({ is_open: true, seed: { name: 'edited.xml' } });
  });

  it('can’t be saved into another project', async () => {
    const { app, user, id, calls } = await start();
    const other = (await saveProject(app, user)).json().data.project_id;
    await waitForRun(app, user, other);
    const draft = await openDraft(calls, id);
    expect((await calls.update(other, { draft_id: draft.id })).statusCode).toBe(404);
    expect((await calls.save({ draft_id: draft.id })).statusCode).toBe(404);
  });

  it('is deleted with its project, and its calls return 404', async () => {
    const { app, database, user, id, calls } = await start();
    const draft = await openDraft(calls, id);
    await calls.upload({ draft_id: draft.id }, EDIT_SEED);
    const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
    await app.inject({ method: 'DELETE', url, headers: user.headers });
    expect(await listOwn(database, user, 'drafts')).toEqual([]);
    expect(await listOwn(database, user, 'uploads')).toEqual([]);
    const replies = [
      await calls.show(draft.id),
      await calls.keep(draft.id, draft.fields),
      await calls.upload({ draft_id: draft.id }, EDIT_SEED),
      await calls.update(id, { draft_id: draft.id }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  });
});

describe('uploads without a draft id', () => {
  it('go to the newest open draft of their form, or open one', async () => {
    const { app, user, id, calls } = await start();
    const first = (await calls.upload({}, NEW_SEED)).json().data.draft_id as string;
    expect((await calls.upload({}, EDIT_SEED)).json().data.draft_id).toBe(first);
    const ofEdit = (await calls.upload({ project_id: String(id) }, EDIT_SEED)).json().data.draft_id as string;
    expect(await showDraft(calls, ofEdit)).toMatchObject({ project_id: id, fields: { notes: 'Careful' } });
    const saved = await saveProject(app, user, { fields: { script: townsCsv(2) } });
    expect(saved.statusCode).toBe(200);
    expect((await calls.show(first)).statusCode).toBe(404);
    expect((await calls.show(ofEdit)).statusCode).toBe(200);
  });

  it('are refused if no platform reads them, while a form stores them with their problems', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const broken = { name: 'broken.xml', bytes: new TextEncoder().encode('<rss><channel>') };
    const refused = await calls.upload({}, broken);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ message: 'Error uploading file. Please try again.' });
    const { id } = await openDraft(calls);
    const kept = await calls.upload({ draft_id: id }, broken);
    expect(kept.statusCode).toBe(200);
    expect(kept.json().data.problems).toEqual([expect.objectContaining({ severity: 'fault' })]);
    expect(await showDraft(calls, id)).toMatchObject({ seed: { name: 'broken.xml' } });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.seed).toBeUndefined();
    expect(inspection.problems[0]).toMatchObject({ severity: 'fault', file: 'broken.xml' });
  });
});

describe('drafts that were left', () => {
  it('are all closed; changed ones are offered to their own form', async () => {
    const { id, calls } = await start();
    const [begun, edited, blank] = [
      await openDraft(calls),
      await openDraft(calls, id),
      await openDraft(calls),
    ];
    await calls.keep(begun.id, { title: 'Begun' });
    await calls.keep(edited.id, { ...edited.fields, title: 'Edited' });
    expect((await calls.findClosed()).json().data).toBeNull();
    await calls.leave();
    expect((await calls.findClosed()).json().data).toMatchObject({ id: begun.id, title: 'Begun' });
    expect((await calls.findClosed(id)).json().data).toMatchObject({ id: edited.id, title: 'Edited' });
    for (const draft of [begun, edited, blank])
      expect(await showDraft(calls, draft.id)).toMatchObject({ is_open: false });
    expect((await calls.restore(begun.id)).json().data).toMatchObject({
      is_open: true,
      fields: { title: 'Begun' },
    });
    expect((await calls.findClosed()).json().data).toBeNull();
  });

  it('are offered after a test made a project of them only while they have changes that it lacks', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, NEW_SEED);
    await calls.paste(id, townsCsv(2));
    const tested = await calls.test({ draft_id: id });
    await waitForRun(app, user, tested.json().data.project_id);
    await calls.leave();
    expect((await calls.findClosed()).json().data).toBeNull();
    await calls.restore(id);
    await calls.keep(id, { title: 'Changed since' });
    await calls.leave();
    expect((await calls.findClosed()).json().data).toMatchObject({ id, title: 'Changed since' });
  });

  it('can be opened again for 24 hours, and are neither shown nor opened after them', async () => {
    const { app, user, pass } = await enter();
    const calls = callDrafts(app, user);
    pass(0);
    const { id } = await openDraft(calls);
    await calls.keep(id, { title: 'Begun' });
    await calls.leave();
    // Keeps the session alive.
    for (const hours of [11, 11, 2]) {
      expect((await calls.findClosed()).json().data).toMatchObject({ id });
      pass(hours * HOUR_MS);
    }
    expect((await calls.restore(id)).statusCode).toBe(200);
    await calls.leave();
    pass(11 * HOUR_MS);
    await calls.findClosed();
    pass(11 * HOUR_MS);
    await calls.findClosed();
    pass(2 * HOUR_MS + 1000);
    expect((await calls.findClosed()).json().data).toBeNull();
    expect((await calls.show(id)).statusCode).toBe(404);
    const late = await calls.restore(id);
    expect(late.statusCode).toBe(404);
    expect(late.json().message).toBe('This draft no longer exists.');
  });

  it('are reopened if a form in another tab continues', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const [left, used] = [await openDraft(calls), await openDraft(calls)];
    await calls.leave();
    expect((await calls.upload({ draft_id: used.id }, NEW_SEED)).statusCode).toBe(200);
    await calls.keep(used.id, { title: 'Goes on' });
    expect(await showDraft(calls, used.id)).toMatchObject({ is_open: true, seed: { name: 'begun.xml' } });
    expect(await showDraft(calls, left.id)).toMatchObject({ is_open: false });
  });

  it('are discarded one at a time by the Cancel button', async () => {
    const { calls } = await start();
    const [one, other] = [await openDraft(calls), await openDraft(calls)];
    await calls.keep(one.id, { title: 'One' });
    expect((await calls.discard(one.id)).statusCode).toBe(200);
    await calls.leave();
    expect((await calls.findClosed()).json().data).toBeNull();
    expect((await calls.show(one.id)).statusCode).toBe(404);
    expect((await calls.show(other.id)).statusCode).toBe(200);
  });
});

describe('two tabs with the same form', () => {
  it('work on their own drafts, also concurrently', async () => {
    const { calls } = await start();
    const [one, other] = await Promise.all([openDraft(calls), openDraft(calls)]);
    await Promise.all([
      calls.keep(one.id, { title: 'One' }),
      calls.keep(other.id, { title: 'Other' }),
      calls.upload({ draft_id: one.id }, NEW_SEED),
      calls.upload({ draft_id: other.id }, EDIT_SEED),
    ]);
    expect(await showDraft(calls, one.id)).toMatchObject({
      fields: { title: 'One' },
      seed: { name: 'begun.xml' },
    });
    expect(await showDraft(calls, other.id)).toMatchObject({
      fields: { title: 'Other' },
      seed: { name: 'edited.xml' },
    });
  });

  it('that edit one project: the first save succeeds, and the second is refused with the name of the first', async () => {
    const { app, user, id, calls } = await start();
    const [one, other] = [await openDraft(calls, id), await openDraft(calls, id)];
    expect((await calls.update(id, { draft_id: one.id, revision: '1', notes: 'One' })).statusCode).toBe(200);
    await waitForRun(app, user, id);
    const refused = await calls.update(id, { draft_id: other.id, revision: '1', notes: 'Other' });
    expect(refused.statusCode).toBe(409);
    expect(await showDraft(calls, other.id)).toMatchObject({ is_open: true });
    expect(await showProject(app, user, id)).toMatchObject({ notes: 'One' });
  });
});

describe('a save with an empty draft id', () => {
  it('takes the files of the project, not those of a form that is open', async () => {
    const { app, user, id, calls } = await start();
    const draft = await openDraft(calls, id);
    expect((await calls.upload({ draft_id: draft.id }, EDIT_SEED)).statusCode).toBe(200);
    const { template_file: seed, script } = await showProject(app, user, id);
    const saved = await calls.update(id, { draft_id: '', revision: '1', script: script ?? '' });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await showProject(app, user, id)).template_file).toMatchObject({ name: seed?.name });
    expect(await showDraft(calls, draft.id)).toMatchObject({ seed: { name: 'edited.xml' } });
  });
});

describe('drafts of others', () => {
  it('aren’t found, and nothing is written', async () => {
    const { app, database, user, id, calls } = await start();
    const draft = await openDraft(calls);
    const before = await listOwn(database, user, 'drafts');
    const other = await addUser(database.db);
    const theirs = callDrafts(app, other);
    for (const which of [draft.id, NO_ID, 'mine']) {
      const replies = [
        await theirs.show(which),
        await theirs.keep(which, { title: 'Stolen' }),
        await theirs.restore(which),
        await theirs.discard(which),
        await theirs.paste(which, townsCsv(1)),
        await theirs.readSheetAs(which, { hidden_rows: 'include' }),
        await theirs.dropSheet(which),
        await theirs.dropSeed(which),
        await theirs.fetchSheet(which),
        await theirs.inspect(which),
        await theirs.estimate(which),
        await theirs.fix(which, { kind: 'convert' }),
        await theirs.problemSheet(which),
      ];
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    }
    expect((await theirs.upload({ draft_id: draft.id }, NEW_SEED)).statusCode).toBe(404);
    expect((await theirs.save({ draft_id: draft.id })).statusCode).toBe(404);
    expect((await theirs.open('wordpress', id)).statusCode).toBe(404);
    expect((await theirs.findClosed(id)).statusCode).toBe(404);
    expect(await listOwn(database, user, 'drafts')).toEqual(before);
    for (const table of ['drafts', 'uploads', 'projects'] as const)
      expect(await listOwn(database, other, table)).toEqual([]);
  });

  it('are hidden from members of the same agency, whose project it is', async () => {
    const { app, database, user: ada } = await enter();
    const ben = await addUser(database.db);
    const agency = await addAgency(database.db, [ada, ben]);
    const id: number = (await saveProject(app, ada)).json().data.project_id;
    await waitForRun(app, ada, id);
    const [hers, his] = [callDrafts(app, ada), callDrafts(app, ben)];
    const draft = await openDraft(hers, id);
    await hers.keep(draft.id, { ...draft.fields, notes: 'Hers' });
    expect((await his.show(draft.id)).statusCode).toBe(404);
    expect((await his.update(id, { draft_id: draft.id })).statusCode).toBe(404);
    expect(await openDraft(his, id)).toMatchObject({ fields: { notes: '' } });
    await hers.leave();
    expect((await his.findClosed(id)).json().data).toBeNull();

    await runSql(database, `delete from members where workspace_id = ${agency} and user_id = ${ada.userId}`);
    expect((await hers.show(draft.id)).statusCode).toBe(404);
    expect((await hers.findClosed(id)).statusCode).toBe(404);
  });

  it('of a project whose agency was deactivated can be read, but not changed', async () => {
    const { app, database, user } = await enter();
    const agency = await addAgency(database.db, [user]);
    const id: number = (await saveProject(app, user)).json().data.project_id;
    await waitForRun(app, user, id);
    const calls = callDrafts(app, user);
    const draft = await openDraft(calls, id);
    await runSql(database, `update workspaces set status = 'not_active' where id = ${agency}`);
    expect((await calls.show(draft.id)).statusCode).toBe(200);
    const replies = [
      await calls.keep(draft.id, draft.fields),
      await calls.paste(draft.id, townsCsv(1)),
      await calls.upload({ draft_id: draft.id }, NEW_SEED),
      await calls.update(id, { draft_id: draft.id }),
      await calls.open('wordpress', id),
    ];
    expect(replies.map((reply) => reply.json().code)).toEqual(Array(5).fill('read_only'));
    expect((await calls.discard(draft.id)).statusCode).toBe(200);
  });
});
