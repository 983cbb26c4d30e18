/** Attacks on drafts: ids of other users, values that can't be stored, and too many drafts. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUser, listOwn } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { raceWith } from '#testkit/race.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { uploadPicture } from '../workspaces/full-workspace-fixture.ts';

const enter = useTestApp();
const SEED = { name: 'seed.xml', bytes: townSeed() };
const encode = (text: string) => new TextEncoder().encode(text);

/** A user with a draft that is ready to save. */
async function start() {
  const stage = await enter();
  const calls = callDrafts(stage.app, stage.user);
  const { id } = await openDraft(calls);
  await calls.upload({ draft_id: id }, SEED);
  await calls.putSheet(id, 'towns.csv', encode(townsCsv(3)));
  return { ...stage, calls, id };
}

const uploadPrimary = ({ app }: Stage, user: Stage['user'], draftId: string) =>
  sendForm(app, user, {
    url: '/api/v1/images/upload-primary',
    fields: { type: 'wordpress', draft_id: draftId },
    file: { name: 'a.jpg', bytes: encode('no image'), type: 'image/jpeg' },
  });

describe('the draft id of another user', () => {
  it('in the body of a call finds and changes nothing, for every role', async () => {
    const stage = await start();
    const { app, database, user, calls, id } = stage;
    const [member, leader] = [await addUser(database.db), await addUser(database.db)];
    await addAgency(database.db, [leader, user, member]);
    const superadmin = await addUser(database.db, { role: 'superadmin' });
    const before = await listOwn(database, user, 'drafts');
    for (const other of [member, leader, superadmin, await addUser(database.db)]) {
      const theirs = callDrafts(app, other);
      const saved = await saveProject(app, other);
      const projectId: number = saved.json().data.project_id;
      await waitForRun(app, other, projectId);
      const replies = [
        await theirs.save({ draft_id: id }),
        await theirs.save({ draft_id: id, script: townsCsv(1) }),
        await theirs.test({ draft_id: id }),
        await theirs.update(projectId, { draft_id: id, revision: '1' }),
        await theirs.upload({ draft_id: id }, SEED),
        await uploadPrimary(stage, other, id),
        await theirs.open('wordpress', undefined, { draft_id: id, parts: ['seed', 'sheet', 'images'] }),
        await theirs.open('wordpress', projectId, { draft_id: id, parts: [] }),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(404));
      expect(await listOwn(database, other, 'drafts')).toEqual([]);
      expect(await listOwn(database, other, 'projects')).toHaveLength(1);
    }
    expect(await listOwn(database, user, 'drafts')).toEqual(before);
    expect((await inspectDraft(calls, id)).inspection.outcome?.pages).toBe(3);
  });

  it('has no effect as the key of a new project', async () => {
    const { app, database, user, calls, id } = await start();
    const other = await addUser(database.db);
    const taken = await saveProject(app, other, { fields: { key: id } });
    expect(taken.statusCode, taken.body).toBe(200);
    await waitForRun(app, other, taken.json().data.project_id);
    const saved = await calls.save({ draft_id: id });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json().data.project_id).not.toBe(taken.json().data.project_id);
    await waitForRun(app, user, saved.json().data.project_id);
    await calls.leave();
    expect(await listOwn(database, other, 'projects')).toHaveLength(1);
  });
});

describe('a former member', () => {
  it('saves uploads made for the agency into a personal workspace, and can’t read its projects', async () => {
    const { app, database, user } = await enter();
    const leader = await addUser(database.db);
    const agency = await addAgency(database.db, [leader, user]);
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(2));
    const saved = await saveProject(app, leader);
    const projectId: number = saved.json().data.project_id;
    await waitForRun(app, leader, projectId);
    const ofAgency = await openDraft(calls, projectId);
    await runSql(database, `delete from members where workspace_id = ${agency} and user_id = ${user.userId}`);
    const replies = [
      await calls.show(ofAgency.id),
      await calls.inspect(ofAgency.id),
      await calls.problemSheet(ofAgency.id),
      await calls.keep(ofAgency.id, { title: 'Mine' }),
      await calls.open('wordpress', undefined, { draft_id: ofAgency.id, parts: ['seed'] }),
      await calls.save({ draft_id: ofAgency.id }),
      await calls.update(projectId, { draft_id: ofAgency.id }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(404));
    const own = await calls.save({ draft_id: id });
    expect(own.statusCode, own.body).toBe(200);
    const [project] = await listOwn(database, user, 'projects');
    expect(project?.workspace_id).toBe(user.workspaceId);
    await waitForRun(app, user, own.json().data.project_id);
  });
});

describe('values that users don’t type', () => {
  it.each(['nonsense', 'constructor', '__proto__', 'replacement', 'utf-8\0', '\ud800', ''])(
    'such as the encoding %j are refused, and the draft can be read as before',
    async (encoding) => {
      const { calls, id } = await start();
      const refused = await calls.readSheetAs(id, { encoding });
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['encoding']]);
      expect((await inspectDraft(calls, id)).inspection.outcome?.pages).toBe(3);
    },
  );

  it('such as names of tabs change nothing but the draft', async () => {
    const { calls, id } = await start();
    expect((await calls.readSheetAs(id, { sheet_name: 'a\0' })).statusCode).toBe(422);
    for (const name of ['__proto__', '\ud800', '<b>'])
      expect((await calls.readSheetAs(id, { sheet_name: name })).statusCode, name).toBe(200);
    expect((await showDraft(calls, id)).sheet?.sheet_name).toBe('<b>');
    expect((await inspectDraft(calls, id)).inspection.outcome?.pages).toBe(3);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'such as the placeholder [%s] are only filled from the column of that name',
    async (name) => {
      const { calls, id } = await start();
      const bytes = townSeed({ content: `<p>[${name}] in [geo_city]</p>` });
      await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes });
      const placeholders = async () => {
        const { seed } = (await inspectDraft(calls, id)).inspection;
        return seed?.placeholders.map(({ text, columns, choice }) => ({ text, columns, choice }));
      };
      const usual = ['[geo_city]', '[geo_url]'].map((text) => ({ text, columns: [text.slice(1, -1)] }));
      expect((await placeholders())?.map(({ columns }) => columns)).not.toContainEqual([name]);
      await calls.putSheet(id, 'towns.csv', encode(`geo_city,geo_url,${name}\nWaco,waco,x\n`));
      expect(await placeholders()).toEqual(
        expect.arrayContaining([...usual, { text: `[${name}]`, columns: [name] }]),
      );
    },
  );

  it('such as a missing row or column change nothing', async () => {
    const { calls, id, pass } = await start();
    // The URL of the seed names the minute when it expires.
    pass(0);
    const before = await showDraft(calls, id);
    for (const row of [1, 2, 5, Number.MAX_SAFE_INTEGER])
      for (const field of ['__proto__', 'constructor', ''])
        expect((await calls.fix(id, { kind: 'cell', row, field, value: '\0' })).json().data.is_fixed).toBe(
          false,
        );
    expect(
      (await calls.fix(id, { kind: 'seed', code: '__proto__', line: 1, column: 1 })).json().data.is_fixed,
    ).toBe(false);
    expect(await showDraft(calls, id)).toEqual(before);
  });

  it('such as formulas are text in the sheet of rows with a problem', async () => {
    const { calls, id } = await start();
    await calls.putSheet(
      id,
      'towns.csv',
      encode('geo_city,geo_url,=note\n=cmd|A1,waco,@SUM(1)\n-2+3,waco,"\t=1\n+1"\n'),
    );
    const sent = await calls.problemSheet(id);
    expect(sent.headers['content-disposition']).toMatch(/^attachment/);
    const cells = sent.body.replace('\ufeff', '').split(/[,\r\n]+/);
    expect(cells.filter((cell) => /^"?[\s=+@-]/.test(cell) && cell.trim() !== '')).toEqual([]);
    expect(sent.body).toContain("'-2+3");
  });

  it.each([
    '../../../etc/passwd.csv',
    '<img src=x onerror=alert(1)>.csv',
    'a\0b.csv',
    'a\r\nb: c.csv',
    '\ud800.csv',
  ])('such as the file name %j are stored as text, and don’t act as paths', async (name) => {
    const { database, user, calls, id } = await start();
    const put = await calls.putSheet(id, name, encode(townsCsv(2)));
    expect(put.statusCode, put.body).toBe(200);
    expect(put.json().data.sheet.name).not.toMatch(/[\0\r\n/]/);
    for (const { storage_key: key } of await listOwn(database, user, 'uploads'))
      expect(key).toMatch(/^uploads\/[\w/.-]+$/);
    expect((await inspectDraft(calls, id)).inspection.outcome?.pages).toBe(2);
  });
});

inDeepTier(() => {
  describe('an image that can’t be tagged', () => {
    it('can’t get into a Geocoder, by the type of a call or from a draft of another type', async () => {
      const { app, user } = await enter();
      const calls = callDrafts(app, user);
      const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
        .png()
        .toBuffer();
      const upload = (draftId: string) =>
        sendForm(app, user, {
          url: '/api/v1/images/upload-primary',
          fields: { type: 'wordpress', draft_id: draftId },
          file: { name: 'a.png', bytes, type: 'image/png' },
        });
      const geocoder = await openDraft(calls, undefined, 'geocoder');
      expect((await upload(geocoder.id)).json().errors).toEqual({ file: ['Choose a JPEG image'] });
      const pages = await openDraft(calls);
      expect((await upload(pages.id)).statusCode).toBe(200);
      const from = { draft_id: pages.id, parts: ['images' as const] };
      const { id } = (await calls.open('geocoder', undefined, from)).json().data;
      await calls.paste(id, 'city,lat,lng\nWaco,31.5,-97.1\n');
      const refused = await calls.save({ draft_id: id, type: 'geocoder' });
      expect(refused.json().errors).toEqual({
        file: ['a.png isn’t a JPEG image. Remove it, or choose a JPEG image instead'],
      });
    });
  });
});

inDeepTier(() => {
  describe('many drafts', () => {
    it('are limited to 100 per user: unchanged ones are deleted first, then the oldest', async () => {
      const { app, database, user, calls, id } = await start();
      const unchanged = await openDraft(calls);
      await runSql(
        database,
        `insert into drafts (id, user_id, type, fields, is_open, is_changed, updated_at)
       select gen_random_uuid(), ${user.userId}, 'wordpress', fields, true, true, now() + n * interval '1 second'
       from drafts, generate_series(1, 98) as n where id = '${id}'`,
      );
      const other = callDrafts(app, await addUser(database.db));
      const { id: theirs } = await openDraft(other);
      const newest = await openDraft(calls);
      expect((await calls.show(unchanged.id)).statusCode).toBe(404);
      expect((await calls.show(id)).statusCode).toBe(200);
      await calls.keep(newest.id, { title: 'Changed' });
      await openDraft(calls);
      expect((await calls.show(id)).statusCode).toBe(404);
      expect((await calls.show(newest.id)).statusCode).toBe(200);
      expect((await other.show(theirs)).statusCode).toBe(200);
      expect(await listOwn(database, user, 'drafts')).toHaveLength(100);
    });
  });
});

it('two concurrent saves of one draft make one project with one run', async () => {
  const { app, database, user, calls, id } = await start();
  const replies = await Promise.all([calls.save({ draft_id: id }), calls.save({ draft_id: id })]);
  const [one, other] = replies.map((reply) => reply.json().data);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(other).toEqual(one);
  expect(await listOwn(database, user, 'projects')).toHaveLength(1);
  expect(await listOwn(database, user, 'runs')).toHaveLength(1);
  await waitForRun(app, user, one.project_id);
});

inDeepTier(() => {
  describe('a draft that is discarded', () => {
    it('during a save leaves no project without its images', async () => {
      const { app, database, user } = await enter();
      const calls = callDrafts(app, user);
      const { id } = await openDraft(calls);
      await calls.upload({ draft_id: id }, SEED);
      await calls.paste(id, townsCsv(2));
      await uploadPicture(app, user);
      const saved = await raceWith(
        database.db,
        (trx) => trx.deleteFrom('drafts').where('id', '=', id).execute(),
        () => calls.save({ draft_id: id }),
      );
      expect(saved.statusCode).toBe(404);
      expect(await listOwn(database, user, 'projects')).toEqual([]);
    });

    it('during a fix leaves none of its files in use', async () => {
      const { database, user, calls, id } = await start();
      await calls.paste(id, 'geo_city,geo_url\nWaco,waco\nUlm,waco\n');
      const fixed = await raceWith(
        database.db,
        (trx) => trx.deleteFrom('drafts').where('id', '=', id).execute(),
        () => calls.fix(id, { kind: 'remove-row', row: 3 }),
      );
      expect(fixed.statusCode).toBe(404);
      expect(await listOwn(database, user, 'drafts')).toEqual([]);
    });

    it('during the upload of a sheet also deletes the sheet', async () => {
      const { database, user, calls, id } = await start();
      const put = await raceWith(
        database.db,
        (trx) => trx.deleteFrom('drafts').where('id', '=', id).execute(),
        () => calls.putSheet(id, 'late.csv', encode(townsCsv(1))),
      );
      expect(put.statusCode).toBe(404);
      expect(await listOwn(database, user, 'drafts')).toEqual([]);
    });
  });
});
