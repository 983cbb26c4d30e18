/** Number of earlier runs that keep their files: from the plan's metadata at Stripe, or an individual offer. */
import { expect, it } from 'vitest';
import { addAgency, addUser } from '#testkit/users.ts';
import { saveProject, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { choose, findPlan, post, show, subscribe, useBilling } from './billing-fixture.ts';

const start = useBilling(useTestApp);

/** Runs a project repeatedly. @returns its id */
async function makeRuns({ app, user }: Pick<Stage, 'app' | 'user'>, count: number): Promise<number> {
  let id = 0;
  for (let rows = 1; rows <= count; rows += 1) {
    const fields: Record<string, string> = { script: townsCsv(rows) };
    if (id > 0) fields['project_id'] = String(id);
    id = (await saveProject(app, user, { fields })).json().data.project_id;
    await waitForRun(app, user, id);
  }
  return id;
}

it('an individual offer, a plan and no plan keep different numbers of runs', async () => {
  const { app, database, user: offered } = await start();
  const admin = await addUser(database.db, { role: 'admin' });
  const [paying, free, older] = [
    await addUser(database.db),
    await addUser(database.db),
    await addUser(database.db),
  ];
  const limits = { max_domains: 5, max_projects: 5, max_pages_month: 500, max_members: 5 };
  const offer = { user_id: offered.userId, value: true, limits: { ...limits, keep_runs: 1 } };
  expect((await post(app, admin, 'users/switcher-individual-offer', offer)).statusCode).toBe(200);
  // An offer from before this limit existed.
  const before = { user_id: older.userId, has_offer: true, offer: JSON.stringify(limits) };
  await database.db.insertInto('payers').values(before).execute();
  await subscribe(app, paying, 'Pro');
  expect((await show(app, paying)).limits).toMatchObject({ keep_runs: 10 });
  const owners = [offered, free, older];
  const ids = await Promise.all(owners.map((user) => makeRuns({ app, user }, 3)));
  const countPruned = () =>
    Promise.all(
      owners.map(async (user, index) => {
        const { runs } = await showProject(app, user, ids[index] ?? 0);
        return runs.filter(({ pruned_at: at }) => at !== null).length;
      }),
    );
  await skipJobWaits(database);
  await expect.poll(countPruned, { timeout: 30_000 }).toEqual([1, 0, 0]);
});

const RUNS = 7;

/** Adds a user with a Pro plan and a project with one run more than the other plans keep. */
async function addPaying(stage: Pick<Stage, 'app' | 'database'>, name: string) {
  const email = `${name}@keep-runs.example`;
  const user = await addUser(stage.database.db, { email });
  const { subscription } = await subscribe(stage.app, user, 'Pro');
  const project = await makeRuns({ app: stage.app, user }, RUNS);
  return { email, user, project, subscription };
}

it('runs that a plan kept stay for 30 days after it ended, as the preview says', async () => {
  const stage = await start();
  const { app, database, server, stripe, pass } = stage;
  const admin = await addUser(database.db, { role: 'admin' });
  const [smaller, ended, moved, brought] = [
    await addPaying(stage, 'smaller'),
    await addPaying(stage, 'ended'),
    await addPaying(stage, 'moved'),
    await addPaying(stage, 'brought'),
  ];
  const offered = stage.user;
  const limits = { max_domains: 5, max_projects: 5, max_pages_month: 500, max_members: 5 };
  const offer = (keep_runs: number) =>
    post(app, admin, 'users/switcher-individual-offer', {
      user_id: offered.userId,
      value: true,
      limits: { ...limits, keep_runs },
    });
  expect((await offer(-1)).statusCode).toBe(200);
  const lowered = await makeRuns({ app, user: offered }, RUNS);

  const { stripeId: product_id } = await findPlan(app, smaller.user, 'Starter');
  const preview = await post(app, smaller.user, 'payment/preview', { product_id });
  expect(preview.json().data.exceeded).toEqual([
    'Your plan keeps the files of 10 earlier runs of each project, and Starter keeps 5. Files of older runs are deleted 30 days after your plan changes. Pin the runs that you want to keep.',
  ]);
  await choose(app, smaller.user, 'Starter');
  const { subscription_id: canceled } = ended.subscription;
  Object.assign(stripe.state.get('subscription', canceled), { status: 'canceled' });
  await server.readStripe();
  expect((await show(app, ended.user)).limits).toMatchObject({ keep_runs: 5 });
  const form = { name: 'Bright Pages', main_admin_id: moved.user.userId, status: 'active' };
  expect((await post(app, admin, 'agencies', form)).statusCode).toBe(201);
  const { subscription_id } = moved.subscription;
  const reply = await post(app, moved.user, 'payment/move-plan', { subscription_id, moves: true });
  expect(reply.statusCode, reply.body).toBe(200);
  const lead = await addUser(database.db);
  const agency_id = await addAgency(database.db, [lead]);
  expect((await post(app, lead, 'my-agency/invite', { email: brought.email })).statusCode).toBe(200);
  const joined = await post(app, brought.user, 'my-agency/accept-invite', { agency_id, bring: true });
  expect(joined.statusCode, joined.body).toBe(200);
  expect((await offer(1)).statusCode).toBe(200);

  /** Shows that the job has run. */
  const free = await makeRuns({ app, user: await addUser(database.db) }, RUNS);
  const projects = [smaller.project, ended.project, moved.project, brought.project, lowered];
  const countPruned = async (id: number) =>
    (await runSql(database, `select from runs where project_id = ${id} and pruned_at is not null`)).length;
  await skipJobWaits(database);
  await expect.poll(() => countPruned(free), { timeout: 30_000 }).toBe(1);
  expect(await Promise.all(projects.map(countPruned))).toEqual([0, 0, 0, 0, 0]);
  pass(31 * 24 * 3600 * 1000);
  await skipJobWaits(database);
  await expect
    .poll(() => Promise.all(projects.map(countPruned)), { timeout: 30_000 })
    .toEqual([1, 1, 1, 1, 5]);
}, 120_000);
