/** Before a save, a form shows pages this month under the plan of the workspace, and those that it would add. */
import { expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft } from '#testkit/draft-calls.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { useBilling } from '../billing/billing-fixture.ts';

const start = useBilling(useTestApp);

it('counts used and added pages, and names a plan with enough', async () => {
  const { app, user, database } = await start();
  const saved = await saveProject(app, user, { fields: { script: townsCsv(3) } });
  await waitForRun(app, user, saved.json().data.project_id);
  const calls = callDrafts(app, user);
  const { id } = await openDraft(calls);
  const empty = { plan: 'Free', limit: 500, used: 3, adding: 0, upgrade: null };
  expect((await inspectDraft(calls, id)).limits).toEqual({ ...empty, resets_at: expect.any(String) });
  await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes: townSeed() });
  await calls.paste(id, townsCsv(497));
  expect((await inspectDraft(calls, id)).limits).toMatchObject({ adding: 497, upgrade: null });
  await calls.paste(id, townsCsv(498));
  expect((await inspectDraft(calls, id)).limits).toMatchObject({
    adding: 498,
    upgrade: { name: 'Starter', limit: 5000 },
  });
  const admin = await addUser(database.db, { role: 'admin' });
  const theirs = callDrafts(app, admin);
  expect((await inspectDraft(theirs, (await openDraft(theirs)).id)).limits).toBeNull();
});

it('doesn’t count images as pages', async () => {
  const { app, user } = await start();
  const calls = callDrafts(app, user);
  const { id } = await openDraft(calls, undefined, 'geocoder');
  await calls.paste(id, 'geo_city,latitude,longitude\r\nAustin,30.3,-97.7\r\n');
  const { inspection, limits } = await inspectDraft(calls, id);
  expect([inspection.outcome?.pages, limits]).toEqual([1, null]);
});
