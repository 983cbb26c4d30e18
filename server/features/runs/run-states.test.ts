/** Tables of the allowed actions for each state of the last run, and of the resulting states. */
import { expect, it } from 'vitest';
import type { FileName } from '#contract/files.contract.ts';
import { saveProject, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { signUrl } from '../files/signed-address.rules.ts';
import { deriveKey } from '#server/gateways/secret-key.ts';

const SECRET = 'a secret that only this test knows, of sufficient length';
const KEY = deriveKey(SECRET, 'signed URLs');
const SKIPPING = `${townsCsv(2)}Town 9,town-1\r\n`;

const enter = useTestApp({ config: { secretKey: SECRET } });

/** Starts with one project that completed with skipped rows; all others are copies of it. */
async function start() {
  // A superadmin has no limit on runs.
  const stage = await enter({ role: 'superadmin' });
  const { app, user } = stage;
  const saved = await saveProject(app, user, { fields: { script: SKIPPING } });
  const { id: project } = await waitForRun(app, user, saved.json().data.project_id);
  return { ...stage, model: { project, run: saved.json().data.run_id as number } };
}

type Place = Awaited<ReturnType<typeof start>>;

interface Case {
  place: Place;
  id: number;
  run: number;
}

/** Copies the project with a run in the given state; only completed runs have parts and files. */
async function make(place: Place, kind: 'save' | 'test', state: string): Promise<Case> {
  const { database, model } = place;
  const { files } = place.store;
  const [project] = await runSql<{ id: number }>(
    database,
    `insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links, seed_id, sheet_id,
      created_at, updated_at)
    select workspace_id, created_by, gen_random_uuid(), title, type, notes, google_spread_sheet, footer_links, seed_id, sheet_id,
      created_at, updated_at from projects where id = ${model.project} returning id`,
  );
  const id = project?.id ?? 0;
  const isCompleted = state.startsWith('completed');
  const skipped = state === 'completed_with_skips' ? 1 : 0;
  const [made] = await runSql<{ id: number }>(
    database,
    `insert into runs (project_id, started_by, kind, state, title, footer_links, seed_id, sheet_id, skipped, pages_done,
      report, created_at)
    select ${id}, started_by, '${kind}', '${state}', title, footer_links, seed_id, sheet_id, ${skipped}, 2,
      ${isCompleted ? `jsonb_set(report, '{has_skipped_rows}', '${skipped === 1}')` : 'null'}, created_at
    from runs where id = ${model.run} returning id`,
  );
  const run = made?.id ?? 0;
  const current = isCompleted && kind === 'save' ? run : 'null';
  await runSql(
    database,
    `update projects set last_run_id = ${run}, current_run_id = ${current} where id = ${id}`,
  );
  if (isCompleted) {
    await runSql(
      database,
      `insert into run_parts select ${run}, position, name, size, pages, sha256, storage_key
      from run_parts where run_id = ${model.run}`,
    );
    await files.put(`runs/${run}/formed-links.html`, new TextEncoder().encode('<br>'));
    if (skipped === 1)
      await files.put(`runs/${run}/skipped-rows.csv`, new TextEncoder().encode('row,why\r\n'));
  }
  return { place, id, run };
}

const readRun = async ({ place, run }: Case) =>
  await place.database.db.selectFrom('runs').selectAll().where('id', '=', run).executeTakeFirst();

async function call({ place }: Case, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const { app, user } = place;
  const payload = body === undefined ? {} : { payload: body };
  return await app.inject({ method, url: `/api/v1/${path}`, headers: user.headers, ...payload });
}

/** @returns `begins` if a new run was started, or the error code */
function describeBeginning(given: Case, reply: Awaited<ReturnType<typeof call>>): string {
  if (reply.statusCode !== 200) return `${reply.statusCode} ${reply.json().code}`;
  const { project_id: project, run_id: run } = reply.json().data;
  return project === given.id && run !== given.run ? 'begins' : 'begins nothing';
}

async function describeRun(given: Case, before: string): Promise<string> {
  const run = await readRun(given);
  if (run === undefined) return 'gone';
  if (run.state === 'canceled' && before !== 'canceled') return 'stopped';
  if (run.state !== before) return run.state;
  return run.is_cancel_wanted ? 'asked to stop' : 'stays';
}

/** Requests a file with a valid signature, even if no page would show its URL. */
async function fetchFile({ place, run }: Case, file: Omit<FileName, 'id'>): Promise<string> {
  const { app, user } = place;
  const id = file.kind === 'part' ? `${run}-1` : String(run);
  const url = signUrl(KEY, { ...file, id }, { owner: user.userId, now: new Date() });
  const { statusCode } = await app.inject({ url });
  return statusCode === 200 ? 'sent' : String(statusCode);
}

type Action = (given: Case, state: string) => Promise<string>;

const ACTIONS: Record<string, Action> = {
  save: async (given, state) => {
    const { app, user } = given.place;
    const fields = { title: 'Plumber', type: 'WordPress', script: townsCsv(3), revision: '1' };
    const saved = await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${given.id}`, fields });
    return `${describeBeginning(given, saved)}, ${await describeRun(given, state)}`;
  },
  test: async (given, state) => {
    const body = { title: 'Plumber', type: 'wordpress', script: townsCsv(3), project_id: given.id };
    const reply = await call(given, 'POST', 'save-test', body);
    return `${describeBeginning(given, reply)}, ${await describeRun(given, state)}`;
  },
  cancel: async (given, state) => {
    const { statusCode } = await call(given, 'POST', `projects/${given.id}/cancel`);
    return statusCode === 200 ? await describeRun(given, state) : String(statusCode);
  },
  leave: async (given, state) => {
    const { statusCode } = await call(given, 'GET', 'project/cancel-project');
    return statusCode === 200 ? await describeRun(given, state) : String(statusCode);
  },
  restore: async (given) => {
    const reply = await call(given, 'POST', `projects/${given.id}/runs/${given.run}/restore`);
    return reply.statusCode === 200 ? 'restored' : `${reply.statusCode} ${reply.json().code}`;
  },
  part: (given) => fetchFile(given, { kind: 'part', name: 'plumber.xml' }),
  zip: (given) => fetchFile(given, { kind: 'zip', name: 'plumber.zip' }),
  'skipped rows': (given) => fetchFile(given, { kind: 'skipped', name: 'skipped-rows.csv' }),
  delete: async (given, state) => {
    const path = `projects?project_id=${given.id}&type=wordpress`;
    const [first, again] = [await call(given, 'DELETE', path), await call(given, 'DELETE', path)];
    const statuses = `${first.statusCode}, then ${again.statusCode}`;
    return statuses === '200, then 404' ? await describeRun(given, state) : statuses;
  },
};

/** Each action on a fresh project, because most of them change it. */
async function describeRow(
  place: Place,
  kind: 'save' | 'test',
  state: string,
): Promise<Record<string, string>> {
  const row: Record<string, string> = {};
  for (const [name, act] of Object.entries(ACTIONS))
    row[name] = await act(await make(place, kind, state), state);
  return row;
}

const NO_FILES = { part: '404', zip: '404', 'skipped rows': '404' };
const WORKING = {
  save: '409 run_in_progress, stays',
  test: 'begins, stays',
  cancel: 'asked to stop',
  leave: 'stays',
  restore: '409 conflict',
  ...NO_FILES,
  delete: 'gone',
};
const ENDED = {
  save: 'begins, stays',
  test: 'begins, stays',
  cancel: 'stays',
  leave: 'stays',
  delete: 'gone',
};
const NEVER_COMPLETED = { ...ENDED, restore: '409 conflict', ...NO_FILES };

it('a full run can be replaced, canceled, restored and downloaded according to its state', async () => {
  const expected = {
    queued: { ...WORKING, cancel: 'stopped' },
    planning: WORKING,
    running: WORKING,
    auditing: WORKING,
    // The next run replaces the question.
    waiting_for_split: {
      ...WORKING,
      save: 'begins, stopped',
      test: 'begins, stopped',
      cancel: 'stopped',
      leave: 'stopped',
    },
    completed: { ...ENDED, restore: 'restored', part: 'sent', zip: 'sent', 'skipped rows': '404' },
    completed_with_skips: {
      ...ENDED,
      restore: 'restored',
      part: 'sent',
      zip: 'sent',
      'skipped rows': 'sent',
    },
    failed: NEVER_COMPLETED,
    canceled: NEVER_COMPLETED,
  };
  const place = await start();
  const found: Record<string, Record<string, string>> = {};
  for (const state of Object.keys(expected)) found[state] = await describeRow(place, 'save', state);
  expect(found).toEqual(expected);
});

it('a test does not delay saves, never replaces a full run, and ends independently', async () => {
  const working = { ...WORKING, save: 'begins, stays', test: '409 run_in_progress, stays' };
  const expected = {
    queued: { ...working, cancel: 'stopped' },
    planning: working,
    running: working,
    auditing: working,
    completed: { ...ENDED, restore: '409 conflict', part: 'sent', zip: 'sent', 'skipped rows': '404' },
    failed: NEVER_COMPLETED,
    canceled: NEVER_COMPLETED,
  };
  const place = await start();
  const found: Record<string, Record<string, string>> = {};
  for (const state of Object.keys(expected)) found[state] = await describeRow(place, 'test', state);
  expect(found).toEqual(expected);
});
