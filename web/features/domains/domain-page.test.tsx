/** Page of a domain: head, tabs, next step, search, scans, projects, and an unknown id. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DomainPage as Domain } from '#contract/domains.contract.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { listItem, makeList } from '../projects/shared/project-fixture.ts';
import { DomainPage } from './domain-page.tsx';

const SCAN = {
  id: 3,
  project_id: 7,
  project: 'Roofs',
  finished_at: '2026-11-17T09:00:00Z',
  pages: 10,
  findings: { ok: 5, redirect: 3, error: 2 },
  problems_before: 9,
};
const DOMAIN: Domain = {
  id: 4,
  name: 'roofs.example',
  project_type: 'WordPress',
  status: '1',
  revision: 3,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
  is_read_only: false,
  agency: 'Bright Pages',
  projects: 2,
  clicks: 120,
  search_state: 'ready',
  pages: 1003,
  images: 0,
  property: 'sc-domain:roofs.example',
  search_message: null,
  data_until: '2026-11-16',
  scans: [SCAN],
  scanning: 0,
  scannable: [7, 8],
};
const NOW = { clicks: 120, impressions: 2400, ctr: 0.05, position: 8.2 };
const STAT = {
  period: { from: '2026-10-20', to: '2026-11-16' },
  previous_period: { from: '2026-09-22', to: '2026-10-19' },
  data_until: '2026-11-16',
  state: 'ready',
  totals: NOW,
  previous: { ...NOW, clicks: 96, position: 9.8 },
  rows: [{ key: '2026-11-16', ...NOW, previous: null }],
  meta: { page: 1, per_page: 1, total: 1, last_page: 1 },
  marks: [],
};
const NO_STAT = { ...STAT, period: null, previous: null, rows: [], data_until: null };

interface ServerData {
  domain?: Partial<Domain>;
  stat?: object;
  at?: string;
  isOpen?: boolean;
  reply?: (sent: Sent) => object | undefined;
}

function open({ domain, stat = STAT, at = '/domains/4', isOpen = true, reply }: ServerData = {}) {
  return openPage(DomainPage, { path: '/domains/:id', at }, (sent) => {
    const { path } = sent;
    const override = reply?.(sent);
    if (override) return override;
    if (path === 'dashboard') return { data: { search: { is_open: isOpen }, figures: {}, attention: [] } };
    if (path.startsWith('domains/')) return { data: [{ ...DOMAIN, ...domain }] };
    if (path.includes('dimension=query'))
      return { data: { ...STAT, rows: [{ key: 'roof repair', ...NOW, previous: null }] } };
    if (path.includes('dimension=page'))
      return { data: { ...STAT, rows: [{ key: 'https://roofs.example/waco/', ...NOW, previous: null }] } };
    if (path.startsWith('integrations/gsc-stat')) return { data: stat };
    return makeList([listItem(7, 'Roofs in Texas')], { total: 9 });
  });
}

const step = async () => (await screen.findByRole('region', { name: 'Next step' })).textContent;

test('shows the name, the site, the owner, and a link to its form', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'roofs.example' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'roofs.example' }).getAttribute('href')).toBe(
    'https://roofs.example',
  );
  expect(screen.getByText(/WordPress, shared with Bright Pages/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit domain' }).getAttribute('href')).toBe('/domains/4/edit');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Projects 2',
    'Search',
    'Site scan 5',
  ]);
});

test('shows that a domain is personal or inactive', async () => {
  open({ domain: { agency: null, status: '0' } });
  expect(await screen.findByText(/WordPress, personal, inactive/)).toBeTruthy();
});

test.each(['99', '0', 'x', '1e3'])('an id like %s shows a page with a link back', async (id) => {
  const missing = { status: 404, code: 'not_found', message: 'We couldn’t find that.' };
  open({ at: `/domains/${id}`, reply: () => missing });
  expect(await screen.findByRole('heading', { name: 'We couldn’t find that domain.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to domains' }).getAttribute('href')).toBe('/domains');
});

test('a domain that fails to load can be retried', async () => {
  let isDown = true;
  open({
    reply: ({ path }) =>
      isDown && path.startsWith('domains/')
        ? { status: 503, code: 'overloaded', message: 'Busy.' }
        : undefined,
  });
  await screen.findByText(/Couldn’t load the domain/);
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'roofs.example' })).toBeTruthy();
});

test('the next step follows from the domain’s data', async () => {
  const page = open();
  expect(await step()).toContain('2 pages show an error.');
  page.unmount();
  const connect = open({ domain: { search_state: 'none' }, stat: NO_STAT });
  expect(await step()).toContain('Search Console isn’t set up for roofs.example.');
  connect.unmount();
  const fallen = open({
    domain: { scans: [], scannable: [] },
    stat: { ...STAT, totals: { ...NOW, clicks: 48 } },
  });
  expect(await step()).toContain('Clicks fell by 50%.');
  fallen.unmount();
  open({ domain: { scans: [{ ...SCAN, findings: { ok: 10 } }] } });
  expect(await step()).toBe('Next stepYou’re all caught up. ');
});

test('the overview shows search figures of 28 days, the last scan and the projects', async () => {
  const page = open();
  expect(await screen.findByRole('img', { name: /^Clicks: 120, Impressions: 2,400/ })).toBeTruthy();
  const scan = within(screen.getByRole('region', { name: 'Last scan' }));
  expect(scan.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 pages show an errornot found, or a server errorShow',
    '3 pages redirectto another pageShow',
  ]);
  expect(scan.getByText('4 fewer problems than in the previous scan')).toBeTruthy();
  expect(scan.getAllByRole('link', { name: 'Show' })[0]?.getAttribute('href')).toBe(
    '/reporting?tab=scan&scan=3&finding=error',
  );
  expect((await screen.findByRole('link', { name: 'Roofs in Texas' })).getAttribute('href')).toBe(
    '/projects/7',
  );
  const request = page.sent.find(({ path }) => path.startsWith('projects?'));
  expect(request?.path).toContain('domain_id=4');
  fireEvent.click(screen.getByRole('button', { name: 'All 9 projects' }));
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /^Projects/ }).getAttribute('aria-selected')).toBe('true'),
  );
});

test('a scan is started for each project that can be scanned', async () => {
  const page = open({ domain: { scans: [] } });
  expect(await screen.findByText(/Not scanned yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Scan now' }));
  await waitFor(() =>
    expect(page.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual(
      [
        ['scans', '{"project_id":7}'],
        ['scans', '{"project_id":8}'],
      ],
    ),
  );
});

test.each([
  [{ scanning: 2, scannable: [] }, '2 scans in progress'],
  [{ scans: [], scannable: [] }, 'Nothing to scan yet: no project of this domain has pages.'],
])('with %j scans can’t be started: %s', async (domain, text) => {
  open({ domain });
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Scan now' })).toBeNull();
});

test('the search tab shows all figures, a better position as better, and the sources of clicks', async () => {
  open({ at: '/domains/4?tab=search' });
  const figures = await screen.findByLabelText('Search, last 28 days', { selector: 'dl' });
  const [, , , position] = [...figures.children];
  expect(position?.textContent).toContain('8.2');
  expect(position?.querySelector('[data-better]')?.getAttribute('data-better')).toBe('true');
  expect(await screen.findByText('roof repair')).toBeTruthy();
  expect(await screen.findByText('https://roofs.example/waco/')).toBeTruthy();
});

test.each([
  [{ search_state: 'none' }, 'Search Console isn’t set up', 'Set up Search Console'],
  [{ search_state: 'waiting' }, 'No figures yet', 'Open integrations'],
  [
    { search_state: 'failed', search_message: 'Access was revoked.' },
    'Access was revoked.',
    'Open integrations',
  ],
] as const)('without figures, %j is explained', async (domain, text, act) => {
  open({ domain: { ...domain, data_until: null }, stat: NO_STAT, at: '/domains/4?tab=search' });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: act }).getAttribute('href')).toBe('/integrations');
});

test('the tab of the site scan lists the last scan of each project', async () => {
  open({
    domain: { scans: [SCAN, { ...SCAN, id: 5, project: 'Pipes', findings: { ok: 10 } }] },
    at: '/domains/4?tab=scan',
  });
  expect(await screen.findByRole('region', { name: 'Roofs' })).toBeTruthy();
  const pipes = within(screen.getByRole('region', { name: 'Pipes' }));
  expect(pipes.getByText(/no problems/)).toBeTruthy();
  expect(pipes.getByRole('link', { name: 'All 10 pages' }).getAttribute('href')).toBe(
    '/reporting?tab=scan&scan=5',
  );
});
