/** How many earlier runs keep their files is a matter of the plan: of its metadata at Stripe, or of an individual offer. */
import { expect, it } from 'vitest';
import { addPerson } from '#testkit/people.ts';
import { saveProject, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { post, show, subscribe, useBilling } from './billing-fixture.ts';

const start = useBilling(useTestApp);

/** Runs a project so often. @returns its number */
async function makeRuns({ app, person }: Pick<Stage, 'app' | 'person'>, count: number): Promise<number> {
  let id = 0;
  for (let rows = 1; rows <= count; rows += 1) {
    const fields: Record<string, string> = { script: townsCsv(rows) };
    if (id > 0) fields['project_id'] = String(id);
    id = (await saveProject(app, person, { fields })).json().data.project_id;
    await waitForRun(app, person, id);
  }
  return id;
}

it('an individual offer, a plan and no plan keep different numbers of runs', async () => {
  const { app, database, person: offered } = await start();
  const admin = await addPerson(database.db, { role: 'admin' });
  const [paying, free, older] = [
    await addPerson(database.db),
    await addPerson(database.db),
    await addPerson(database.db),
  ];
  const limits = { max_domains: 5, max_projects: 5, max_pages_month: 500, max_members: 5 };
  const offer = { user_id: offered.userId, value: true, limits: { ...limits, keep_runs: 1 } };
  expect((await post(app, admin, 'users/switcher-individual-offer', offer)).statusCode).toBe(200);
  // An offer from before this was a limit.
  const before = { user_id: older.userId, has_offer: true, offer: JSON.stringify(limits) };
  await database.db.insertInto('payers').values(before).execute();
  await subscribe(app, paying, 'Pro');
  expect((await show(app, paying)).limits).toMatchObject({ keep_runs: 10 });
  const owners = [offered, free, older];
  const ids = await Promise.all(owners.map((person) => makeRuns({ app, person }, 3)));
  const countPruned = () =>
    Promise.all(
      owners.map(async (person, index) => {
        const { runs } = await showProject(app, person, ids[index] ?? 0);
        return runs.filter(({ pruned_at: at }) => at !== null).length;
      }),
    );
  await skipJobWaits(database);
  await expect.poll(countPruned, { timeout: 30_000 }).toEqual([1, 0, 0]);
});

it('what a plan kept stays for 30 days after its last paid period, however it ended', async () => {
  const stage = await start();
  const { app, database, person, server, stripe } = stage;
  const { subscription } = await subscribe(app, person, 'Pro');
  const id = await makeRuns(stage, 7);
  Object.assign(stripe.state.get('subscription', subscription.subscription_id), { status: 'canceled' });
  await server.readStripe();
  expect((await show(app, person)).limits).toMatchObject({ keep_runs: 5 });
  const countPruned = async () =>
    (await runSql(database, `select from runs where project_id = ${id} and pruned_at is not null`)).length;
  /** Another project shows that the job has been here. */
  const free = await addPerson(database.db);
  await makeRuns({ app, person: free }, 7);
  const hasPruned = (count: number) => async () =>
    (
      await runSql(
        database,
        `select from runs join projects on projects.id = project_id
      where pruned_at is not null and projects.created_by = ${free.userId}`,
      )
    ).length === count;
  await skipJobWaits(database);
  await expect.poll(hasPruned(1), { timeout: 30_000 }).toBe(true);
  expect(await countPruned()).toBe(0);
  const left = Date.parse(subscription.current_period_end) - Date.now();
  stage.pass(left + 31 * 24 * 3600 * 1000);
  await skipJobWaits(database);
  await expect.poll(countPruned, { timeout: 30_000 }).toBe(1);
});
