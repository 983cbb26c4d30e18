import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProjectFigures } from '#contract/project-shapes.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { listItem, makeList, runItem } from '../projects/shared/project-fixture.ts';
import { DashboardPage } from './dashboard-page.tsx';

const many: ProjectFigures = {
  projects: 1000,
  with_pages: 999,
  pages: 9_990_002,
  skipped: 12,
  tested: 1,
  downloaded: 1,
  states: { completed: 996, running: 1, failed: 2, waiting_for_split: 1 },
};
const run = runItem();
const unlimited = { data: { usage: { pages_month: { used: 0, limit: -1 } } } };

const toSummary = (figures: ProjectFigures) => ({
  figures,
  domains: 0,
  search: { is_open: false, connected: 0, unconnected: 0 },
  attention: [],
});

function open(
  figures: ProjectFigures,
  reply: (sent: Sent) => object = () => makeList([listItem(1, 'Roofs')]),
) {
  return openPage(DashboardPage, { path: '/dashboard' }, (sent) => {
    if (sent.path === 'dashboard') return { data: toSummary(figures) };
    if (sent.path === 'account/user-data') return unlimited;
    if (/^(notifications|domains|integrations|reporting)[?/]/.test(sent.path)) return makeList([]);
    return sent.path.endsWith('/events') ? { status: 404, code: 'not_found', message: '' } : reply(sent);
  });
}

test('the figures include all projects, even if few are listed', async () => {
  open(many);
  const figures = await screen.findByLabelText('Figures');
  const cells = [...figures.children].map((cell) => [...cell.children].map((each) => each.textContent));
  expect(cells).toEqual([
    ['Pages ready', '9,990,002', 'in 999 projects'],
    ['Rows skipped', '12', 'of all current runs'],
    ['Runs in progress', '1', 'right now'],
    ['Projects', '1,000', 'in your workspace'],
  ]);
  expect(screen.getByRole('link', { name: 'All 1,000 projects' })).toBeTruthy();
});

test('a run in progress is above the projects, and is requested by its states', async () => {
  const pipes = listItem(2, 'Pipes', { state: 'running', last_run: run });
  const page = open(many, ({ path }) => makeList(path.includes('state=') ? [pipes] : [listItem(1, 'Roofs')]));
  const card = await screen.findByRole('region', { name: 'Pipes' });
  expect(within(card).getByText('310 of 500 pages')).toBeTruthy();
  expect(within(card).getByRole('link', { name: 'View run of Pipes' }).getAttribute('href')).toBe(
    '/projects/2',
  );
  const request = page.sent.find(({ path }) => path.includes('state='));
  expect(decodeURIComponent(request?.path ?? '')).toContain('state=planning,queued,running,auditing');
});

test('an error is reported with its reference, and a retry loads the page', async () => {
  let isDown = true;
  open(many, () =>
    isDown
      ? { status: 503, code: 'overloaded', message: 'The server is busy.' }
      : makeList([listItem(1, 'Roofs')]),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Couldn’t load the projects. The server is busy.',
  );
  expect(screen.getByText('r-1')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Roofs/ })).toBeTruthy();
});

test('an empty account shows a link to create the first project', async () => {
  const nothing = { projects: 0, with_pages: 0, pages: 0, skipped: 0, tested: 0, downloaded: 0, states: {} };
  open(nothing, () => makeList([]));
  expect(await screen.findByText('No projects yet')).toBeTruthy();
  const setUp = screen.getByRole('region', { name: 'Getting started' });
  expect(within(setUp).getByText('0 of 4')).toBeTruthy();
  expect(screen.queryByLabelText('Figures')).toBeNull();
});

test('the domains that were added last link to their pages, with a link to all', async () => {
  const domain = { id: 4, name: 'roofs.example', project_type: 'Images', status: '1' };
  openPage(DashboardPage, { path: '/dashboard' }, ({ path }) => {
    if (path === 'dashboard') return { data: toSummary(many) };
    if (path === 'account/user-data') return unlimited;
    return makeList(path.startsWith('domains?') ? [domain] : []);
  });
  const card = within(await screen.findByRole('region', { name: 'Domains' }));
  const link = await card.findByRole('link', { name: 'roofs.example' });
  expect(link.getAttribute('href')).toBe('/domains/4');
  expect(card.getByRole('link', { name: 'All domains' }).getAttribute('href')).toBe('/domains');
  expect(card.queryByText('No domains yet.')).toBeNull();
});

test('only the payer of a plan sees the next invoice', async () => {
  const invoice = { plan: 'Pro', amount: 7900, currency: 'usd', date: '2026-04-02T09:14:05.000Z' };
  const show = (next_invoice: object | null) =>
    openPage(DashboardPage, { path: '/dashboard' }, ({ path }) => {
      if (path === 'dashboard') return { data: toSummary(many) };
      return path === 'account/user-data' ? { data: { ...unlimited.data, next_invoice } } : makeList([]);
    });
  const page = show(invoice);
  const card = within(await screen.findByRole('region', { name: 'Next invoice' }));
  expect(card.getByText('$79.00')).toBeTruthy();
  expect(card.getByText('Pro plan, on Apr 2, 2026')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Payment' }).getAttribute('href')).toBe('/payment');
  page.unmount();
  show(null);
  expect(await screen.findByLabelText('Figures')).toBeTruthy();
  expect(screen.queryByText('Next invoice')).toBeNull();
});

test('with search figures it shows them, their trend with the previous period, and the pages left', async () => {
  const now = { clicks: 120, impressions: 2400, ctr: 0.05, position: 8 };
  const before = { ...now, clicks: 96 };
  const stat = {
    period: { from: '2026-11-18', to: '2026-11-18' },
    previous_period: { from: '2026-10-21', to: '2026-10-21' },
    data_until: '2026-11-18',
    state: 'ready',
    totals: now,
    previous: before,
    rows: [{ key: '2026-11-18', ...now, previous: before }],
    meta: { page: 1, per_page: 1, total: 1, last_page: 1 },
    marks: [],
  };
  const page = openPage(DashboardPage, { path: '/dashboard' }, ({ path }) => {
    if (path === 'dashboard') return { data: toSummary(many) };
    if (path === 'account/user-data') return { data: { usage: { pages_month: { used: 70, limit: 100 } } } };
    return path.startsWith('integrations/gsc-stat') ? { data: stat } : makeList([]);
  });
  const chart = { name: /^Clicks: 120, Impressions: 2,400, from Nov 18/ };
  expect(await screen.findByRole('img', chart)).toBeTruthy();
  const cells = [...screen.getByLabelText('Figures').children].map((cell) =>
    [...cell.children].map((each) => each.textContent),
  );
  expect(cells).toEqual([
    ['Pages ready', '9,990,002', 'in 999 projects'],
    ['Impressions', '2,400', ' vs 28 days before'],
    ['Clicks', '120', '25.0% vs 28 days before'],
    ['Pages left this month', '30', 'of 100'],
  ]);
  const trend = within(screen.getByRole('region', { name: 'Search trend' }));
  fireEvent.click(trend.getByRole('button', { name: 'Show as table' }));
  expect(trend.getByRole('table', { name: 'Search trend' })).toBeTruthy();
  const request = page.sent.find(({ path }) => path.startsWith('integrations/gsc-stat'));
  expect(request?.path).toContain('period=28d&compare=previous');
});
