/** Scans over HTTP: differences between the files of a run and the pages on the site. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Scan } from '#contract/scans.contract.ts';
import { sendForm, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { call, listPages, makeProject, scan } from './scans-fixture.ts';
import { fail, lead, type Respond, robots, show, type Site, stall, startSite } from './site-fixture.ts';

const held: { site?: Site } = {};

const startApp = useTestApp(async (onEnd) => {
  const site = await startSite();
  onEnd(() => site.close());
  held.site = site;
  return { scanned: { sites: [site.base], gapMs: 5, fetchMs: 3_000 } };
});

async function start() {
  const stage = await startApp();
  const { site } = held;
  if (site === undefined) throw new Error('The site did not start.');
  site.pages.clear();
  site.requests.length = 0;
  return { ...stage, site };
}

const page = (slug: string, { head = '', title = `Plumber in Town ${slug} | Acme`, h1 = 1 } = {}) =>
  `<!DOCTYPE html><html><head><title>${title}</title>${head}</head><body>${`<h1>Town ${slug}</h1>`.repeat(h1)}<p>Pipes of ${slug}</p></body></html>`;

it('a scan reports what differs from the files, but not what the run wrote itself', async () => {
  const { app, user, site } = await start();
  const { base } = site;
  const responses = {
    same: show(page('same')),
    hidden: show(page('hidden', { head: '<meta name="robots" content="noindex, follow">' })),
    wanted: show(page('wanted'), { 'x-robots-tag': 'noindex' }),
    elsewhere: show(page('elsewhere', { head: '<link rel="canonical" href="/same/">' })),
    renamed: show(page('renamed', { title: 'Acme' })),
    headless: show(page('headless', { h1: 0 })),
    twice: show(page('twice', { h1: 2 })),
  };
  for (const [slug, respond] of Object.entries(responses)) site.pages.set(`/${slug}/`, respond);
  const slugs = Object.keys(responses);
  const projectId = await makeProject(app, user, { slugs, base, hidden: ['wanted'] });
  const done = await scan(app, user, { projectId });
  const path = `scans/${done.id}/pages?per_page=100`;
  const pages = await listPages(app, user, path);
  expect(Object.fromEntries(pages.map(({ differences }, at) => [slugs[at], differences]))).toEqual({
    same: [],
    hidden: [{ code: 'noindex', file: null, live: '<meta name="robots" content="noindex, follow">' }],
    wanted: [],
    elsewhere: [{ code: 'canonical', file: null, live: `${base}/same/` }],
    renamed: [{ code: 'title', file: 'Plumber in Town renamed', live: 'Acme' }],
    headless: [{ code: 'h1-missing', file: 'No H1', live: null }],
    twice: [{ code: 'h1-repeated', file: 'No H1', live: '2 H1s: “Town twice”, “Town twice”' }],
  });
  expect(done.differences).toEqual({
    noindex: 1,
    canonical: 1,
    title: 1,
    'h1-missing': 1,
    'h1-repeated': 1,
  });
  const filtered = await listPages(app, user, `${path}&difference=title,canonical`);
  expect(filtered.map(({ row }) => row)).toEqual([5, 6]);
  const csv = (await call(app, user, `scans/${done.id}/export`)).body;
  expect(csv).toContain('title: “Plumber in Town renamed” in the file, “Acme” on the site');
});

it('noindex of the quality gate is not a difference, nor is its absence from the sitemap', async () => {
  const { app, user, site } = await start();
  const { base } = site;
  const noindex = { head: '<meta name="robots" content="noindex">' };
  site.pages.set('/one/', show(page('one', noindex)));
  site.pages.set('/two/', show(page('two')));
  site.pages.set('/sitemap.xml', xml(list(base, ['other'])));
  const projectId = await makeProject(app, user, { slugs: ['one', 'two'], base, hidden: [] });
  const set = await app.inject({
    method: 'PUT',
    url: `/api/v1/projects/${projectId}/quality-gate`,
    headers: user.headers,
    payload: { gate: { below: 100, action: 'noindex' } },
  });
  expect(set.statusCode, set.body).toBe(200);
  const script = 'geo_city,geo_url,page_noindex\nTown one,one\nTown two,two';
  const saved = await sendForm(app, user, {
    method: 'PUT',
    url: `/api/v1/projects/${projectId}`,
    fields: { title: 'Plumber', type: 'wordpress', script },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  await waitForRun(app, user, projectId);
  const done = await scan(app, user, { projectId });
  expect(done.findings).toEqual({ noindex: 1, ok: 1 });
  expect(done.differences).toEqual({});
  const [first] = await listPages(app, user, `scans/${done.id}/pages?sort=position`);
  expect(first?.problem).toBe('The page is marked noindex, as in its file.');
});

it('a page whose file was not measured is looked up in the sitemap only', async () => {
  const { app, user, site, database } = await start();
  const { base } = site;
  const head = `<meta name="robots" content="noindex"><link rel="canonical" href="${base}/two/">`;
  site.pages.set('/one/', show(page('one', { head })));
  site.pages.set('/two/', show(page('two')));
  site.pages.set('/sitemap.xml', xml(list(base, ['other'])));
  const projectId = await makeProject(app, user, { slugs: ['one', 'two'], base, hidden: [] });
  await runSql(
    database,
    `update run_pages set search_title = null, canonical = null, h1 = null, flaws = null
      where run_id = (select current_run_id from projects where id = ${projectId})`,
  );
  const done = await scan(app, user, { projectId });
  expect(done.findings).toEqual({ noindex: 1, ok: 1 });
  expect(done.differences).toEqual({ 'sitemap-missing': 1 });
});

const xml = (text: string | Uint8Array): Respond => show(text, { 'content-type': 'application/xml' });
const list = (base: string, slugs: readonly string[]) =>
  `<urlset>${slugs.map((slug) => `<url><loc>${base}/${slug}/</loc></url>`).join('')}</urlset>`;
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Scans three good pages of a site with these other files. @returns the slugs that aren't in the sitemap */
async function scanWith(fill: (site: Site) => void) {
  const { app, user, site } = await start();
  const slugs = ['one', 'two', 'three'];
  for (const slug of slugs) site.pages.set(`/${slug}/`, show(page(slug)));
  fill(site);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const done = await scan(app, user, { projectId });
  const path = `scans/${done.id}/pages?difference=sitemap-missing`;
  const missing = (await listPages(app, user, path)).map(({ address }) => address.split('/').at(-2));
  return { site, missing, sitemap: done.sitemap as NonNullable<Scan['sitemap']>, done };
}

it('pages that the sitemap does not list are reported', async () => {
  const { missing, sitemap, done, site } = await scanWith(({ base, pages }) => {
    pages.set('/sitemap.xml', xml(list(base, ['one', 'other', 'three'])));
  });
  expect(missing).toEqual(['two']);
  expect(done.differences).toEqual({ 'sitemap-missing': 1 });
  expect(sitemap).toEqual({ state: 'complete', urls: [`${site.base}/sitemap.xml`], problem: null });
  expect(site.requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
});

it('sitemaps are found by robots.txt, in indexes and compressed; those of other sites are ignored', async () => {
  const { missing, sitemap, site } = await scanWith(({ base, pages }) => {
    const named = `Sitemap: ${base}/index.xml\nSitemap: http://169.254.169.254/latest/\nSitemap: ftp://x/`;
    pages.set('/robots.txt', robots(named));
    pages.set('/index.xml', lead('/index-2.xml'));
    pages.set(
      '/index-2.xml',
      xml(index([`${base}/posts.xml`, `${base}/pages.xml.gz`, 'http://127.0.0.1:1/x.xml'])),
    );
    pages.set('/pages.xml.gz', show(gzipSync(list(base, ['one'])), { 'content-type': 'application/x-gzip' }));
    pages.set('/posts.xml', xml(list(base, ['two'])));
  });
  expect(missing).toEqual(['three']);
  expect(sitemap.urls).toEqual(['/index.xml', '/pages.xml.gz', '/posts.xml'].map((path) => site.base + path));
});

it('pages that must not or cannot be indexed need not be in the sitemap', async () => {
  const { missing, sitemap } = await scanWith(({ base, pages }) => {
    pages.set('/two/', show(page('two'), { 'x-robots-tag': 'noindex' }));
    pages.set('/three/', fail(404));
    pages.set('/sitemap.xml', xml(list(base, ['one'])));
  });
  expect({ missing, state: sitemap.state }).toEqual({ missing: [], state: 'complete' });
});

it('no more sitemaps are requested once all pages are found', async () => {
  const { missing, site } = await scanWith(({ base, pages }) => {
    pages.set('/sitemap.xml', fail(404));
    pages.set('/sitemap_index.xml', xml(index([`${base}/a.xml`, `${base}/page-sitemap.xml`])));
    pages.set('/page-sitemap.xml', xml(list(base, ['three', 'two', 'one'])));
  });
  expect(missing).toEqual([]);
  expect(site.requests.filter((path) => path.endsWith('.xml'))).toEqual([
    '/sitemap.xml',
    '/sitemap_index.xml',
    '/page-sitemap.xml',
  ]);
});

it('a site without a sitemap has no missing pages', async () => {
  const { missing, sitemap } = await scanWith(({ pages }) => {
    // Some sites show their home page at every address.
    pages.set('/sitemap_index.xml', show('<html><body>Home</body></html>'));
  });
  expect({ missing, sitemap }).toEqual({
    missing: [],
    sitemap: { state: 'missing', urls: [], problem: null },
  });
});

it.each<[string, (site: Site) => void, RegExp]>([
  [
    'fails',
    ({ pages }) => pages.set('/sitemap.xml', fail(500)),
    /^The sitemap .* responded with status 500\.$/,
  ],
  ['never responds', ({ pages }) => pages.set('/sitemap.xml', stall), /respond/],
  [
    'is malformed',
    ({ pages }) => pages.set('/sitemap.xml', xml('<urlset><url>')),
    /^A sitemap isn’t well-formed/,
  ],
  [
    'leads to another site',
    ({ pages }) => pages.set('/sitemap.xml', lead('http://169.254.169.254/sitemap.xml')),
    /another site/,
  ],
  [
    'is disallowed',
    ({ pages, base }) =>
      pages.set('/robots.txt', robots(`User-agent: *\nDisallow: /s\nSitemap: ${base}/s.xml`)),
    /^robots\.txt doesn’t allow/,
  ],
  [
    'is one of too many',
    ({ pages, base }) => {
      const urls = Array.from({ length: 120 }, (_, at) => `${base}/${at}.xml`);
      pages.set('/sitemap.xml', xml(index(urls)));
      for (const url of urls) pages.set(url.slice(base.length), xml(list(base, [])));
    },
    /^The site has more than 100 sitemaps\.$/,
  ],
  [
    'is one of many that are large after decompression',
    ({ pages, base }) => {
      const urls = Array.from({ length: 7 }, (_, at) => `${base}/${at}.xml.gz`);
      const file = gzipSync(`<urlset>${`<url>${' '.repeat(200_000)}</url>`.repeat(90)}</urlset>`);
      pages.set('/sitemap.xml', xml(index(urls)));
      for (const url of urls) pages.set(url.slice(base.length), xml(file));
    },
    /^The sitemaps are larger than 100 MB in total\.$/,
  ],
])('a sitemap that %s is not held against pages', async (_name, fill, problem) => {
  const { missing, sitemap } = await scanWith(fill);
  expect(missing).toEqual([]);
  expect(sitemap.state).toBe('incomplete');
  expect(sitemap.problem).toMatch(problem);
});

it('a sitemap of 50,000 URLs is read', async () => {
  const slugs = Array.from({ length: 50_000 }, (_, at) => (at === 49_999 ? 'two' : `town-${at}`));
  const { missing } = await scanWith(({ base, pages }) => {
    pages.set('/sitemap.xml', xml(list(base, slugs)));
  });
  expect(missing).toEqual(['one', 'three']);
});

it('user names and passwords in the URLs of a site appear in no report, sheet or log', async () => {
  const { app, user, site, log } = await start();
  const { base } = site;
  const secret = base.replace('//', '//designer:hunter2@');
  const slugs = ['moved', 'named', 'refreshed', 'linked', 'broken', 'good'];
  site.pages.set('/good/', show(page('good')));
  site.pages.set('/moved/', lead(`${secret}/named/`));
  site.pages.set('/named/', show(page('named', { head: `<link rel="canonical" href="${secret}/other/">` })));
  const refresh = `<meta http-equiv="refresh" content="0; url=${secret}/named/">`;
  site.pages.set('/refreshed/', show(page('refreshed', { head: refresh })));
  site.pages.set('/linked/', show(page('linked'), { link: `<${secret}/other/>; rel="canonical"` }));
  const broken = '<link rel="canonical" href="https://designer:hunter2@exa mple.com/">';
  site.pages.set('/broken/', show(page('broken', { head: broken })));
  site.pages.set('/robots.txt', robots(`Sitemap: ${secret}/sitemap.xml`));
  site.pages.set('/sitemap.xml', fail(500));
  const projectId = await makeProject(app, user, { slugs, base });
  const done = await scan(app, user, { projectId });
  expect(done.sitemap).toMatchObject({ state: 'incomplete' });
  const pages = await listPages(app, user, `scans/${done.id}/pages?sort=position`);
  expect(pages.map(({ finding, redirects_to: to, canonical }) => [finding, to ?? canonical])).toEqual([
    ['unreachable', `${base}/named/`],
    ['canonical', `${base}/other/`],
    ['redirect', `${base}/named/`],
    ['canonical', `${base}/other/`],
    ['canonical', 'https://exa mple.com/'],
    ['ok', null],
  ]);
  const { body } = await call(app, user, `scans/${done.id}/export`);
  expect(JSON.stringify([done, pages, body, log])).not.toMatch(/designer|hunter2/);
});
