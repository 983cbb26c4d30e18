/** Samples in the styles of their site: fetching, storage and security. */
import { describe, expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { fail, flood, lead, show, type Site, stall, startSite } from '../scans/site-fixture.ts';
import { findSiteStyles, saveSiteStyles } from './site-styles.store.ts';

const held: { site?: Site; other?: Site } = {};

const startApp = useTestApp(async (onEnd) => {
  const [site, other] = [await startSite(), await startSite()];
  onEnd(() => site.close());
  onEnd(() => other.close());
  Object.assign(held, { site, other });
  // Only one of the two may be fetched, because the other has a private address.
  return { scanned: { sites: [site.base], gapMs: 1, fetchMs: 1_500 } };
});

const sheet = (css: string) => show(css, { 'content-type': 'text/css' });
const HOME = `<html class="js" lang="de"><head><link rel="stylesheet" href="/theme.css"><style>h1{color:red}</style></head>
  <body class="page"><main id="main"><div class="side"></div><div class="entry-content"><p>Old</p></div></main></body></html>`;

interface Given {
  content?: string;
  pages?: Record<string, ReturnType<typeof show>>;
}

/** Runs a test of a project whose pages are on the site. */
async function start({ content = '<p>Roofs in [geo_city]</p>', pages = {} }: Given = {}) {
  const stage = await startApp();
  const { site, other } = held;
  if (site === undefined || other === undefined) throw new Error('The sites did not start.');
  for (const each of [site, other]) {
    each.pages.clear();
    each.requests.length = 0;
  }
  for (const [path, response] of Object.entries(pages)) site.pages.set(path, response);
  const { app, user } = stage;
  const file = { name: 'seed.xml', bytes: townSeed({ content, site: site.base, link: `${site.base}/x/` }) };
  const uploaded = await sendForm(app, user, {
    url: '/api/v1/upload',
    fields: { type: 'wordpress' },
    file,
  });
  expect(uploaded.statusCode, uploaded.body).toBe(200);
  const payload = { title: 'Plumber', script: townsCsv(5) };
  const { headers } = user;
  const saved = await app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
  expect(saved.statusCode, saved.body).toBe(200);
  const { id, test } = await waitForRun(app, user, saved.json().data.project_id);
  const url = `/api/v1/projects/${id}/runs/${test?.id}/styles`;
  return {
    ...stage,
    site,
    other,
    id,
    ask: async (who: Stage['user'] = user) => app.inject({ url, headers: who.headers }),
    see: async () => app.inject(test?.samples[0]?.url ?? ''),
  };
}

const PAGES = { '/': show(HOME), '/theme.css': sheet('body{background:url(bg.png)}') };

describe('a sample', () => {
  it('is shown in the styles of its site, in the elements around its content, under the same policy', async () => {
    const { site, ask, see } = await start({ pages: PAGES });
    const plain = await see();
    expect(plain.body).not.toContain('entry-content');
    const reply = await ask();
    expect(reply.json().data).toEqual({ site: new URL(site.base).host, is_styled: true });
    const styled = await see();
    expect(styled.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
    expect(styled.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'; /);
    expect(styled.body).toContain('<html lang="de" class="js">');
    expect(styled.body).toContain(
      `<style>body{background:url("${site.base}/bg.png")}</style><style>h1{color:red}</style>`,
    );
    expect(styled.body).toMatch(
      /<body class="page"><main id="main"><h1 class="entry-title">.*<\/h1><div class="entry-content"><p>Roofs in Town 1<\/p>\s*<\/div><\/main><\/body>/,
    );
    expect(styled.headers['content-length']).toBe(String(Buffer.byteLength(styled.body)));
  });

  it('shows its title only if its content has none', async () => {
    const { ask, see } = await start({ pages: PAGES, content: '<h1>Roofs</h1><p>[geo_city]</p>' });
    await ask();
    expect((await see()).body.match(/<h1/g)).toHaveLength(1);
  });

  it('can’t be changed by a style sheet that closes its element', async () => {
    const css = 'a{content:"</style><script>alert(1)</script>"}';
    const { ask, see } = await start({
      pages: {
        '/': show(`<style>${css.replace('</style>', '')}</style><link rel=stylesheet href=/x.css>`),
        '/x.css': sheet(css),
      },
    });
    await ask();
    const { body } = await see();
    expect(body).toContain('a{content:"<\\/style><script>alert(1)<\\/script>"}');
    expect(body).not.toContain('</style><script>');
  });
});

describe('styles of a site', () => {
  it('are fetched once a day, and again for another site', async () => {
    const { database, site, id, ask } = await start({ pages: PAGES });
    const countFetches = () => site.requests.filter((path) => path === '/').length;
    const both = await Promise.all([ask(), ask()]);
    expect(both.map((reply) => reply.json().data.is_styled)).toEqual([true, true]);
    await ask();
    expect(countFetches()).toBe(1);
    const { styles } = (await findSiteStyles(database.db, id)) ?? {};
    const keep = (hours: number, origin = site.base) =>
      saveSiteStyles(database.db, id, {
        site: origin,
        styles: styles ?? null,
        now: new Date(Date.now() - hours * 3_600_000),
      });
    await keep(23);
    await ask();
    expect(countFetches()).toBe(1);
    await keep(25);
    await ask();
    expect(countFetches()).toBe(2);
    await keep(1, 'https://old.example');
    await ask();
    expect(countFetches()).toBe(3);
  });

  it('are soon fetched again if the site didn’t respond', async () => {
    const { database, site, id, ask } = await start({ pages: { '/': fail(503) } });
    expect((await ask()).json().data).toEqual({ site: new URL(site.base).host, is_styled: false });
    const asked = site.requests.length;
    await ask();
    expect(site.requests).toHaveLength(asked);
    for (const [path, response] of Object.entries(PAGES)) site.pages.set(path, response);
    const kept = await findSiteStyles(database.db, id);
    const now = new Date(Date.now() - 11 * 60_000);
    await saveSiteStyles(database.db, id, { site: kept?.site ?? '', styles: null, now });
    expect((await ask()).json().data.is_styled).toBe(true);
  });

  it('are those of a live page of the project, if the site has one', async () => {
    const { site, ask, see } = await start();
    const live = HOME.replace('h1{color:red}', 'h1{color:lime}');
    for (const path of ['/plumber-town-1/', '/plumber-town-1']) site.pages.set(path, show(live));
    site.pages.set('/', show(HOME));
    await ask();
    expect((await see()).body).toContain('h1{color:lime}');
  });

  it('contain imported sheets, but none from a private address, too large or of another type', async () => {
    const { site, other, ask, see } = await start();
    other.pages.set('/secret.css', sheet('a{color:red}'));
    const links = ['/a.css', '/big.css', '/page.css', '/slow.css', '/away.css', `${other.base}/secret.css`];
    site.pages.set('/', show(links.map((href) => `<link rel="stylesheet" href="${href}">`).join('')));
    site.pages.set('/a.css', sheet('@import "b.css" screen;@import url(c.css);p{color:tan}'));
    site.pages.set('/b.css', sheet('@import "d.css";b{color:navy}'));
    site.pages.set('/d.css', sheet('i{color:pink}'));
    site.pages.set('/big.css', flood);
    site.pages.set('/page.css', show('<p>no sheet</p>'));
    site.pages.set('/slow.css', stall);
    site.pages.set('/away.css', lead(`${other.base}/secret.css`));
    expect((await ask()).json().data.is_styled).toBe(true);
    const { body } = await see();
    expect(body).toContain('<style media="screen">b{color:navy}</style><style>p{color:tan}</style>');
    for (const missing of ['pink', 'color:red', 'no sheet']) expect(body).not.toContain(missing);
    expect(other.requests).toEqual([]);
    expect(site.requests).not.toContain('/d.css');
  });

  it('are those of the base URL of the run, or of the domain of the project, if links have no host', async () => {
    const { app, database, user, site, id, ask, see } = await start({ pages: PAGES });
    const { headers } = user;
    await runSql(
      database,
      `update runs set report = jsonb_set(report, '{samples,0,address}', '"/plumber-town-1"') where project_id = ${id}`,
    );
    expect((await ask()).json().data).toEqual({ site: null, is_styled: false });
    const payload = { name: '127.0.0.1.nip.example' };
    const domain = await app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload });
    await runSql(database, `update projects set domain_id = ${domain.json().data.id} where id = ${id}`);
    expect((await ask()).json().data).toEqual({ site: payload.name, is_styled: false });
    await runSql(database, `update runs set site_base_url = '${site.base}/de' where project_id = ${id}`);
    expect((await ask()).json().data).toEqual({ site: new URL(site.base).host, is_styled: true });
    expect(site.requests).toContain('/plumber-town-1');
    expect((await see()).body).toContain(`<base href="${site.base}/plumber-town-1">`);
  });

  it('are found at the target of redirects, as are their images', async () => {
    const { site, ask, see } = await start({
      pages: {
        '/': lead('/en/home/'),
        '/en/home/': show('<link rel="stylesheet" href="theme.css"><style>b{background:url(b.png)}</style>'),
        '/en/home/theme.css': lead('/v2/css/theme.css'),
        '/v2/css/theme.css': sheet('a{background:url(a.png)}'),
      },
    });
    await ask();
    const { body } = await see();
    expect(body).toContain(`url("${site.base}/v2/css/a.png")`);
    expect(body).toContain(`url("${site.base}/en/home/b.png")`);
  });

  it.each([
    ['in its header', 'text/css; charset=iso-8859-1', ''],
    ['in its first rule', 'text/css', '@charset "windows-1252";'],
  ])('are read in the encoding that a sheet declares %s', async (_, type, rule) => {
    const bytes = Buffer.from(`${rule}a::before{content:"Übergröße"}`, 'latin1');
    const { ask, see } = await start({
      pages: {
        '/': show('<link rel=stylesheet href=/a.css>'),
        '/a.css': show(bytes, { 'content-type': type }),
      },
    });
    await ask();
    expect((await see()).body).toContain('content:"Übergröße"');
  });

  it.each([
    ['a base', `<base href="/${'b'.repeat(4_000)}/">${'<style>a{b:url(a)}</style>'.repeat(30_000)}`, {}],
    ['a page', `<base href="/${'b'.repeat(1_900)}/"><style>a{${'b:url(a);'.repeat(150_000)}}</style>`, {}],
    [
      'an import',
      '<link rel=stylesheet href=/a.css>',
      { [`/${'b'.repeat(12_000)}/c.css`]: sheet(`a{${'b:url(a);'.repeat(60_000)}}`) },
    ],
  ])('don’t grow with the length of the URL of %s, which each rule repeats', async (_, head, more) => {
    const [long = ''] = Object.keys(more);
    const { ask, see } = await start({
      pages: {
        '/': show(`<style>a{color:red}</style>${head}`),
        '/a.css': sheet(`@import "${long}";i{}`),
        ...more,
      },
    });
    const before = process.cpuUsage();
    expect((await ask()).json().data.is_styled).toBe(true);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
    const { body } = await see();
    expect(body).toContain('a{color:red}');
    expect(body.length).toBeLessThan(3_000_000);
  });

  it('omit characters that the database can’t store', async () => {
    const { ask, see } = await start({
      pages: {
        '/': show(
          '<html class="a\0b&#0;"><style media="scr\0een">a\0{color:red}</style><link rel=stylesheet href=/a.css>',
        ),
        '/a.css': sheet('b\0::before{content:"\\d800 \\0"}'),
      },
    });
    expect((await ask()).json().data.is_styled).toBe(true);
    expect((await see()).body).toContain('<style media="screen">a{color:red}</style>');
  });

  it('of two sites that are fetched concurrently aren’t mixed up', async () => {
    const { app, database, user, id, ask } = await start({ pages: { ...PAGES, '/theme.css': stall } });
    const payload = { title: 'Plumber', script: townsCsv(5), project_id: id };
    const again = await app.inject({
      method: 'POST',
      url: '/api/v1/save-test',
      headers: user.headers,
      payload,
    });
    expect(again.statusCode, again.body).toBe(200);
    const { test } = await waitForRun(app, user, id);
    await runSql(
      database,
      `update runs set report = jsonb_set(report, '{samples,0,address}', '"http://127.0.0.1:9/a"') where id = ${test?.id}`,
    );
    const url = `/api/v1/projects/${id}/runs/${test?.id}/styles`;
    const replies = await Promise.all([ask(), app.inject({ url, headers: user.headers })]);
    expect(replies.map((reply) => reply.json().data.is_styled)).toEqual([true, false]);
  });

  it('aren’t fetched for other users, and a project without a test has none', async () => {
    const { app, database, user, ask, site } = await start({ pages: PAGES });
    expect((await ask(await addUser(database.db))).statusCode).toBe(404);
    expect(site.requests).toEqual([]);
    const saved = await saveProject(app, user);
    const { id, report } = await waitForRun(app, user, saved.json().data.project_id);
    const url = `/api/v1/projects/${id}/runs/${report?.id}/styles`;
    const reply = await app.inject({ url, headers: user.headers });
    expect(reply.json().data).toEqual({ site: null, is_styled: false });
  });
});
