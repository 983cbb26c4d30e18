/** Scans over HTTP: results for sites that work, fail, and change between scans. */
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import type { Scan } from '#contract/scans.contract.ts';
import { addAgency, addUser, listOwn } from '#testkit/users.ts';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { runOutsideTransaction } from '#testkit/statements.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import {
  call,
  cancelScan,
  listPages,
  makeProject,
  scan,
  startScan,
  WAIT,
  waitForEnd,
} from './scans-fixture.ts';
import {
  type Respond,
  boast,
  explode,
  fail,
  flood,
  lead,
  robots,
  show,
  showUntyped,
  type Site,
  stall,
  startSite,
  trickle,
} from './site-fixture.ts';

const GAP_MS = 20;
const held: { site?: Site; other?: Site } = {};

const startApp = useTestApp(async (onEnd) => {
  const [site, other] = [await startSite(), await startSite()];
  onEnd(() => site.close());
  onEnd(() => other.close());
  Object.assign(held, { site, other });
  return { scanned: { sites: [site.base], gapMs: GAP_MS, fetchMs: 3_000 } };
});

async function start() {
  const stage = await startApp();
  const { site, other } = held;
  if (site === undefined || other === undefined) throw new Error('The sites did not start.');
  for (const each of [site, other]) {
    each.pages.clear();
    each.requests.length = 0;
  }
  return { ...stage, site, other };
}

const page = (title: string) => show(`<title>${title}</title><p>one two three</p>`);

it('a scan of a site with many faults finds each of them', async () => {
  const { app, database, user, site, other } = await start();
  const { base } = site;
  const hidden = `${other.base}/secret/`;
  other.pages.set('/secret/', page('Secret'));
  const responses = {
    good: page('Good'),
    moved: lead('/good/'),
    round: lead('/about/'),
    missing: fail(404),
    broken: fail(500),
    slow: stall,
    trickling: trickle,
    huge: boast,
    endless: flood,
    bomb: explode,
    inward: lead(hidden),
    metadata: lead('http://169.254.169.254/latest/meta-data/'),
    secret: page('Off limits'),
    unlisted: show('<meta name="robots" content="noindex"><title>Unlisted</title>'),
    copy: show('<link rel="canonical" href="/good/"><title>Copy</title>'),
    picture: show('no page', { 'content-type': 'image/png' }),
  };
  for (const [name, reply] of Object.entries(responses)) site.pages.set(`/${name}/`, reply);
  site.pages.set('/about/', lead('/round/'));
  site.pages.set('/robots.txt', robots('User-agent: *\nDisallow: /secret/'));
  const projectId = await makeProject(app, user, { slugs: Object.keys(responses), base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', pages_total: 16, pages_done: 16, changes: null });
  const pages = await listPages(app, user, `scans/${done.id}/pages?per_page=100`);
  const table = Object.fromEntries(
    pages.map(({ address, finding, status }) => [address.slice(base.length + 1, -1), [finding, status]]),
  );
  expect(table).toEqual({
    good: ['ok', 200],
    moved: ['redirect', 200],
    round: ['redirect', 301],
    missing: ['error', 404],
    broken: ['error', 500],
    slow: ['unreachable', null],
    trickling: ['unreachable', null],
    huge: ['error', null],
    endless: ['error', null],
    bomb: ['error', null],
    inward: ['unreachable', 301],
    metadata: ['unreachable', 301],
    secret: ['disallowed', null],
    unlisted: ['noindex', 200],
    copy: ['canonical', 200],
    picture: ['error', null],
  });
  expect(done.findings).toEqual({
    ok: 1,
    redirect: 2,
    error: 6,
    unreachable: 4,
    disallowed: 1,
    noindex: 1,
    canonical: 1,
  });
  expect(pages[0]).toMatchObject({ town: 'Town good', row: 2, title: 'Good', words: 3, problem: null });
  expect(pages[1]).toMatchObject({ redirects_to: `${base}/good/`, title: 'Good' });
  for (const each of pages.slice(1)) expect(each.problem).toMatch(/^[A-Z].*\.$/);
  expect(site.requests).not.toContain('/secret/');
  expect(site.requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
  expect(other.requests).toEqual([]);
  const notifications = await listOwn(database, user, 'notifications');
  expect(notifications.map(({ notification }) => notification)).toContain(
    'The scan of your pages is complete.',
  );
});

it('a scan reads pages as search engines do', async () => {
  const { app, user, site } = await start();
  const { base } = site;
  const titled = (title: string, head = '') => `<title>${title}</title>${head}`;
  const responses = {
    'other-bot': show(titled('Other'), { 'x-robots-tag': ['bingbot: noindex', 'max-image-preview:none'] }),
    'two-tags': show(titled('Two'), { 'x-robots-tag': ['bingbot: nofollow', 'noindex'] }),
    preview: show(titled('Preview', '<meta name="robots" content="max-image-preview:none">')),
    refresh: show(titled('Refresh', '<meta http-equiv="refresh" content="0; url=../preview/">')),
    based: show(titled('Based', '<base href="/based/x/"><link rel="canonical" href="../">')),
    'link-header': show(titled('Link'), { link: '</preview/>; rel="canonical"' }),
    doubled: show(
      titled('Doubled', '<link rel=canonical href="/doubled/"><link rel=canonical href="/preview/">'),
    ),
    'old-encoding': show(
      Buffer.from(titled('Caf\xE9 &ndash; Waco', '<meta charset="iso-8859-1">'), 'latin1'),
      {
        'content-type': 'text/html',
      },
    ),
    encoded: show(titled('Encoded', '<link rel="canonical" href="/enc%6fded/">')),
    untyped: showUntyped(`<!DOCTYPE html>${titled('Untyped')}`),
    pdf: showUntyped('%PDF-1.7 <title>no</title>'),
    'not-modified': (_request: unknown, response: ServerResponse) => void response.writeHead(304).end(),
    nowhere: (_request: unknown, response: ServerResponse) => void response.writeHead(302).end(),
  };
  for (const [name, reply] of Object.entries(responses)) site.pages.set(`/${name}/`, reply);
  const projectId = await makeProject(app, user, { slugs: Object.keys(responses), base });
  const done = await scan(app, user, { projectId });
  const pages = await listPages(app, user, `scans/${done.id}/pages?per_page=100`);
  const at = (path: string) => `${base}${path}`;
  expect(
    pages.map((each) => [each.title, each.finding, each.status, each.redirects_to ?? each.canonical]),
  ).toEqual([
    ['Other', 'ok', 200, null],
    ['Two', 'noindex', 200, null],
    ['Preview', 'ok', 200, null],
    ['Refresh', 'redirect', 200, at('/preview/')],
    ['Based', 'ok', 200, at('/based/')],
    ['Link', 'canonical', 200, at('/preview/')],
    ['Doubled', 'canonical', 200, at('/preview/')],
    ['Café – Waco', 'ok', 200, null],
    ['Encoded', 'ok', 200, at('/enc%6fded/')],
    ['Untyped', 'ok', 200, null],
    [null, 'error', 200, null],
    [null, 'error', 304, null],
    [null, 'error', 302, null],
  ]);
  expect(pages[6]?.problem).toBe(
    'The page has several canonical links. Search engines may ignore all of them.',
  );
});

it.each([
  ['of a wrong type', robots('User-agent: *\nDisallow: /', 'text/html')],
  ['that is too large', robots(`User-agent: *\nDisallow: /\n${'# filler\n'.repeat(100_000)}`)],
  ['that rejects more requests', fail(429)],
])('a robots.txt %s is obeyed', async (_name, reply) => {
  const { app, user, site } = await start();
  site.pages.set('/robots.txt', reply);
  site.pages.set('/town/', page('Town'));
  const projectId = await makeProject(app, user, { slugs: ['town'], base: site.base });
  expect(await scan(app, user, { projectId })).toMatchObject({ findings: { disallowed: 1 } });
  expect(site.requests).toEqual(['/robots.txt']);
});

it('pages are skipped while robots.txt does not respond, and later pages request it again', async () => {
  const { app, user, site } = await start();
  const slugs = Array.from({ length: 8 }, (_, index) => `town-${index + 1}`);
  for (const slug of slugs) site.pages.set(`/${slug}/`, page(slug));
  site.pages.set('/robots.txt', (_request, response) => {
    if (site.requests.length === 1) response.destroy();
    else response.writeHead(404).end();
  });
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const done = await scan(app, user, { projectId });
  // Six pages wait for the first response.
  expect(done.findings).toEqual({ unreachable: 6, ok: 2 });
  expect(site.requests.slice(0, 4)).toEqual(['/robots.txt', '/robots.txt', '/town-7/', '/town-8/']);
  const [first] = await listPages(app, user, `scans/${done.id}/pages`);
  expect(first?.problem).toBe('The site isn’t responding.');
});

it('no page is fetched from a site whose robots.txt fails', async () => {
  const { app, user, site } = await start();
  site.pages.set('/robots.txt', fail(503));
  site.pages.set('/town/', page('Town'));
  const projectId = await makeProject(app, user, { slugs: ['town'], base: site.base });
  expect(await scan(app, user, { projectId })).toMatchObject({ findings: { disallowed: 1 } });
  expect(site.requests).toEqual(['/robots.txt']);
});

it('requests to a site are limited in number and rate', async () => {
  const { app, user, site } = await start();
  const slugs = Array.from({ length: 30 }, (_, index) => `town-${index + 1}`);
  for (const slug of slugs) site.pages.set(`/${slug}/`, page(slug));
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const { started_at: from, finished_at: to } = await scan(app, user, { projectId });
  // One more request for robots.txt.
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBeGreaterThanOrEqual(30 * GAP_MS - 1);
  expect(site.maxConcurrency()).toBeLessThanOrEqual(6);
});

it('a site that never responds is skipped after some pages', async () => {
  const { app, user, site } = await start();
  const slugs = Array.from({ length: 40 }, (_, index) => `town-${index + 1}`);
  const cut = (_request: unknown, response: { destroy(): void }) => response.destroy();
  for (const slug of slugs) site.pages.set(`/${slug}/`, cut);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', findings: { unreachable: 40 } });
  expect(site.requests.length).toBeLessThan(25);
});

it('pages are marked as new, changed, same and gone since the previous scan', async () => {
  const { app, user, site } = await start();
  const { base } = site;
  for (const slug of ['stays', 'changes', 'breaks', 'leaves']) site.pages.set(`/${slug}/`, page(slug));
  const slugs = ['stays', 'changes', 'breaks', 'leaves'];
  const projectId = await makeProject(app, user, { slugs, base });
  const first = await scan(app, user, { projectId });
  site.pages.set('/changes/', page('Another title'));
  site.pages.set('/breaks/', fail(410));
  site.pages.set('/comes/', page('comes'));
  const fields = ['stays', 'changes', 'breaks', 'comes'];
  const { key } = (await call(app, user, `projects/${projectId}`)).json().data[0];
  const script = ['geo_city,geo_url', ...fields.map((slug) => `Town ${slug},${slug}`)].join('\n');
  const seed = townSeed({ slug: 'geo_url', site: base, link: `${base}/x/` });
  await saveProject(app, user, { fields: { script, key }, seed });
  await waitForRun(app, user, projectId);
  const second = await scan(app, user, { projectId });
  expect(second.changes).toEqual({ same: 1, changed: 2, new: 1, gone: 1 });
  const pages = await listPages(app, user, `scans/${second.id}/pages?sort=position`);
  expect(pages.map(({ address, change }) => [address.slice(base.length + 1, -1), change])).toEqual([
    ['stays', 'same'],
    ['changes', 'changed'],
    ['breaks', 'changed'],
    ['comes', 'new'],
    ['leaves', 'gone'],
  ]);
  expect(pages[1]?.before).toEqual({ finding: 'ok', status: 200, title: 'changes', words: 3 });
  expect(pages[2]).toMatchObject({ finding: 'error', status: 410, before: { finding: 'ok' } });
  const listed = (await call(app, user, `scans?project_id=${projectId}`)).json<{ data: Scan[] }>().data;
  expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
  const filtered = await listPages(app, user, `scans/${second.id}/pages?change=gone,new&sort=-title`);
  expect(filtered.map(({ change }) => change)).toEqual(['gone', 'new']);
  const sheet = await call(app, user, `scans/${second.id}/export`);
  expect(sheet.headers['content-disposition']).toContain(`scan-${second.id}.csv`);
  expect(sheet.body.trimEnd().split('\r\n')).toHaveLength(6);
});

it('a project has one scan at a time, and a canceled scan keeps its fetched pages', async () => {
  const { app, database, user, site } = await start();
  const slow = Array.from({ length: 11 }, (_, index) => `slow-${index + 1}`);
  const slugs = ['first', ...slow];
  site.pages.set('/first/', page('first'));
  for (const slug of slow) site.pages.set(`/${slug}/`, stall);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const { data } = (await call(app, user, 'scans', { project_id: projectId })).json<{ data: Scan }>();
  const again = await call(app, user, 'scans', { project_id: projectId });
  expect([again.statusCode, again.json().code]).toEqual([409, 'scan_in_progress']);
  const look = async () => (await call(app, user, `scans/${data.id}`)).json<{ data: Scan }>().data;
  await vi.waitUntil(async () => (await look()).pages_done > 0, WAIT);
  await cancelScan(app, user, data.id);
  await cancelScan(app, user, data.id);
  const ended = await waitForEnd(app, user, { id: data.id });
  expect(ended).toMatchObject({ state: 'canceled', findings: { ok: 1 } });
  const recorded = await runSql(database, "select from audit_log where verb = 'cancel'");
  expect(recorded, 'one entry, however often it is canceled').toHaveLength(1);
  expect(ended.pages_done).toBeLessThan(slugs.length);
  // Only fetched pages are listed, and no notification says that the scan is complete.
  const pages = await listPages(app, user, `scans/${data.id}/pages?per_page=100`);
  expect(pages).toHaveLength(ended.pages_done);
  const notifications = await listOwn(database, user, 'notifications');
  expect(notifications.filter(({ link }) => link === '/reporting/scan-reporting')).toEqual([]);
});

it('changes are compared with the last completed scan', async () => {
  const { app, user, site } = await start();
  const slugs = ['first', 'second', 'third'];
  const fill = (reply: (title: string) => Respond) => {
    for (const slug of slugs) site.pages.set(`/${slug}/`, reply(slug));
  };
  fill(page);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  await scan(app, user, { projectId });
  fill(() => stall);
  const id = await startScan(app, user, projectId);
  await cancelScan(app, user, id);
  expect(await waitForEnd(app, user, { id })).toMatchObject({ state: 'canceled' });
  fill(page);
  expect(await scan(app, user, { projectId })).toMatchObject({ changes: { same: 3 } });
});

it('a site that fails occasionally is still scanned', async () => {
  const { app, user, site } = await start();
  const cut: Respond = (_request, response) => void response.destroy();
  const slugs = Array.from({ length: 36 }, (_, index) => `town-${index + 1}`);
  for (const [index, slug] of slugs.entries())
    site.pages.set(`/${slug}/`, index % 2 === 0 ? page(slug) : cut);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ findings: { ok: 18, unreachable: 18 } });
  for (const slug of slugs) expect(site.requests).toContain(`/${slug}/`);
});

it('a page may redirect at most five times', async () => {
  const { app, user, site } = await start();
  for (let hop = 0; hop < 7; hop += 1) site.pages.set(`/hop-${hop}/`, lead(`/hop-${hop + 1}/`));
  site.pages.set('/hop-7/', page('The end'));
  const projectId = await makeProject(app, user, { slugs: ['hop-2', 'hop-1'], base: site.base });
  const { id } = await scan(app, user, { projectId });
  const pages = await listPages(app, user, `scans/${id}/pages`);
  expect(pages.map(({ finding, status, title }) => [finding, status, title])).toEqual([
    ['redirect', 200, 'The end'],
    ['redirect', 301, null],
  ]);
});

/** Fills both slots with scans of half a minute, so that a third one stays in the queue. */
async function startQueued() {
  const stage = await start();
  const { app, user, site } = stage;
  const slugs = Array.from({ length: 120 }, (_, index) => `busy-${index}`);
  // Good pages in between, so that the scan of the host continues.
  for (const [index, slug] of slugs.entries())
    site.pages.set(`/${slug}/`, index % 2 === 0 ? stall : page(slug));
  site.pages.set('/queued/', stall);
  const projects = [1, 2].map(() => makeProject(app, user, { slugs, base: site.base }));
  const busy: number[] = [];
  for (const made of projects) busy.push(await startScan(app, user, await made));
  await vi.waitUntil(() => site.requests.filter((path) => path === '/busy-0/').length === busy.length, WAIT);
  const projectId = await makeProject(app, user, { slugs: ['queued'], base: site.base });
  const queued = await startScan(app, user, projectId);
  const isHandled = () =>
    runSql(
      stage.database,
      `select from pgboss.job where name = 'scan' and data ->> 'scanId' = '${queued}' and state = 'completed'`,
    );
  return { ...stage, busy, queued, projectId, isHandled };
}

it('a scan that is canceled before it starts fetches nothing', async () => {
  const { app, user, site, busy, queued, projectId, isHandled } = await startQueued();
  expect(await cancelScan(app, user, queued)).toMatchObject({ state: 'canceled', started_at: null });
  const ofProject = (await call(app, user, `scans?project_id=${projectId}`)).json<{ data: Scan[] }>().data;
  expect(ofProject.map(({ id }) => id)).toEqual([queued]);
  for (const id of busy) await cancelScan(app, user, id);
  await expect.poll(isHandled, WAIT).toHaveLength(1);
  expect(site.requests).not.toContain('/queued/');
  expect(await waitForEnd(app, user, { id: queued })).toMatchObject({ state: 'canceled', pages_done: 0 });
});

it('a scan that is canceled while it starts fetches nothing', async () => {
  const { app, database, user, site, busy, queued, isHandled } = await startQueued();
  const makeRoom = async () => {
    for (const id of busy) await cancelScan(app, user, id);
  };
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('scans').select('id').where('id', '=', queued).forUpdate().execute();
    // The embedded database serializes queries.
    if (database.kind === 'postgres') {
      await makeRoom();
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and query like 'update "scans"%'`;
      await expect.poll(() => runOutsideTransaction(() => runSql(database, waiting)), WAIT).toHaveLength(1);
    }
    await trx
      .updateTable('scans')
      .set({ state: 'canceled', finished_at: new Date() })
      .where('id', '=', queued)
      .execute();
  });
  if (database.kind !== 'postgres') await makeRoom();
  await expect.poll(isHandled, WAIT).toHaveLength(1);
  expect(site.requests).not.toContain('/queued/');
  expect(await waitForEnd(app, user, { id: queued })).toMatchObject({
    state: 'canceled',
    started_at: null,
  });
});

it('a scan that is resumed keeps its original deadline', async () => {
  const { app, database, user, busy, queued } = await startQueued();
  const began = new Date(Date.now() - 3_600_000);
  await database.db
    .updateTable('scans')
    .set({ state: 'running', started_at: began })
    .where('id', '=', queued)
    .execute();
  for (const id of busy) await cancelScan(app, user, id);
  expect(await waitForEnd(app, user, { id: queued })).toMatchObject({
    state: 'failed',
    message: 'The site responds too slowly, so the scan ended before all pages were fetched.',
    started_at: began.toISOString(),
  });
});

/** Starts a scan of an agency's project on a site whose pages never end. */
async function startEndless() {
  const stage = await start();
  const { app, database, user, site } = stage;
  const admin = await addUser(database.db, { role: 'admin' });
  const agencyId = await addAgency(database.db, [user]);
  const slugs = ['first', ...Array.from({ length: 11 }, (_, index) => `slow-${index + 1}`)];
  for (const slug of slugs) site.pages.set(`/${slug}/`, stall);
  site.pages.set('/first/', page('first'));
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const { data } = (await call(app, user, 'scans', { project_id: projectId })).json<{ data: Scan }>();
  const read = async () =>
    runSql<Pick<Scan, 'state' | 'pages_done'>>(
      database,
      `select state, pages_done from scans where id = ${data.id}`,
    );
  await vi.waitUntil(async () => ((await read())[0]?.pages_done ?? 0) > 0, WAIT);
  /** Changes the status in the database, which doesn't cancel the scan. */
  const setStatus = (status: string) =>
    runSql(database, `update workspaces set status = '${status}' where id = ${agencyId}`);
  const saveStatus = (status: string) =>
    app.inject({
      method: 'PUT',
      url: `/api/v1/agencies/${agencyId}`,
      headers: admin.headers,
      payload: { name: 'Agency', main_admin_id: user.userId, status },
    });
  return { ...stage, id: data.id, slugs, read, setStatus, saveStatus };
}

it.each(['deleted', 'not_active'])(
  'a scan of an agency that becomes %s stops, and restoring the agency does not restart it',
  async (status) => {
    const { read, saveStatus, site, slugs } = await startEndless();
    const saved = await saveStatus(status);
    expect(saved.statusCode, saved.body).toBe(200);
    await expect.poll(read, WAIT).toMatchObject([{ state: 'canceled' }]);
    const asked = site.requests.length;
    expect(asked).toBeLessThan(slugs.length);
    expect((await saveStatus('active')).statusCode).toBe(200);
    expect(await read()).toMatchObject([{ state: 'canceled' }]);
    expect(site.requests).toHaveLength(asked);
  },
);

it('a scan that was added while its agency was deleted stops by itself', async () => {
  const { read, setStatus, site, slugs } = await startEndless();
  await setStatus('deleted');
  await expect.poll(read, WAIT).toMatchObject([{ state: 'canceled' }]);
  expect(site.requests.length).toBeLessThan(slugs.length);
});

it('a scan of an inactive agency can be canceled', async () => {
  const { app, user, id, read, setStatus } = await startEndless();
  await setStatus('not_active');
  await cancelScan(app, user, id);
  await expect.poll(read, WAIT).toMatchObject([{ state: 'canceled' }]);
});

it('a project without pages cannot be scanned', async () => {
  const { app, user, store } = await start();
  const isWaiting = store.hold('publish runs/');
  const saved = await saveProject(app, user);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await isWaiting;
  expect((await call(app, user, 'scans', { project_id: id })).json()).toMatchObject({ code: 'no_pages' });
  await store.release();
  await waitForRun(app, user, id);
});

it('an export has all pages of a long scan in the order of the sheet', async () => {
  const { app, database, user, site } = await start();
  site.pages.set('/town/', page('Town'));
  const projectId = await makeProject(app, user, { slugs: ['town'], base: site.base });
  const { id } = await scan(app, user, { projectId });
  await runSql(
    database,
    `insert into scan_pages (scan_id, position, sheet_row, label, address, finding)
      select ${id}, 1 + number, 2 + number, 'Town ' || number, '${site.base}/' || number, 'ok'
      from generate_series(1, 5000) as number`,
  );
  const reply = await call(app, user, `scans/${id}/export`);
  const rows = reply.body.trimEnd().split('\r\n').slice(1).map(Number.parseFloat);
  expect(rows).toEqual(Array.from({ length: 5_001 }, (_, index) => 2 + index));
});
