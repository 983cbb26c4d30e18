/** Private sheets: read in the form and in a run with the Google connection of the caller. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { type GoogleSheets, startGoogleSheets } from '../../../sim/google-sheets.ts';
import { consent, finish, send, useGoogle } from './integrations-fixture.ts';

const SEARCH = 'https://www.googleapis.com/auth/webmasters.readonly';
const SHEETS = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const HEAD = ['geo_city', 'geo_url', 'note'];

let docs: GoogleSheets;
beforeAll(async () => {
  docs = await startGoogleSheets();
});
afterAll(() => docs.close());
const start = useGoogle((surround) =>
  useTestApp(async (onEnd) => {
    const { config, ...rest } = typeof surround === 'function' ? await surround(onEnd) : (surround ?? {});
    return { ...rest, config: { ...config, sheetsBase: docs.base } };
  }),
);

/** Publishes a sheet that one account may open and that redirects everyone else to the sign-in. */
async function startPrivate(account = 'ada@example.com') {
  const stage = await start();
  const link = docs.share({ title: 'Towns', tabs: [], trouble: 'sign-in' });
  const id = /\/d\/([^/]+)/.exec(link)?.[1] ?? '';
  stage.google.account = account;
  stage.google.sheets.set(id, {
    title: 'Our towns',
    readers: [account],
    tabs: [
      {
        gid: 0,
        name: "Ada's towns",
        values: [HEAD, ['Austin, TX', 'austin', '=1+1'], ['', '', ''], ['Waco', 'waco', '']],
        rowCount: 1_000,
      },
      { gid: 77, name: 'More', values: [HEAD, ['Dallas', 'dallas', 'x']] },
    ],
  });
  return { ...stage, link, id };
}

async function allow({ app }: Stage, user: SignedInUser, form: Record<string, string> = { sheets: 'on' }) {
  const begun = await send(app, user, 'integrations/google/connect?wanted=sheets');
  const { url } = begun.json<{ data: { url: string } }>().data;
  return finish(app, user, await consent(url, form));
}

async function read({ app }: Stage, user: SignedInUser, link: string) {
  const drafts = callDrafts(app, user);
  const { id } = await openDraft(drafts);
  await drafts.keep(id, { google_spread_sheet: link });
  const reply = await drafts.fetchSheet(id);
  return Object.assign(reply, { inspect: async () => (await inspectDraft(drafts, id)).inspection.table });
}

async function readFault(stage: Stage, user: SignedInUser, link: string): Promise<string> {
  const reply = await read(stage, user, link);
  expect(reply.statusCode, reply.body).toBe(422);
  const { errors } = reply.json<{ errors: { google_spread_sheet: string[] } }>();
  expect(errors.google_spread_sheet).toHaveLength(1);
  return errors.google_spread_sheet[0] ?? '';
}

it('reads the linked tab of a private sheet as shown, in the form and in a run', async () => {
  const stage = await startPrivate();
  const { app, user, link } = stage;
  expect(await readFault(stage, user, link)).toMatch(
    /let Geoloom read your private sheets under Integrations/,
  );
  expect((await allow(stage, user)).json().data.scope).toEqual(['openid', 'email', SHEETS]);
  const table = await (await read(stage, user, link)).inspect();
  expect(table).toMatchObject({
    file: "Our towns - Ada's towns.csv",
    rows: [
      { row: 2, cells: ['Austin, TX', 'austin', '=1+1'] },
      { row: 4, cells: ['Waco', 'waco', ''] },
    ],
  });
  expect(table?.columns.map(({ name }) => name)).toEqual(['geo_city', 'geo_url', 'note']);
  const other = link.replace('/edit?usp=sharing', '/edit#gid=77');
  expect((await (await read(stage, user, other)).inspect())?.file).toBe('Our towns - More.csv');
  expect(await readFault(stage, user, other.replace('77', '78'))).toMatch(/doesn’t have that tab/);
  const saved = await saveProject(app, user, { fields: { script: '', google_spread_sheet: other } });
  const project = await waitForRun(app, user, saved.json().data.project_id);
  expect(project).toMatchObject({
    google_spread_sheet: other,
    report: { state: 'completed', pages_done: 1 },
  });
});

it('requests sheets in addition to the scopes that were granted before', async () => {
  const stage = await startPrivate('both@example.com');
  const { app, user, link } = stage;
  const begun = await send(app, user, 'integrations/google/connect');
  const first = new URL(begun.json<{ data: { url: string } }>().data.url);
  expect(first.searchParams.get('scope')).toBe(`openid email ${SEARCH}`);
  await finish(app, user, await consent(first.href));
  expect(await readFault(stage, user, link)).toMatch(/under Integrations/);
  const { data } = (await allow(stage, user)).json();
  expect(data).toMatchObject({ is_own: true, scope: ['openid', 'email', SHEETS, SEARCH] });
  expect(data.properties).toHaveLength(2);
  expect((await send(app, user, 'integrations')).json().data).toHaveLength(1);
  expect((await read(stage, user, link)).statusCode).toBe(200);
});

it('connects and checks a consent to sheets only, and rejects one without sheets', async () => {
  const stage = await startPrivate('alone@example.com');
  const { app, google, user } = stage;
  expect((await allow(stage, user, {})).json()).toMatchObject({ code: 'scope_missing' });
  expect((await send(app, user, 'integrations')).json().data).toEqual([]);
  expect((await allow(stage, user)).statusCode).toBe(201);
  const check = async () => (await send(app, user, 'integrations/gsc-check-connection')).json().data;
  expect(await check()).toMatchObject({ connected: true, properties: [] });
  google.revokeAll();
  expect(await check()).toMatchObject({ connected: false });
});

it('reports a missing permission, a revoked consent, an exceeded quota and an outage', async () => {
  const stage = await startPrivate('fault@example.com');
  const { app, google, user, link, id } = stage;
  await allow(stage, user);
  const sheet = google.sheets.get(id);
  if (sheet === undefined) throw new Error('There is no sheet.');
  google.sheets.set(id, { ...sheet, readers: ['ben@example.com'] });
  expect(await readFault(stage, user, link)).toMatch(/account that you connected doesn’t have access to it/);
  google.sheets.delete(id);
  expect(await readFault(stage, user, link)).toMatch(/doesn’t have access to it/);
  google.sheets.set(id, sheet);
  for (const [trouble, text] of [
    ['quota', /limiting our requests/],
    ['down', /isn’t responding/],
  ] as const) {
    google.trouble = trouble;
    const reply = await read(stage, user, link);
    expect([reply.statusCode, reply.json().message]).toEqual([502, expect.stringMatching(text)]);
  }
  google.trouble = undefined;
  google.revokeAll();
  for (const _ of [1, 2]) expect(await readFault(stage, user, link)).toMatch(/Connect Google again/);
  expect((await send(app, user, 'integrations')).json().data[0].status).toBe('revoked');
});

it('accepts up to 32 MiB, in one response or several', async () => {
  const stage = await startPrivate('large@example.com');
  const { google, user, link, id } = stage;
  await allow(stage, user);
  const write = (rows: number, letters: number) => {
    const row = ['x'.repeat(letters), 'a', 'b'];
    const values = Array.from({ length: rows }, () => row);
    google.sheets.set(id, {
      title: 'Large',
      readers: [google.account],
      tabs: [{ gid: 0, name: 'L', values }],
    });
  };
  write(1_000, 34_000);
  expect(await readFault(stage, user, link)).toMatch(/larger than 32 MiB/);
  google.calls.length = 0;
  write(30_000, 2_000);
  expect(await readFault(stage, user, link)).toMatch(/larger than 32 MiB/);
  expect(google.calls.length).toBeLessThan(6);
});

it('uses a connection only for its user, not for other members or a superadmin signed in as that user', async () => {
  const stage = await startPrivate('own@example.com');
  const { app, database, user, link } = stage;
  const ben = await addUser(database.db);
  await addAgency(database.db, [user, ben]);
  await allow(stage, user);
  expect((await read(stage, user, link)).statusCode).toBe(200);
  expect((await send(app, ben, 'integrations')).json().data[0].is_own).toBe(false);
  expect(await readFault(stage, ben, link)).toMatch(/under Integrations/);
  const { sessionId: parentId } = await addUser(database.db, { role: 'superadmin' });
  await database.db
    .updateTable('sessions')
    .set({ parent_id: parentId })
    .where('id', '=', user.sessionId)
    .execute();
  expect(await readFault(stage, user, link)).toMatch(/under Integrations/);
});
