/** Limits of plans over HTTP: growth is rejected before work starts, and the message names a larger plan. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { choose, get, post, show, subscribe, useBilling, waitFor } from './billing-fixture.ts';

const start = useBilling(useTestApp);

const save = (app: FastifyInstance, user: SignedInUser, pages: number) =>
  saveProject(app, user, { fields: { title: `Towns ${pages}`, script: townsCsv(pages) } });

const addDomain = (app: FastifyInstance, user: SignedInUser, name: string, status = '1') =>
  post(app, user, 'domains', { name, status });

async function countUsed(app: FastifyInstance, user: SignedInUser) {
  const { usage } = (await show(app, user)) as unknown as { usage: Record<string, { used: number }> };
  return Object.fromEntries(Object.entries(usage).map(([name, { used }]) => [name, used]));
}

describe('without a plan', () => {
  it('allows one active domain and any number of inactive ones', async () => {
    const { app, user } = await start();
    expect((await addDomain(app, user, 'one.example')).statusCode).toBe(201);
    const inactive = await addDomain(app, user, 'two.example', '0');
    expect(inactive.statusCode).toBe(201);
    const rejected = await addDomain(app, user, 'three.example');
    expect([rejected.statusCode, rejected.json().code]).toEqual([402, 'plan_limit']);
    expect(rejected.json().message).toBe('Free includes 1 active domain. Upgrade to Starter for 5.');
    const activate = await app.inject({
      method: 'PUT',
      url: `/api/v1/domains/${inactive.json().data.id}`,
      headers: user.headers,
      payload: { name: 'two.example', status: '1' },
    });
    expect(activate.json().code).toBe('plan_limit');
  });

  it('allows two projects, even if three are saved concurrently', async () => {
    const { app, user } = await start();
    const replies = await Promise.all([save(app, user, 1), save(app, user, 2), save(app, user, 3)]);
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 200, 402]);
    expect(await countUsed(app, user)).toMatchObject({ projects: 2 });
  });

  it('rejects a run by its planned pages and counts started runs, even of deleted projects', async () => {
    const email = 'near-the-limit@example.com';
    const { app, user, mailbox } = await start({ email });
    const first = await save(app, user, 501);
    expect(first.statusCode).toBe(402);
    expect(first.json().message).toBe(
      'This run needs 501 pages, and 500 are left this month. Upgrade to Starter for 5,000.',
    );
    expect((await get(app, user, 'projects')).json().data).toEqual([]);
    const made = await save(app, user, 450);
    const { project_id: id } = made.json().data;
    await waitForRun(app, user, id);
    const notifications = (await get(app, user, 'notifications')).json().data;
    expect(notifications[0].notification + notifications[1].notification).toContain(
      "You've reached 80% of your monthly page limit: 450 of 500.",
    );
    const listMails = () => mailbox.mails.filter(({ to }) => to.includes(email));
    await waitFor(
      async () => listMails(),
      ({ length }) => length === 1,
    );
    expect(listMails()[0]).toMatchObject({ subject: "You've reached 80% of your monthly page limit" });
    expect(listMails()[0]?.text).toContain("You've reached 80% of your monthly page limit: 450 of 500.");
    expect(listMails()[0]?.text).toContain('https://app.example/payment');
    await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${id}&type=wordpress`,
      headers: user.headers,
    });
    expect(await countUsed(app, user)).toMatchObject({ projects: 0, pages_month: 450 });
    expect((await save(app, user, 51)).json().message).toContain('51 pages, and 50 are left');
    expect((await save(app, user, 50)).statusCode).toBe(200);
    await waitFor(
      async () => listMails(),
      ({ length }) => length === 2,
    );
    expect(listMails()[1]).toMatchObject({ subject: "You've reached 100% of your monthly page limit" });
  });

  it('counts nothing for a run that was canceled before its first page', async () => {
    const { app, user, store } = await start();
    let reads = 0;
    // The save reads the seed once.
    const isReading = store.hold((call) => call.startsWith('read uploads/') && (reads += 1) > 1);
    const { project_id: id } = (await save(app, user, 500)).json().data;
    await isReading;
    expect(await countUsed(app, user)).toMatchObject({ pages_month: 500 });
    expect((await save(app, user, 1)).statusCode).toBe(402);
    await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: user.headers });
    expect((await waitForRun(app, user, id)).progress?.state).toBe('canceled');
    await store.release();
    expect(await countUsed(app, user)).toMatchObject({ pages_month: 0 });
    expect((await save(app, user, 500)).statusCode).toBe(200);
  });

  it('counts the pages of a canceled run, even after its project is deleted', async () => {
    const { app, database, user } = await start();
    const { project_id: id, run_id: runId } = (await save(app, user, 200)).json().data;
    await waitForRun(app, user, id);
    await database.db
      .updateTable('runs')
      .set({ state: 'canceled', pages_done: 30 })
      .where('id', '=', runId)
      .execute();
    expect(await countUsed(app, user)).toMatchObject({ pages_month: 30 });
    await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${id}&type=wordpress`,
      headers: user.headers,
    });
    expect(await countUsed(app, user)).toMatchObject({ projects: 0, pages_month: 30 });
  });
});

describe('with a plan', () => {
  it('allows more; after a downgrade everything is kept and only growth is rejected', async () => {
    const { app, user, stripe, server } = await start();
    const { subscription } = await subscribe(app, user, 'Pro');
    const add = async (name: string) => (await addDomain(app, user, name)).statusCode;
    const names = Array.from({ length: 7 }, (_, index) => `${index}.example`);
    for (const name of names) expect(await add(name)).toBe(201);
    const { product_id } = await choose(app, user, 'Starter');
    expect((await show(app, user)).plan).toBe('Starter');
    const { exceeded } = (await post(app, user, 'payment/preview', { product_id })).json().data;
    expect(exceeded).toEqual([
      'You have 7 active domains, and the plan has 5. Everything is kept; you can add more once you are below the limit.',
    ]);
    expect(await add('late.example')).toBe(402);
    // Existing projects still run.
    expect((await save(app, user, 1)).statusCode).toBe(200);
    Object.assign(stripe.state.get('subscription', subscription.subscription_id), { status: 'canceled' });
    await server.readStripe();
    expect((await show(app, user)).plan).toBe('Free');
    expect((await get(app, user, 'domains')).json().meta.total).toBe(names.length);
    expect(await add('late.example')).toBe(402);
  });

  it('members share its limits, and the main admin can invite more of them', async () => {
    const { app, database, user: lead } = await start();
    const members = [await addUser(database.db), await addUser(database.db)];
    await addAgency(database.db, [lead, ...members]);
    const invite = () => post(app, lead, 'my-agency/invite', { email: 'new@example.com' });
    expect((await invite()).json().message).toBe('Free includes 3 members. Upgrade to Pro for 10.');
    await subscribe(app, lead, 'Pro');
    expect((await invite()).statusCode).toBeLessThan(300);
    for (const name of ['a.example', 'b.example'])
      expect((await addDomain(app, members[0] as SignedInUser, name)).statusCode).toBe(201);
  });
});

it('administrators and exempt users have no limits', async () => {
  const { app, database, user } = await start();
  const admin = await addUser(database.db, { role: 'admin' });
  await post(app, admin, 'users/switcher-charge', { user_id: user.userId, value: false });
  for (const each of [admin, user])
    for (const name of ['a.example', 'b.example'])
      expect((await addDomain(app, each, name)).statusCode).toBe(201);
});

it('the payer gets a notification and an email at 80 and 100 percent of each limit, once a month', async () => {
  const email = 'payer@thresholds.example';
  const { app, database, mailbox, user: lead } = await start({ email });
  const admin = await addUser(database.db, { role: 'admin' });
  const others = [await addUser(database.db), await addUser(database.db)];
  const agency_id = await addAgency(database.db, [lead, ...others]);
  const limits = { max_domains: 5, max_projects: 5, max_pages_month: 5, max_members: 5 };
  const offer = { user_id: lead.userId, value: true, limits };
  expect((await post(app, admin, 'users/switcher-individual-offer', offer)).statusCode).toBe(200);
  let id = 0;
  for (const name of ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'])
    id = (await addDomain(app, lead, name)).json().data.id;
  for (let project = 0; project < 5; project += 1) expect((await save(app, lead, 1)).statusCode).toBe(200);
  for (const invited of ['one@thresholds.example', 'two@thresholds.example']) {
    const joining = await addUser(database.db, { email: invited });
    expect((await post(app, lead, 'my-agency/invite', { email: invited })).statusCode).toBe(200);
    expect((await post(app, joining, 'my-agency/accept-invite', { agency_id })).statusCode).toBe(200);
  }
  for (const status of ['0', '1'])
    await app.inject({
      method: 'PUT',
      url: `/api/v1/domains/${id}`,
      headers: lead.headers,
      payload: { name: 'e.example', status },
    });
  const expected = ['active domain', 'project', 'monthly page', 'member'].flatMap((name) =>
    [80, 100].map((percent) => `You've reached ${percent}% of your ${name} limit`),
  );
  const listSubjects = () =>
    mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  await waitFor(
    async () => listSubjects().filter((subject) => subject.includes('%')),
    ({ length }) => length >= expected.length,
  );
  expect(
    listSubjects()
      .filter((subject) => subject.includes('%'))
      .toSorted(),
  ).toEqual(expected.toSorted());
  const sent: { notification: string }[] = (await get(app, lead, 'notifications?per_page=100')).json().data;
  const texts = sent.map(({ notification }) => notification).filter((text) => text.includes('%'));
  expect(texts).toHaveLength(expected.length);
  expect(texts).toContain("You've reached 80% of your member limit: 4 of 5.");
  expect(texts).toContain("You've reached 100% of your monthly page limit: 5 of 5.");
});
