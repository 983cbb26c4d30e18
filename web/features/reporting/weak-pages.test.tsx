/** The tab of weak pages that aren't indexed: the chart, decisions for one page or several, and downloads. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SEARCH_EXAMPLES } from '#contract/search-examples.ts';
import { installBrowserParts } from '#web/features/projects/form/form-fixture.tsx';
import { type FakeReply, openPage, type Sent } from '#web/features/projects/shared/page-fixture.tsx';
import { makeList } from '#web/features/projects/shared/project-fixture.ts';
import { ReportingPage } from './reporting-page.tsx';

/** The first row of the example. */
const readExample = (id: string) => (SEARCH_EXAMPLES[id] as { data: object[] }).data[0] ?? {};
const WEAK = readExample('pageDecisions.weak');
const DECIDED = readExample('pageDecisions.list');
const FAR = { ...WEAK, id: '7:9', row: 9, row_key: 'plumber-lubbock', town: 'Lubbock', target: null };
const OF_SERVICE = { ...FAR, id: '7:11', row: 11, town: 'Hico', combined_row: 3 };
const NOWHERE = { ...FAR, id: '7:10', row: 10, town: 'Nowhere', has_place: false };
const SHARES = SEARCH_EXAMPLES['reporting.indexShares']?.data;

beforeEach(installBrowserParts);

const open = (at = '', getOverride: (sent: Sent) => FakeReply | undefined = () => undefined) =>
  openPage(ReportingPage, { path: '/reporting', at: `/reporting?tab=weak${at}` }, (sent) => {
    const override = getOverride(sent);
    if (override) return override;
    const { path } = sent;
    if (path.startsWith('page-decisions/weak')) return makeList([WEAK, FAR, OF_SERVICE, NOWHERE]);
    if (path.startsWith('page-decisions/downloads'))
      return { data: { redirects: 0, redirection: 2, dropped: 2 } };
    if (path.startsWith('page-decisions')) return makeList([DECIDED]);
    if (path.startsWith('reporting/index-shares')) return { data: SHARES };
    if (path.startsWith('projects/7/page-decisions')) return { data: { decision: null, redirects_to: null } };
    if (path.startsWith('projects/7')) return { data: [{ id: 7, title: 'Roofs' }] };
    if (path.startsWith('projects')) return makeList([{ id: 7, title: 'Roofs' }]);
    return makeList([]);
  });

const listDecisions = (sent: readonly Sent[]) =>
  sent.flatMap(({ path, body }) =>
    path.startsWith('projects/7/page-decisions') ? [JSON.parse(body as string)] : [],
  );

test('shows the share of indexed pages by quality, as a chart and as a table', async () => {
  open();
  expect(
    await screen.findByText('402 of 490 inspected pages are indexed. 8 pages are waiting for inspection.'),
  ).toBeTruthy();
  expect(
    screen.getByRole('img', { name: /^Quality 0 to 20: 7% of 30, .*80 to 100: 98% of 80$/ }),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Indexed pages by quality' });
  const cells = within(table).getAllByRole('row')[1]?.textContent;
  expect(cells).toBe('0 to 20313027%');
});

test.each([
  [0, 'After a project completes a run, this shows which of its pages Google has indexed.'],
  [5, /^None of the 5 pages has been inspected yet./],
])('explains why nothing of %i pages was inspected', async (pages, text) => {
  const nothing = { data: { pages, inspected: 0, indexed: 0, bands: [] } };
  open('', ({ path }) => (path.startsWith('reporting/index-shares') ? nothing : undefined));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a weak page can be improved, merged with the nearest strong one, or dropped', async () => {
  const page = open();
  const table = await screen.findByRole('table', { name: 'Weak and not indexed' });
  expect(within(table).getByText('Austin')).toBeTruthy();
  expect(within(table).getByText('95 mi, quality 78, indexed')).toBeTruthy();
  expect(within(table).getByText('No strong page within 100 miles')).toBeTruthy();
  expect(
    within(table).getByText('No strong page with row 3 of the second list within 100 miles'),
  ).toBeTruthy();
  expect(within(table).getByText('No coordinates in the sheet')).toBeTruthy();
  expect(within(table).getAllByText('Too similar to another page · Few words about the town')).toHaveLength(
    4,
  );
  expect(screen.getByRole('link', { name: 'Improve Waco' }).getAttribute('href')).toBe(
    '/projects/7/edit?row=2',
  );
  expect(screen.queryByRole('button', { name: 'Merge Lubbock' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Merge Waco' }));
  expect(
    await screen.findByText(/^Merge “Waco”\? A redirect to the nearest strong page replaces it/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(listDecisions(page.sent)).toEqual([
      { row_key: 'plumber-waco', decision: 'merge', target_key: 'plumber-austin' },
    ]),
  );
  expect(await screen.findByText('1 page merged.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Drop Lubbock' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(listDecisions(page.sent)[1]).toEqual({ row_key: 'plumber-lubbock', decision: 'drop' }),
  );
});

test('selected pages are merged together, those without a strong page near them stay', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Merge…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(listDecisions(page.sent)).toHaveLength(1));
});

test('a page of an inactive agency offers no action', async () => {
  const locked = makeList([{ ...WEAK, is_read_only: true }]);
  open('', ({ path }) => (path.startsWith('page-decisions/weak') ? locked : undefined));
  await screen.findByRole('table', { name: 'Weak and not indexed' });
  expect(screen.queryByRole('button', { name: /^(Merge|Drop) Waco/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Improve Waco' })).toBeNull();
});

test('merged and dropped pages are listed, downloaded, and kept again', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  const page = open();
  fireEvent.click(await screen.findByRole('radio', { name: 'Merged and dropped' }));
  await waitFor(() => expect(page.path()).toBe('/reporting?tab=weak&view=decided'));
  const table = await screen.findByRole('table', { name: 'Merged and dropped' });
  expect(within(table).getByText('starting with the next run')).toBeTruthy();
  expect(within(table).getByRole('link', { name: 'Austin' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'For Redirection (WordPress)' }));
  // It would have only its header.
  expect(screen.queryByRole('button', { name: 'Redirects' })).toBeNull();
  await waitFor(() =>
    expect(page.sent.some(({ path }) => path === 'page-decisions/export?format=redirection')).toBe(true),
  );
  fireEvent.click(within(table).getByRole('button', { name: 'Keep Waco' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(listDecisions(page.sent)).toEqual([{ row_key: 'plumber-waco', decision: null }]),
  );
});

test('a kept page can be merged or dropped again before the next run', async () => {
  const kept = makeList([{ ...DECIDED, decision: 'keep' }]);
  const page = open('&view=decided', ({ path }) => (path.startsWith('page-decisions?') ? kept : undefined));
  const table = await screen.findByRole('table', { name: 'Merged and dropped' });
  expect(within(table).getByText('Kept')).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: 'Merge Waco' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(listDecisions(page.sent)).toEqual([
      { row_key: 'plumber-waco', decision: 'merge', target_key: 'plumber-austin' },
    ]),
  );
  fireEvent.click(within(table).getByRole('button', { name: 'Drop Waco' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(listDecisions(page.sent)[1]).toEqual({ row_key: 'plumber-waco', decision: 'drop' }),
  );
});

test('pages of one project are listed and counted', async () => {
  const page = open('&domain_id=4');
  fireEvent.focus(await screen.findByRole('combobox', { name: 'Project' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Project' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Roofs' }));
  await waitFor(() => {
    const asked = page.sent.filter(({ path }) => path.includes('project_id=7'));
    expect(new Set(asked.map(({ path }) => path.split('?')[0]))).toEqual(
      new Set(['page-decisions/weak', 'reporting/index-shares']),
    );
  });
  expect(page.path()).toBe('/reporting?tab=weak&domain_id=4&project_id=7');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' }).value).toBe('Roofs'),
  );
});
