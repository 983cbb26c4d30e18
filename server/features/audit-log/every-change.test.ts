/** Calls each endpoint that declares audit entries, and expects one of them in the log. */
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Integration } from '#contract/integrations.contract.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, addSession, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { makeCode } from '#testkit/two-factor.ts';
import { startGoogle } from '../../../sim/google/google.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { beginSignIn, type BegunSignIn, pickAccount } from '../account/google-fixture.ts';
import { choose, findPlan, pay, useBilling } from '../billing/billing-fixture.ts';
import { begin, consent } from '../integrations/integrations-fixture.ts';
import { saveWithPicture, uploadPicture } from '../workspaces/full-workspace-fixture.ts';

const PASSWORD = 'nine orange ladders';
const WAIT = { timeout: 20_000, interval: 20 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

const start = useBilling((options) =>
  useTestApp(async (onEnd) => {
    const given = typeof options === 'function' ? await options(onEnd) : (options ?? {});
    const google = await startGoogle();
    onEnd(() => google.close());
    const { clientId, clientSecret, base } = google;
    const bases = { oauthBase: base, searchConsoleBase: base, sheetsApiBase: base };
    return { ...given, config: { ...given.config, google: { clientId, clientSecret, ...bases } } };
  }),
);

type Stage = Awaited<ReturnType<typeof start>>;
type Mail = Stage['mailbox']['mails'][number];
type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

const AUDITED = allEndpoints.filter(({ audit }) => Array.isArray(audit));
/** The first account needs an empty database, so another test covers its entry. */
const checked = new Set<string>(['account.setUp']);

function getEndpoint(id: string): Endpoint {
  const found = AUDITED.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw new Error(`${id} declares no entry.`);
  return found;
}

/** Makes a call and waits for an entry that its endpoint declares. */
async function callRecorded({ database }: Stage, id: string, call: () => Promise<Reply>): Promise<Reply> {
  const { audit } = getEndpoint(id);
  const [last] = await runSql<{ id: number }>(database, 'select coalesce(max(id), 0) as id from audit_log');
  const reply = await call();
  expect(reply.statusCode, `${id}: ${reply.body.slice(0, 300)}`).toBeLessThan(300);
  const marks = await vi.waitUntil(async () => {
    const rows = await runSql<{ mark: string }>(
      database,
      `select object_kind || '.' || verb as mark from audit_log where id > ${last?.id ?? 0}`,
    );
    return rows.some(({ mark }) => (audit as readonly string[]).includes(mark)) && rows;
  }, WAIT);
  expect(marks.map(({ mark }) => mark)).toContainEqual(expect.stringMatching(/^\w+\.\w+$/));
  checked.add(id);
  return reply;
}

interface CallOptions {
  params?: Readonly<Record<string, number | string>>;
  query?: string;
  payload?: object;
  url?: string;
}

/** Calls an endpoint as a user. */
const as =
  (stage: Stage, { headers }: Pick<SignedInUser, 'headers'>) =>
  (id: string, { params = {}, query = '', payload, url }: CallOptions = {}) => {
    const { method, path } = getEndpoint(id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const whole = url ?? `${filled}${query}`;
    return callRecorded(stage, id, () =>
      stage.app.inject({ method: method as 'GET', url: whole, headers, ...(payload && { payload }) }),
    );
  };

interface Shown {
  id: number;
  access_token: string;
  token: string;
  project_id: number;
  preview_name: string;
  subscription_id: string;
}

/** Responses differ, so each test reads its own. */
const readData = (reply: Reply) => reply.json<{ data: Shown }>().data;

const read = new Set<number>();

/** Reads the next email to an address. */
async function readMail({ mailbox }: Stage, email: string, subject: RegExp): Promise<string> {
  const isNext = (mail: Mail) => mail.to.includes(email) && subject.test(mail.subject) && !read.has(mail.id);
  const { id, text } = await vi.waitUntil(() => mailbox.mails.find(isNext), WAIT);
  read.add(id);
  return text;
}

/** Reads the link in the next email to an address. */
async function readToken(stage: Stage, email: string, subject: RegExp): Promise<string> {
  const text = await readMail(stage, email, subject);
  return new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? 'https://none').searchParams.get('token') ?? '';
}

it('records changes that users make to their accounts', async () => {
  const stage = await start({ passwordHash });
  const { app, user, database } = stage;
  const guest = as(stage, { headers: { authorization: '' } });
  const email = 'rosa@every-change.example';
  const names = { first_name: 'Rosa', last_name: 'Diaz' };
  const form = { ...names, email, password: PASSWORD, password_confirmation: PASSWORD };
  const { access_token: token } = readData(await guest('account.register', { payload: form }));
  await guest('account.verifyEmail', { payload: { token: await readToken(stage, email, /confirm/i) } });
  const rosa = { headers: { authorization: `Bearer ${token}` } };
  const own = as(stage, rosa);
  const changed = { ...names, first_name: 'Rose', email: 'rose@every-change.example' };
  const rename = () =>
    callRecorded(stage, 'profile.setPersonalInfo', () =>
      sendForm(
        stage.app,
        { userId: 0, ...rosa },
        {
          url: '/api/v1/account/set-personal-info',
          fields: { ...changed, current_password: PASSWORD },
        },
      ),
    );
  await rename();
  await readToken(stage, changed.email, /Confirm your new/);
  await own('profile.cancelEmailChange');
  await rename();
  const confirming = await readToken(stage, changed.email, /Confirm your new/);
  await guest('account.verifyEmail', { payload: { token: confirming } });
  const undoing = await readToken(stage, email, /was changed/);
  const restored = readData(await guest('account.restoreEmail', { payload: { token: undoing } }));
  const reset = { email, token: restored.token, password: PASSWORD, password_confirmation: PASSWORD };
  await guest('account.resetPassword', { payload: reset });
  const me = as(stage, user);
  await callRecorded(stage, 'profile.changeAvatar', () =>
    sendForm(app, user, {
      url: '/api/v1/account/change-avatar',
      upload: 'avatar',
      file: { name: 'me.png', bytes: PNG, type: 'image/png' },
    }),
  );
  await me('profile.deleteAvatar');
  await me('profile.export');
  const other = await addSession(database.db, user.userId, new Date());
  await me('profile.endSession', { params: { id: other.sessionId } });
  await addSession(database.db, user.userId, new Date());
  await me('profile.endOtherSessions');
  const next = 'a lamp in the window';
  const passwords = { current_password: PASSWORD, password: next, password_confirmation: next };
  const signed = readData(await me('profile.setPassword', { payload: passwords }));
  const again = as(stage, { headers: { authorization: `Bearer ${signed.access_token}` } });
  await again('profile.remove', { payload: { password: next } });
});

it('records accounts that sign-in with Google creates and connects', async () => {
  const stage = await start({ passwordHash });
  const { app, database } = stage;
  const guest = as(stage, { headers: { authorization: '' } });
  const sign = async (email: string) => pickAccount(await beginSignIn(app), { email });
  const [invited, known] = ['mia@every-change.example', 'noa@every-change.example'];
  const leader = await addUser(database.db);
  const agencyId = await addAgency(database.db, [leader]);
  await as(stage, leader)('myAgency.invite', { payload: { emails: [invited] } });
  const [, invitation = ''] = /invitations\/(\S+)/.exec(await readMail(stage, invited, /invite/i)) ?? [];
  const made = await guest('googleSignIn.finish', { payload: { ...(await sign(invited)), invitation } });
  const joined = await runSql(
    database,
    `select 1 from members where user_id = ${readData(made).id} and workspace_id = ${agencyId}`,
  );
  expect(joined, 'a member of the agency').toHaveLength(1);

  const { headers } = await addUser(database.db, { email: known, passwordHash });
  const own = as(stage, { headers });
  const asked = await app.inject({ method: 'POST', url: '/api/v1/auth/google', payload: await sign(known) });
  const { challenge } = asked.json<{ challenge: { token: string } }>();
  const proof = { challenge: challenge.token, password: PASSWORD };
  await guest('googleSignIn.enterPassword', { payload: proof });
  await readMail(stage, known, /Google sign-in was connected/);
  await own('googleSignIn.disconnect');
  const url = '/api/v1/account/google/connect';
  const begun = await app.inject({ method: 'POST', url, headers, payload: { password: PASSWORD } });
  const { data } = begun.json<{ data: BegunSignIn }>();
  await own('googleSignIn.connect', { payload: await pickAccount(data, { email: known }) });
});

it('records changes of the second factor', async () => {
  const email = 'ada@second-factor.example';
  const stage = await start({ passwordHash, email });
  const { app, user, database } = stage;
  const me = as(stage, user);
  const url = '/api/v1/account/two-factor/start';
  const begun = await app.inject({
    method: 'POST',
    url,
    headers: user.headers,
    payload: { password: PASSWORD },
  });
  const { secret } = begun.json<{ data: { secret: string } }>().data;
  const confirmed = await me('twoFactor.confirm', { payload: { code: makeCode(secret, Date.now()) } });
  const readCodes = (reply: Reply) =>
    reply.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes;
  const [code] = readCodes(confirmed);
  const renewed = await me('twoFactor.renewCodes', { payload: { password: PASSWORD, code } });
  const [first, second] = readCodes(renewed);
  const login = {
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: PASSWORD },
  } as const;
  const { token: challenge } = (await app.inject(login)).json<{ challenge: { token: string } }>().challenge;
  await as(stage, { headers: { authorization: '' } })('account.signInTwoFactor', {
    payload: { challenge, code: first },
  });
  await me('twoFactor.turnOff', { payload: { password: PASSWORD, code: second } });
  const locked = await addUser(database.db, { hasTwoFactor: true });
  const superadmin = await addUser(database.db, { role: 'superadmin' });
  await as(stage, superadmin)('users.turnOffTwoFactor', { params: { id: locked.userId } });
});

it('records changes by administrators and agencies', async () => {
  const stage = await start({ role: 'superadmin' });
  const { user: admin, database } = stage;
  const [leader, member, guest] = await Promise.all([
    addUser(database.db),
    addUser(database.db),
    addUser(database.db, { email: 'guest@every-change.example' }),
  ]);
  const call = as(stage, admin);
  const form = { name: 'North', main_admin_id: leader.userId, status: 'active' };
  const { id } = readData(await call('agencies.create', { payload: form }));
  const leading = as(stage, leader);
  await leading('myAgency.update', { payload: { name: 'North Star', website: '', brand_color: '#FE6432' } });
  const invite = (email: string) => leading('myAgency.invite', { payload: { emails: [email] } });
  const [invited] = (await invite('guest@every-change.example')).json<{ data: Shown[] }>().data;
  const one = { params: { id: invited?.id ?? 0 } };
  await leading('myAgency.resend', one);
  await leading('myAgency.revoke', one);
  await invite('guest@every-change.example');
  const joining = as(stage, guest);
  await joining('myAgency.acceptInvite', { payload: { agency_id: id, bring: false } });
  await joining('myAgency.leave');
  const move = { user_id: member.userId, agency_id: id, reason: 'Asked on the phone' };
  await call('users.changeAgency', { payload: move });
  await leading('myAgency.removeMember', { params: { user_id: member.userId } });
  const edit = { ...form, name: 'North Star', revision: 2 };
  await call('agencies.update', { params: { id }, payload: { ...edit, status: 'not_active' } });
  await call('agencies.remove', { params: { id } });
  await call('users.update', { params: { id: member.userId }, payload: { role: 'admin' } });
  await call('users.endSessions', { params: { id: member.userId } });
  const impersonated = readData(
    await call('users.loginAs', { payload: { user_id: guest.userId, reason: 'Asked for help' } }),
  );
  await as(stage, { headers: { authorization: `Bearer ${impersonated.access_token}` } })('profile.loginBack');
  await call('settings.update', { payload: { maintenance: true } });
  await call('settings.update', { payload: { maintenance: false } });
  await call('billing.switchCharge', { payload: { user_id: guest.userId, value: false } });
  await call('billing.switchOffer', { payload: { user_id: guest.userId, value: true } });
  const { stripeId } = await findPlan(stage.app, admin, 'Starter');
  const name = { name: 'name', value: 'Starter plus', product_id: stripeId };
  await call('billing.changeName', { payload: name });
  const texts = { title: 'Export a page', description: 'How to export a page.', link: 'https://x.example/v' };
  const uploaded = await sendForm(stage.app, admin, {
    url: '/api/v1/tutorials/upload-preview',
    file: { name: 'shot.png', bytes: PNG, type: 'image/png' },
  });
  const { preview_name } = readData(uploaded);
  const tutorial = { ...texts, difficulty_level: 'easy', preview_name };
  const made = readData(await call('tutorials.create', { payload: tutorial }));
  await call('tutorials.deletePreview', { payload: { preview_name, id: made.id } });
  const { preview_name: _shown, ...later } = { ...tutorial, difficulty_level: 'hard', revision: 1 };
  await call('tutorials.update', { params: { id: made.id }, payload: later });
  await call('tutorials.create', { payload: { ...texts, title: 'Import a page', difficulty_level: 'easy' } });
  await call('tutorials.move', { params: { id: made.id }, payload: { place: 1 } });
  await call('tutorials.remove', { params: { id: made.id } });
});

it('records changes of projects, runs, images and scans', async () => {
  const stage = await start();
  const { app, user, database, store } = stage;
  const call = as(stage, user);
  const saved = await callRecorded(stage, 'projects.save', () => saveProject(app, user));
  const id = readData(saved).project_id;
  const { progress } = await waitForRun(app, user, id);
  const run = { params: { id, run: progress?.id ?? 0 } };
  await call('runs.pin', run);
  await call('runs.unpin', run);
  await call('runs.restore', run);
  const shown = await app.inject({ url: `/api/v1/projects/${id}`, headers: user.headers });
  const [project] = shown.json<{ data: { download_all_url: string }[] }>().data;
  const url = project?.download_all_url ?? '';
  await call('files.download', { url });
  // Drafts, as a run without pages would publish nothing.
  const gate = { below: 60, action: 'draft' };
  await call('projects.setQualityGate', { params: { id }, payload: { gate } });
  const [page] = await runSql<{ row_key: string }>(
    database,
    `select row_key from run_pages where run_id = ${progress?.id}`,
  );
  const drop = { row_key: page?.row_key, decision: 'drop' };
  await call('pageDecisions.decide', { params: { id }, payload: drop });
  await call('pageDecisions.export', { query: `?project_id=${id}` });
  const isHeld = store.hold('publish runs/');
  await callRecorded(stage, 'projects.update', () =>
    sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Plumber', type: 'WordPress', script: townsCsv(4), notes: 'Second' },
    }),
  );
  await isHeld;
  await call('runs.cancel', { params: { id } });
  await store.release();
  const pictured = await saveWithPicture(app, user);
  const image = await uploadPicture(app, user);
  await runSql(
    database,
    `update images set draft_id = null, project_id = ${pictured} where id = '${image.id}'`,
  );
  await call('projects.orderImages', { payload: { urls: [image.url] } });
  await call('projects.removeImage', { payload: { url: image.url, type: 'wordpress' } });
  const scanned = readData(await call('scans.create', { payload: { project_id: id } }));
  // Its job has ended, so only the call changes it.
  const isOver = `select from scans where id = ${scanned.id} and finished_at is not null`;
  await vi.waitUntil(async () => (await runSql(database, isOver)).length === 1, WAIT);
  await runSql(database, `update scans set state = 'running' where id = ${scanned.id}`);
  await call('scans.cancel', { params: { id: scanned.id } });
  await call('scans.export', { params: { id: scanned.id } });
  await call('projects.remove', { query: `?project_id=${id}&type=wordpress` });
});

it('records changes of domains and connections', async () => {
  const stage = await start();
  const { app, user } = stage;
  const call = as(stage, user);
  const form = { name: 'example.com', project_type: 'WordPress', status: '1' };
  const { id } = readData(await call('domains.create', { payload: form }));
  const back = await consent(await begin(app, user));
  const consented = { code: back.get('code') ?? '', state: back.get('state') ?? '' };
  const finished = await call('integrations.finish', { payload: consented });
  const connected = finished.json<{ data: Integration }>().data;
  const [property] = connected.properties;
  await call('integrations.choose', { payload: { domain_id: id, property_id: property?.id } });
  await call('reporting.export', { query: `?domain_id=${id}&dimension=query&period=3m` });
  await call('integrations.remove', { params: { id: connected.id } });
  await call('domains.update', { params: { id }, payload: { ...form, status: '0', revision: 1 } });
});

it('records purchases, plan changes, cancellations and reports of Stripe', async () => {
  const stage = await start();
  const { app, user, database, stripe } = stage;
  const admin = await addUser(database.db, { role: 'admin' });
  const call = as(stage, user);
  stripe.webhooks.switches.isHeld = true;
  const { checkout, product_id } = await choose(app, user, 'Pro');
  await pay(checkout.checkout_url ?? '', CARDS.succeeds);
  const bought = { subscription_id: checkout.subscription_id, product_id };
  const { subscription_id } = readData(await call('billing.confirm', { payload: bought }));
  const { stripeId } = await findPlan(app, user, 'Agency');
  await call('billing.subscribe', { payload: { product_id: stripeId, interval: 'month' } });
  await call('billing.cancel', { payload: { subscription_id } });
  await call('billing.resume', { payload: { subscription_id } });
  const [row] = await runSql<{ id: number }>(
    database,
    `select id from subscriptions where stripe_subscription = '${subscription_id}'`,
  );
  await as(stage, admin)('billing.cancelFor', { payload: { id: row?.id } });
  await runSql(database, `update subscriptions set is_ending = false where id = ${row?.id}`);
  await as(stage, admin)('billing.refresh', { payload: { user_id: user.userId } });
  await runSql(database, `update subscriptions set is_ending = false where id = ${row?.id}`);
  // Stripe's events are received by its webhook.
  await callRecorded(stage, 'billing.webhook', async () => {
    stripe.webhooks.switches.isHeld = false;
    await choose(app, user, 'Pro');
    return app.inject({ url: '/api/v1/health' });
  });
  await addAgency(database.db, [user]);
  await call('billing.movePlan', { payload: { subscription_id, moves: true } });
});

it('covers every endpoint that declares entries', () => {
  expect(AUDITED.map(({ id }) => id).filter((id) => !checked.has(id))).toEqual([]);
});
