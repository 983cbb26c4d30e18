/** Walks an agency through all its states, and records in docs/people.md what each user sees and receives. */
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { AgencyNotice } from '#contract/account.contract.ts';
import type { Attention } from '#contract/dashboard.contract.ts';
import type { Notification } from '#contract/notifications.contract.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { subscribe, useBilling } from '../billing/billing-fixture.ts';

const enter = useBilling(useTestApp);
const WAIT = { timeout: 20_000, interval: 25 };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function send(app: FastifyInstance, { headers }: SignedInUser, call: [Method, string, object?]) {
  const [method, path, payload] = call;
  const reply = await app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) });
  expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
  return reply.json();
}

/** Maria leads North Star Media and pays for it; Ben and Dana are members. Olga leads Local First. Grace administers. */
async function startAgencies() {
  const stage = await enter({ role: 'admin' });
  const { app, database } = stage;
  const { db } = database;
  const grace = stage.user;
  const add = async (name: string) => {
    const user = await addUser(db, { email: `${name.toLowerCase()}-${stage.ip}@people.example` });
    await rename(user, name);
    return user;
  };
  const rename = ({ userId }: SignedInUser, name: string) =>
    db.updateTable('users').set({ first_name: name, last_name: 'Lee' }).where('id', '=', userId).execute();
  await rename(grace, 'Grace');
  const people = {
    Ben: await add('Ben'),
    Dana: await add('Dana'),
    Maria: await add('Maria'),
    Olga: await add('Olga'),
  };
  const name = 'North Star Media';
  const id = await addAgency(db, [people.Maria, people.Ben, people.Dana]);
  const otherId = await addAgency(db, [people.Olga]);
  await db.updateTable('workspaces').set({ name }).where('id', '=', id).execute();
  await db.updateTable('workspaces').set({ name: 'Local First' }).where('id', '=', otherId).execute();
  await subscribe(app, people.Maria, 'Agency', CARDS.succeeds);
  await vi.waitUntil(async () => (await runSql(database, MAILS_LEFT)).length === 0, WAIT);
  await runSql(database, 'delete from notifications');
  const inbox = { read: stage.mailbox.mails.length };
  const put = (change: object) =>
    send(app, grace, [
      'PUT',
      `agencies/${id}`,
      { name, main_admin_id: people.Maria.userId, status: 'active', ...change },
    ]);
  const move = (userId: number, agencyId: number | null) =>
    send(app, grace, [
      'POST',
      'users/agency-change',
      { user_id: userId, agency_id: agencyId, reason: 'Asked on the phone' },
    ]);
  return { ...stage, inbox, grace, people, id, otherId, put, move };
}

type Start = Awaited<ReturnType<typeof startAgencies>>;
type Name = keyof Start['people'];

const MAILS_LEFT = `select id from pgboss.job where name = 'mail' and state < 'completed'`;

/** Reads what each user has received since the last call, and what they see. */
async function observe({ app, database, people, mailbox, inbox }: Start, projectId: number) {
  await vi.waitUntil(async () => (await runSql(database, MAILS_LEFT)).length === 0, WAIT);
  const seen: Record<string, { news: string[]; banner: string; dashboard: string; project: string }> = {};
  for (const [name, user] of Object.entries(people)) {
    const to = await readEmail(database, user.userId);
    const mailed = mailbox.mails
      .slice(inbox.read)
      .filter((mail) => mail.to.includes(to))
      .map(({ text }) => text);
    const { data } = (await send(app, user, ['GET', 'notifications'])) as { data: Notification[] };
    const { data: userData } = (await send(app, user, ['GET', 'account/user-data'])) as {
      data: { agency_notice: AgencyNotice | null };
    };
    const { data: dashboard } = (await send(app, user, ['GET', 'dashboard'])) as {
      data: { attention: Attention[] };
    };
    const news = data.toReversed().map(({ notification }) => {
      const lines = notification.split('\n');
      const isMailed = mailed.some((text) => lines.every((line) => text.includes(line)));
      return `${notification}${isMailed ? ' (+ email)' : ''}`;
    });
    seen[name] = {
      news,
      banner: describeBanner(userData.agency_notice),
      dashboard: dashboard.attention.find(({ kind }) => kind.startsWith('agency_'))?.kind ?? '',
      project: await seeProject(app, user, projectId),
    };
  }
  await runSql(database, 'delete from notifications');
  inbox.read = mailbox.mails.length;
  return seen;
}

async function readEmail(database: Start['database'], userId: number): Promise<string> {
  const [row] = await runSql<{ email: string }>(database, `select email from users where id = ${userId}`);
  return row?.email ?? '';
}

function describeBanner(notice: AgencyNotice | null): string {
  if (notice === null) return '';
  const { name, status, restorable_until: until } = notice;
  return `${name} ${status === 'deleted' ? `deleted, until ${until?.slice(0, 10)}` : 'inactive'}`;
}

async function seeProject(app: FastifyInstance, { headers }: SignedInUser, id: number): Promise<string> {
  const reply = await app.inject({ url: `/api/v1/projects/${id}`, headers });
  if (reply.statusCode === 404) return 'out of reach';
  return reply.json<{ data: { is_read_only: boolean }[] }>().data[0]?.is_read_only === true
    ? 'read-only'
    : 'open';
}

const MONTH_MS = 30 * 24 * 3_600_000;
const day = (at: number) =>
  new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Dates as if everything happened on Nov 27. */
const settle = (text: string) =>
  text
    .replaceAll(day(Date.now()), 'Nov 27')
    .replaceAll(day(Date.now() + MONTH_MS), 'Dec 27')
    .replaceAll(new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10), 'Dec 27')
    .replaceAll(/(ends on|paid until) [A-Z][a-z]{2} \d+, \d{4}/g, '$1 Dec 27, 2026');

const ROLES: Record<string, (name: Name) => string> = {
  'before the change of main admin': (name) =>
    ({ Maria: 'Main admin and payer', Ben: 'Member', Dana: 'Member', Olga: 'Main admin of another agency' })[
      name
    ],
  'after it': (name) =>
    ({
      Maria: 'Former main admin and payer',
      Ben: 'Member',
      Dana: 'Main admin',
      Olga: 'Main admin of another agency',
    })[name],
};

type Seen = Awaited<ReturnType<typeof observe>>;

function formatState(title: string, when: string, seen: Seen): string {
  const rows = new Map<string, string[]>();
  for (const [name, { news, banner, dashboard, project }] of Object.entries(seen)) {
    const cells = [
      news.map((each) => settle(each).replaceAll('\n', ' ')).join('<br>') || '–',
      settle([banner, dashboard].filter(Boolean).join('; ')) || '–',
      project,
    ];
    const user = `${ROLES[when]?.(name as Name) ?? ''} (${name})`;
    const row = cells.join(' | ');
    rows.set(row, [...(rows.get(row) ?? []), user]);
  }
  const lines = [...rows].map(([row, names]) => `| ${names.join(', ')} | ${row} |`);
  const head = '| User | Notification | Banner; dashboard | Projects of the agency |\n|---|---|---|---|';
  return `## ${title}\n\n${head}\n${lines.join('\n')}\n`;
}

const INTRO = `# People and their agency

What each user sees and receives when an agency, its main admin, a membership, a plan or a run changes.
\`server/features/workspaces/people.test.ts\` walks through these states over HTTP and writes this file:
\`npx vitest run --project=server server/features/workspaces/people.test.ts -u\`. Dates are those of a change on Nov 27.

Every notification marked "+ email" is sent by email too. The administrator, Grace, gets none: she made the changes. Administrators
see deleted agencies under Agencies with Restore and the days left, and everything that they do is in the audit log.
The banner is on every screen, and the dashboard lists the same fact under "Needs attention", so it never says "You’re all
caught up" meanwhile.
`;

it('notifies users of every state of their agency and shows it', async () => {
  const stage = await startAgencies();
  const { app, people, id, otherId, put, move, store } = stage;
  const { Ben, Dana, Maria } = people;
  const before = 'before the change of main admin';
  const doc = [INTRO];
  const done = (await saveProject(app, Ben, { fields: { title: 'Roofs' } })).json().data;
  const projectId = done.project_id as number;
  await waitForRun(app, Ben, projectId);
  await observe(stage, projectId);

  const isHeld = store.hold('publish runs/');
  await saveProject(app, Ben, { fields: { title: 'Gutters' } });
  await isHeld;
  await put({ status: 'not_active' });
  await store.release();
  const inactive = await observe(stage, projectId);
  doc.push(formatState('Set to inactive while Ben’s run is in progress', before, inactive));
  for (const name of ['Ben', 'Dana', 'Maria'] as const) {
    expect(inactive[name], name).toMatchObject({ dashboard: 'agency_not_active', project: 'read-only' });
    expect(inactive[name]?.news).toEqual([
      expect.stringMatching(/^North Star Media was set to inactive .*email/s),
    ]);
  }
  expect(inactive['Ben']?.news[0]).toContain('Your run of “Gutters” was stopped.');
  expect(inactive['Dana']?.news[0]).not.toContain('Gutters');
  expect(inactive['Olga']).toMatchObject({ news: [], banner: '' });

  await put({});
  const active = await observe(stage, projectId);
  doc.push(formatState('Active again', before, active));
  expect(active['Ben']).toMatchObject({ banner: '', dashboard: '', project: 'open' });
  expect(active['Ben']?.news).toEqual([expect.stringMatching(/^North Star Media is active again.*email/s)]);

  await move(Ben.userId, otherId);
  const moved = await observe(stage, projectId);
  doc.push(formatState('A member moved to Local First by an administrator', before, moved));
  expect(moved['Ben']?.project).toBe('out of reach');
  for (const name of ['Ben', 'Maria', 'Olga'] as const)
    expect(moved[name]?.news, name).toEqual([expect.stringContaining('(+ email)')]);
  await move(Ben.userId, id);
  await observe(stage, projectId);

  await put({ main_admin_id: Dana.userId, reason: 'Owner changed' });
  const led = await observe(stage, projectId);
  doc.push(formatState('Main admin changed from Maria to Dana', 'after it', led));
  expect(led['Ben']?.news).toEqual(['Dana Lee is now the main admin of North Star Media.']);
  for (const [name, texts] of [
    ['Maria', ['Dana Lee replaced you as the main admin', 'Your Agency plan for North Star Media ends on']],
    ['Dana', ['You are now the main admin', 'plan of North Star Media is paid until']],
  ] as const)
    for (const text of texts) expect(led[name]?.news.join('\n'), name).toContain(text);

  await send(app, stage.grace, ['DELETE', `agencies/${id}`]);
  await vi.waitUntil(
    async () =>
      (
        await runSql(
          stage.database,
          `select id from notifications where notification like '%has ended, because%'`,
        )
      ).length === 1,
    WAIT,
  );
  const deleted = await observe(stage, projectId);
  doc.push(formatState('Deleted', 'after it', deleted));
  for (const name of ['Ben', 'Dana', 'Maria'] as const) {
    expect(deleted[name], name).toMatchObject({ dashboard: 'agency_deleted', project: 'out of reach' });
    expect(settle(deleted[name]?.banner ?? '')).toBe('North Star Media deleted, until Dec 27');
    expect(settle(deleted[name]?.news[0] ?? '')).toMatch(
      /^North Star Media was deleted on Nov 27 by an administrator\.\nIt can be restored until Dec 27: .*email/s,
    );
  }
  expect(deleted['Maria']?.news.at(-1)).toContain('Your card won’t be charged again.');

  await put({ main_admin_id: Dana.userId });
  const restored = await observe(stage, projectId);
  doc.push(formatState('Restored', 'after it', restored));
  expect(restored['Ben']).toMatchObject({ banner: '', dashboard: '', project: 'open' });
  expect(restored['Ben']?.news).toEqual([expect.stringMatching(/^North Star Media was restored .*email/s)]);

  await runSql(stage.database, `update runs set state = 'queued' where project_id = ${projectId}`);
  await send(app, Dana, ['POST', `projects/${projectId}/cancel`]);
  const stopped = await observe(stage, projectId);
  doc.push(formatState('Ben’s run stopped by Dana', 'after it', stopped));
  expect(stopped['Ben']?.news).toEqual([
    expect.stringMatching(/^Dana Lee stopped your run of “Roofs”.*email/s),
  ]);
  expect([stopped['Dana']?.news, stopped['Maria']?.news]).toEqual([[], []]);

  await send(app, Dana, ['DELETE', `projects?project_id=${projectId}&type=wordpress`]);
  const gone = await observe(stage, projectId);
  doc.push(formatState('Ben’s project deleted by Dana', 'after it', gone));
  expect(gone['Ben']?.news).toEqual([expect.stringMatching(/^Dana Lee deleted the project “Roofs”.*email/s)]);
  expect([gone['Dana']?.news, gone['Maria']?.news]).toEqual([[], []]);
  expect(Maria.userId).not.toBe(Dana.userId);
  await expect(doc.join('\n')).toMatchFileSnapshot('../../../docs/people.md');
});
