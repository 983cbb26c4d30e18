/** Reporting: metrics as switches, the table of the chart, breakdowns, generated pages, and scans. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { type FakeReply, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { makeList } from '../projects/shared/project-fixture.ts';
import { ReportingPage } from './reporting-page.tsx';

const TOTALS = { clicks: 120, impressions: 2400, ctr: 0.05, position: 8.4 };
const BEFORE = { clicks: 96, impressions: 2400, ctr: 0.04, position: 9.9 };
const row = (key: string, clicks = 60) => ({ key, ...TOTALS, clicks, previous: BEFORE });
const meta = { page: 1, per_page: 25, total: 2, last_page: 1 };
const STAT = {
  period: { from: '2026-11-17', to: '2026-11-18' },
  previous_period: { from: '2026-11-15', to: '2026-11-16' },
  data_until: '2026-11-18',
  state: 'ready',
  totals: TOTALS,
  previous: BEFORE,
  rows: [row('2026-11-17', 70), row('2026-11-18', 50)],
  meta,
  marks: [{ day: '2026-11-18', project_id: 7, project: 'Roofs', run_id: 12, pages: 2 }],
};
const NOTHING = { ...STAT, period: null, data_until: null, rows: [], marks: [], previous: null };
const TOWN = {
  project_id: 7,
  project: 'Roofs',
  row: 2,
  town: 'Waco',
  address: 'https://roofs.example/waco/',
  latitude: null,
  longitude: null,
  ...TOTALS,
  previous: BEFORE,
  index: {
    is_indexed: false,
    coverage: 'Crawled - currently not indexed',
    google_canonical: null,
    last_crawled_at: null,
    inspected_at: '2026-11-18T06:00:00Z',
  },
  score: 41.6,
  is_weak: true,
  flaws: ['alike'],
};
const SCAN = {
  id: 9,
  project_id: 7,
  project: 'Roofs',
  state: 'completed',
  pages_total: 2,
  pages_done: 2,
  findings: { ok: 1, redirect: 1 },
  changes: { changed: 1, same: 1 },
  quality: null,
  differences: { title: 1 },
  sitemap: null,
  message: null,
  created_at: '2026-11-21T12:00:00Z',
  started_at: null,
  finished_at: null,
};
const PAGE = {
  position: 1,
  row: 2,
  town: 'Waco',
  address: 'https://roofs.example/waco/',
  finding: 'redirect',
  status: 200,
  problem: 'The page redirects to another page.',
  redirects_to: 'https://roofs.example/',
  title: 'Roofs',
  canonical: null,
  is_noindex: false,
  words: 300,
  differences: [{ code: 'title', file: 'Roofs in Waco', live: 'Roofs' }],
  quality: null,
  change: 'changed',
  before: { finding: 'ok', status: 200, title: 'Old roofs', words: 300 },
};

type Overrides = (sent: Sent) => FakeReply | Promise<FakeReply> | undefined;

const open = (at = '', getOverride: Overrides = () => undefined) =>
  openPage(ReportingPage, { path: '/reporting', at: `/reporting${at}` }, (sent) => {
    const override = getOverride(sent);
    if (override) return override;
    const { path } = sent;
    if (path.startsWith('integrations/gsc-stat')) {
      if (path.includes('dimension=date')) return { data: STAT };
      return { data: { ...STAT, rows: [row(path.includes('=country') ? 'usa' : 'roofer waco')] } };
    }
    if (path.startsWith('reporting/map'))
      return {
        data: {
          points: [
            [31.55, -97.15, 120, 1],
            [29.76, -95.37, 30, 2],
          ],
          unplaced: 4,
        },
      };
    if (path.startsWith('reporting/towns')) return makeList([TOWN]);
    if (path.startsWith('reporting/coverage'))
      return {
        data: {
          pages: 10,
          earning: 7,
          clicking: 5,
          inspected: 9,
          indexed: 6,
          totals: TOTALS,
          previous: BEFORE,
        },
      };
    if (path.startsWith('domains/4')) return { data: [{ id: 4, name: 'roofs.example' }] };
    if (path.startsWith('scans/9/pages')) return makeList([PAGE]);
    if (path.startsWith('scans/9')) return { data: SCAN };
    if (path.startsWith('scans')) return makeList([SCAN]);
    if (path.startsWith('projects')) return makeList([{ id: 7, title: 'Roofs' }]);
    return makeList([]);
  });

const metric = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('shows each metric with its change, and stores the metrics of the chart in the URL', async () => {
  const page = open();
  expect((await metric('Clicks')).checked).toBe(true);
  const cards = screen.getByRole('group', { name: 'Metrics in the chart' });
  expect([...cards.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'Clicks12025.0% 96 before',
    'Impressions2,400 2,400 before',
    'Average CTR5.00%25.0% 4.00% before',
    'Average position8.41.5 9.9 before',
  ]);
  expect(screen.getByText('Search figures through Nov 18, 2026')).toBeTruthy();
  fireEvent.click(await metric('Average position'));
  expect((await metric('Impressions')).checked).toBe(false);
  expect(decodeURIComponent(page.path())).toBe('/reporting?on=clicks,position');
  expect(
    await screen.findByRole('img', { name: /^Clicks: 120, Average position: 8.4, from Nov 17/ }),
  ).toBeTruthy();
});

test('the chart has a table of the same days, and names the runs that it marks', async () => {
  open();
  const runs = await screen.findByText(/^Runs:/);
  expect(within(runs).getByRole('link', { name: 'Roofs' }).getAttribute('href')).toBe('/projects/7');
  expect(runs.textContent).toBe('Runs: Roofs on Nov 18');
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Search by day' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((each) => [...each.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Nov 18, 2026', '50'],
    ['Nov 17, 2026', '70'],
  ]);
});

test('breaks a domain down by query, country and town', async () => {
  const page = open('?domain_id=4');
  expect(await screen.findByText('roofer waco')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Countries' }));
  expect(await screen.findByText('United States')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Our towns' }));
  const table = await screen.findByRole('table', { name: 'Our towns' });
  expect(within(table).getByRole('link', { name: 'Waco' }).getAttribute('href')).toBe(TOWN.address);
  const requests = page.sent.map(({ path }) => path).filter((path) => path.startsWith('reporting/towns'));
  expect(requests.at(-1)).toContain('domain_id=4');
});

test('without a domain shows only towns, and explains what a domain would add', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Our towns' });
  expect(within(table).getByRole('link', { name: 'Waco' })).toBeTruthy();
  expect(screen.getByText(/Pick a domain to see its queries/)).toBeTruthy();
});

test('a page without a title is named by its URL', async () => {
  const nameless = { ...TOWN, town: '' };
  open('', ({ path }) => (path.startsWith('reporting/towns') ? makeList([nameless]) : undefined));
  const table = await screen.findByRole('table', { name: 'Our towns' });
  expect(within(table).getByRole('link', { name: TOWN.address })).toBeTruthy();
});

test('counts generated pages without impressions, and links to their rows', async () => {
  const page = open('?domain_id=4&search=x&page=3');
  fireEvent.click(await screen.findByRole('button', { name: 'Show rows to improve' }));
  await waitFor(() => expect(page.path()).toBe('/reporting?domain_id=4&by=town&earning=no'));
  await waitFor(() =>
    expect(page.sent.some(({ path }) => /reporting\/towns\?.*earning=no/.test(path))).toBe(true),
  );
  expect(screen.getByText('Without impressions', { selector: 'dt' }).nextSibling?.textContent).toBe('3');
});

test('shows the index status of each page at Google, and links to pages that aren’t indexed', async () => {
  const page = open('?domain_id=4');
  fireEvent.click(await screen.findByRole('button', { name: 'Show 3 not indexed' }));
  await waitFor(() => expect(page.path()).toBe('/reporting?domain_id=4&by=town&index=not_indexed'));
  await waitFor(() =>
    expect(page.sent.some(({ path }) => /reporting\/towns\?.*index=not_indexed/.test(path))).toBe(true),
  );
  const table = await screen.findByRole('table', { name: 'Our towns' });
  expect(within(table).getByText('Crawled - currently not indexed, Nov 18')).toBeTruthy();
  expect(screen.getByText('Indexed by Google', { selector: 'dt' }).nextSibling?.textContent).toBe('6');
});

test('shows the quality of each page, marks weak ones, and lists only them', async () => {
  const page = open('?domain_id=4&by=town');
  const table = await screen.findByRole('table', { name: 'Our towns' });
  expect(within(table).getByRole('cell', { name: /^41.*weak$/ })).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: 'Quality' }));
  await waitFor(() => expect(page.path()).toContain('sort=-score'));
  await page.goTo('/reporting?domain_id=4&by=town&quality=weak');
  await waitFor(() =>
    expect(page.sent.some(({ path }) => /reporting\/towns\?.*quality=weak/.test(path))).toBe(true),
  );
});

test('requests the chosen comparison, or none', async () => {
  const page = open('?compare=year&period=12m');
  await metric('Clicks');
  expect(page.sent.some(({ path }) => /gsc-stat\?.*period=12m&compare=year/.test(path))).toBe(true);
  await page.goTo('/reporting?compare=none');
  await waitFor(() =>
    expect(page.sent.some(({ path }) => path.endsWith('gsc-stat?period=3m&dimension=date'))).toBe(true),
  );
});

test.each([
  ['none', NOTHING, 'No search figures yet', 'Connect Search Console'],
  ['failed', { ...STAT, state: 'failed' }, 'Google isn’t sending new figures.', 'Reconnect'],
])('with the state %s links to the integrations', async (_state, data, text, action) => {
  open('', ({ path }) => (path.startsWith('integrations/gsc-stat') ? { data } : undefined));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe('/integrations');
});

test.each([
  [['revoked'], 'Connect Search Console', /Connect Google Search Console and choose a property/],
  [['revoked', 'connected'], 'Choose properties', /Google is connected. Choose a Search Console property/],
])('with the Google accounts %j shows what is missing', async (statuses, action, text) => {
  open('', ({ path }) => {
    if (path === 'integrations') return { data: statuses.map((status) => ({ status })) };
    return path.startsWith('integrations/gsc-stat') ? { data: NOTHING } : undefined;
  });
  expect((await screen.findByRole('link', { name: action })).getAttribute('href')).toBe('/integrations');
  expect(screen.getByText(text)).toBeTruthy();
});

test('without Google keys offers no Search Console', async () => {
  const setup = { needed: false, maintenance: false, google: false, mail: true };
  open('', ({ path }) => {
    if (path === 'setup') return { data: setup };
    return path.startsWith('integrations/gsc-stat') ? { data: NOTHING } : undefined;
  });
  expect(await screen.findByText(/Google isn’t set up on this server/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Connect Search Console' })).toBeNull();
});

test('shows that figures are being collected', async () => {
  const data = { ...NOTHING, state: 'collecting' };
  open('', ({ path }) => (path.startsWith('integrations/gsc-stat') ? { data } : undefined));
  expect(await screen.findByText(/being collected/)).toBeTruthy();
  expect(screen.queryByText('No search figures yet')).toBeNull();
});

test('shows all figures once they are collected, in each card', async () => {
  const server = { state: 'collecting', towns: 0 };
  open('', ({ path }) => {
    if (path.startsWith('integrations/gsc-stat')) return { data: { ...STAT, state: server.state } };
    if (!path.startsWith('reporting/towns?period=3m&compare=previous&page=1')) return undefined;
    server.towns += 1;
    return makeList([{ ...TOWN, town: server.state === 'ready' ? 'Laredo' : 'Waco' }]);
  });
  const table = await screen.findByRole('table', { name: 'Our towns' });
  await within(table).findByRole('link', { name: 'Waco' });
  await pass(3_100);
  expect(server.towns).toBe(1);
  server.state = 'ready';
  await pass(3_100);
  await within(table).findByRole('link', { name: 'Laredo' });
  const { towns } = server;
  await pass(10_000);
  expect(server.towns).toBe(towns);
});

test('exports the shown figures', async () => {
  const page = open('?domain_id=4&by=country&period=28d');
  await screen.findByText('United States');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(page.sent.at(-1)?.path).toBe(
      'reporting/export?domain_id=4&period=28d&compare=previous&dimension=country',
    ),
  );
});

test('a project of an inactive agency can’t be scanned, with the reason', async () => {
  open('?tab=scan', ({ path }) =>
    path.startsWith('projects') ? makeList([{ id: 7, title: 'Roofs', is_read_only: true }]) : undefined,
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'Project' }));
  const option = await screen.findByRole('option', { name: /^Roofs/ });
  expect(option.textContent).toContain('The agency is inactive, so its pages can’t be scanned.');
  fireEvent.click(option);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Scan pages' }).disabled).toBe(true);
});

test('starts a scan of a project and follows it', async () => {
  const running = { ...SCAN, state: 'running', pages_done: 1, changes: null };
  const page = open('?tab=scan', ({ method, path }) => {
    if (method === 'POST' && path === 'scans') return { data: running, status: 201 };
    return path === 'scans/9' ? { data: running } : undefined;
  });
  expect((await screen.findByRole('table', { name: 'Scans' })).textContent).toContain('1 problem');
  fireEvent.click(screen.getByRole('combobox', { name: 'Project' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Roofs' }));
  fireEvent.click(screen.getByRole('button', { name: 'Scan pages' }));
  expect((await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Pages scanned' })).value).toBe(
    1,
  );
  expect(page.path()).toBe('/reporting?tab=scan&scan=9');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel scan' }));
  await waitFor(() => expect(page.sent.some(({ path }) => path === 'scans/9/cancel')).toBe(true));
});

test.each([
  ['no request is pending', false],
  ['an older request is still pending', true],
])('the list of a running scan shows its last pages, even if %s when it ends', async (_name, isHeld) => {
  const town = (index: number) => ({ ...PAGE, position: index, town: `Town ${index}` });
  const server = { done: 26, requests: 0, release: () => {} };
  const page = open('?tab=scan&scan=9', ({ path }) => {
    const { done } = server;
    const state = done === 30 ? 'completed' : 'running';
    if (path === 'scans/9') return { data: { ...SCAN, state, pages_total: 30, pages_done: done } };
    if (!/^scans.9.pages.page=2&/.test(path)) return undefined;
    server.requests += 1;
    const rows = Array.from({ length: done - 25 }, (_, index) => town(26 + index));
    const reply = makeList(rows, { page: 2, total: done, last_page: 2 });
    if (!isHeld || server.requests !== 2) return reply;
    return new Promise((resolve) => {
      server.release = () => resolve(reply);
    });
  });
  const towns = () => screen.getAllByRole('link', { name: /^Town/ }).map(({ textContent }) => textContent);
  await screen.findByText('Waco');
  // From here on the list requests later than the scan.
  await pass(700);
  await page.goTo('/reporting?tab=scan&scan=9&page=2');
  await waitFor(() => expect(towns()).toEqual(['Town 26']));
  await pass(1_600);
  expect(server.requests).toBe(2);
  server.done = 30;
  await pass(800);
  expect(screen.getByText('Completed')).toBeTruthy();
  await act(async () => server.release());
  await waitFor(() => expect(towns()).toEqual(['Town 26', 'Town 27', 'Town 28', 'Town 29', 'Town 30']));
  expect(screen.getByText('26–30 of 30')).toBeTruthy();
  const { requests } = server;
  await pass(10_000);
  expect(server.requests).toBe(requests);
});

test('names the target of a canonical link', async () => {
  const copy = {
    ...PAGE,
    finding: 'canonical',
    redirects_to: null,
    canonical: 'https://roofs.example/other/',
  };
  open('?tab=scan&scan=9', ({ path }) => (path.startsWith('scans/9/pages') ? makeList([copy]) : undefined));
  const table = await screen.findByRole('table', { name: 'Pages of the scan' });
  expect(table.textContent).toContain('https://roofs.example/other/');
});

test('shows findings and changes of a scan, and filters by both', async () => {
  const page = open('?tab=scan&scan=9&finding=redirect&difference=title&change=changed,new');
  const table = await screen.findByRole('table', { name: 'Pages of the scan' });
  expect(table.textContent).toContain('The page redirects to another page. https://roofs.example/');
  expect(table.textContent).toContain('title was “Old roofs”');
  expect(table.textContent).toContain('Title replacedLive: RoofsFile: Roofs in Waco');
  expect(await screen.findByText(/2 of 2 pages · 1 problem · since the last scan: 1 changed/)).toBeTruthy();
  const requests = page.sent
    .map(({ path }) => decodeURIComponent(path))
    .find((path) => path.startsWith('scans/9/pages'));
  expect(requests).toContain('finding=redirect&difference=title&change=changed,new');
  fireEvent.click(screen.getByRole('button', { name: 'All scans' }));
  expect(page.path()).toBe('/reporting?tab=scan');
});

test('shows the quality on the site next to that of the files, and what the site changed', async () => {
  const quality = {
    score: 58.2,
    parts: { similarity: 18.1, substance: 24.1, head_and_links: 16 },
    template_share: 0.6,
    pages: 2,
    histogram: [],
    costs: [{ code: 'alike', points: 26.9, pages: 2 }],
    cluster_count: 0,
    files: { run: 12, score: 64.8 },
    previous: { scan: 8, score: 61 },
  };
  const sitemap = { state: 'complete', urls: ['https://roofs.example/sitemap.xml'], problem: null };
  const differences = { noindex: 3, 'sitemap-missing': 1 };
  const page = open('?tab=scan&scan=9&finding=ok', ({ path }) =>
    path === 'scans/9' ? { data: { ...SCAN, quality, sitemap, differences } } : undefined,
  );
  const figures = await screen.findByLabelText('Quality on the site', { selector: 'dl' });
  expect(figures.textContent).toBe(
    'Live58of 100, without row dataFiles of run #1265of 100, with row dataPrevious scan61of 100, without row data',
  );
  expect(screen.getByText('Too similar to another page (2 pages)')).toBeTruthy();
  const changes = within(screen.getByRole('region', { name: 'Changed by the site' }));
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('3 pages are set to noindex'),
    expect.stringContaining('1 page isn’t in the sitemap'),
  ]);
  expect(changes.getByText('Sitemap: https://roofs.example/sitemap.xml')).toBeTruthy();
  fireEvent.click(changes.getAllByRole('link', { name: 'Show' })[0] as HTMLElement);
  expect(page.path()).toBe('/reporting?tab=scan&scan=9&difference=noindex');
});

test('lists scans with the score that each one shows', async () => {
  const scan = { ...SCAN, quality: { score: 58.7 } };
  open('?tab=scan', ({ path }) => (path.startsWith('scans?') ? makeList([scan]) : undefined));
  const table = await screen.findByRole('table', { name: 'Scans' });
  expect(within(table).getByRole('cell', { name: '59' })).toBeTruthy();
});

test('a scan without figures doesn’t claim that the pages are as in the files', async () => {
  open('?tab=scan&scan=9', ({ path }) =>
    path === 'scans/9' ? { data: { ...SCAN, quality: null, differences: {} } } : undefined,
  );
  const changes = within(await screen.findByRole('region', { name: 'Changed by the site' }));
  expect(changes.getByText(/^No changes are known/)).toBeTruthy();
  expect(changes.queryByText(/are as in the files/)).toBeNull();
});

test('shows clicks on a map and by state, and the towns with the biggest gains', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  const page = open('?domain_id=4');
  const map = await screen.findByRole('img', { name: 'Map of 150 clicks on 3 pages' });
  const circles = [...map.querySelectorAll('circle')].map((circle) => Number(circle.getAttribute('r')));
  expect(circles).toEqual([16, 8]);
  const twin = screen.getByRole('region', { name: 'Towns by state' });
  expect(
    within(twin)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['StateClicksPages', 'Texas1503']);
  expect(screen.getByRole('list', { name: 'Clicks per circle' }).textContent).toBe('1003010');
  expect(screen.getByText('4 clicks on pages whose sheet has no coordinates')).toBeTruthy();
  const rising = await screen.findByRole('region', { name: 'Biggest gains' });
  expect(within(rising).getByRole('link', { name: 'Waco' })).toBeTruthy();
  expect(rising.textContent).toContain('24');
  expect(page.sent.some(({ path }) => path.includes('sort=-change'))).toBe(true);
});
