/** Dashboard over time: next step of a new account, live runs, notifications, errors. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Attention, Dashboard } from '#contract/dashboard.contract.ts';
import type { ProjectFigures } from '#contract/project-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { setFocus } from '#testkit/window-focus.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { listItem, makeList, run as wholeRun } from '../projects/shared/project-fixture.ts';
import { DashboardPage } from './dashboard-page.tsx';

type Bytes = Uint8Array<ArrayBuffer>;

const none: ProjectFigures = {
  projects: 0,
  with_pages: 0,
  pages: 0,
  skipped: 0,
  tested: 0,
  downloaded: 0,
  states: {},
};
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };
const notice = (id: number, more = {}) => ({
  id,
  notification: `Run ${id} is done.`,
  link: null,
  is_gone: false,
  is_read: false,
  created_at: '2026-11-21T12:00:00Z',
  ...more,
});

interface ServerData {
  figures: ProjectFigures;
  recent?: object[];
  running?: object[];
  notices?: object[];
  domains?: number;
  search?: Dashboard['search'];
  attention?: Attention[];
  reply?: (sent: Sent) => object | undefined;
}

const toSummary = ({ figures, domains = 1, search = CLOSED, attention = [] }: ServerData): Dashboard => ({
  figures,
  domains,
  search,
  attention,
});

const CLOSED = { is_open: false, connected: 0, unconnected: 0 };

/** Renders the page with a fake server, whose event streams the test writes. */
function open(given: ServerData) {
  const streams: { path: string; stream: ReadableStreamDefaultController<Bytes> }[] = [];
  const page = openPage(DashboardPage, { path: '/dashboard' }, (sent) => {
    const { path } = sent;
    if (path.endsWith('/events')) {
      return new ReadableStream<Bytes>({ start: (stream) => void streams.push({ path, stream }) });
    }
    const override = given.reply?.(sent);
    if (override) return override;
    if (path === 'dashboard') return { data: toSummary(given) };
    if (path === 'account/user-data') return { data: { usage: { pages_month: { used: 0, limit: -1 } } } };
    if (path.startsWith('notifications')) return makeList(given.notices ?? []);
    if (/^(integrations|reporting)\//.test(path)) return makeList([]);
    if (path.startsWith('domains')) return makeList([], { total: given.domains ?? 1 });
    return makeList((path.includes('state=') ? given.running : given.recent) ?? []);
  });
  return { page, streams };
}

const setUp = () => screen.findByRole('region', { name: 'Getting started' });
const getSteps = (strip: HTMLElement) =>
  within(strip)
    .getAllByRole('listitem')
    .map((step) => [
      step.querySelector('strong')?.textContent,
      step.getAttribute('aria-current') ?? (within(step).queryByLabelText('Done') ? 'done' : 'later'),
    ]);

describe('the first steps', () => {
  test.each([
    [none, [], 0, ['step', 'later', 'later', 'later'], '0 of 4', 'Add domain', '/domains/add-domain'],
    [
      none,
      [],
      1,
      ['done', 'step', 'later', 'later'],
      '1 of 4',
      'New project',
      '/projects/select-project-type',
    ],
    [
      { ...none, projects: 1, states: { draft: 1 } },
      [listItem(7, 'Roofs', { state: 'draft', pages: null })],
      1,
      ['done', 'done', 'step', 'later'],
      '2 of 4',
      'Test',
      '/projects/7/edit',
    ],
    [
      { ...none, projects: 1, tested: 1, states: { test_only: 1 } },
      [listItem(7, 'Roofs', { state: 'test_only', pages: null })],
      1,
      ['done', 'done', 'done', 'step'],
      '3 of 4',
      'Save',
      '/projects/7/edit',
    ],
    [
      { ...none, projects: 2, with_pages: 1, pages: 10, states: { completed: 1, draft: 1 } },
      [listItem(7, 'Roofs', { state: 'draft', pages: null }), listItem(6, 'Pipes', { pages: 10 })],
      1,
      ['done', 'done', 'done', 'step'],
      '3 of 4',
      'Download',
      '/projects/6',
    ],
  ] as const)(
    'follow from existing objects: %j',
    async (figures, recent, domains, states, count, act_, to) => {
      open({ figures, recent: [...recent], domains });
      const strip = await setUp();
      expect(getSteps(strip)).toEqual([
        ['Add a domain', states[0]],
        ['First project', states[1]],
        ['Test a page', states[2]],
        ['Download the parts', states[3]],
      ]);
      expect(within(strip).getByText(count)).toBeTruthy();
      expect(within(strip).getByRole('link', { name: act_ }).getAttribute('href')).toBe(to);
    },
  );

  test('are hidden while the user’s agency is deleted', async () => {
    const usage = { pages_month: { used: 0, limit: -1 } };
    let user: object = { usage };
    const { page } = open({
      figures: none,
      domains: 0,
      reply: ({ path }) => (path === 'account/user-data' ? { data: user } : undefined),
    });
    await setUp();
    user = {
      usage,
      role: 'user',
      name: 'Ada',
      avatar: '/a.svg',
      unread_count: 0,
      agency_notice: { status: 'deleted' },
    };
    await act(() => page.store.dispatch(fetchUserData()));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull());
  });

  test('are hidden once pages were downloaded', async () => {
    open({
      figures: { ...none, projects: 1, with_pages: 1, pages: 12, downloaded: 1, states: { completed: 1 } },
      recent: [listItem(7, 'Roofs')],
    });
    expect(await screen.findByLabelText('Figures')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
  });
});

describe('search', () => {
  const figures = { ...none, projects: 1, with_pages: 1, pages: 12 };
  const domain = { id: 4, name: 'roofs.example', clicks: 1250, change: 0.25, series: [4, 5] };
  const search: ServerData['reply'] = ({ path }) => {
    if (path.startsWith('reporting/domains'))
      return makeList([domain, { ...domain, id: 5, name: 'new.example', series: [] }], { total: 7 });
    return undefined;
  };

  test('shows the clicks of the domains with their change, and links to their pages', async () => {
    open({ figures, recent: [listItem(7, 'Roofs')], reply: search });
    const card = within(await screen.findByRole('region', { name: 'Clicks from search' }));
    expect(card.getByText('1,250')).toBeTruthy();
    expect(card.getByText('25.0%')).toBeTruthy();
    expect(card.getByRole('link', { name: 'roofs.example' }).getAttribute('href')).toBe('/domains/4');
    expect(card.queryByText('new.example')).toBeNull();
    expect(card.getByRole('link', { name: 'All 7 domains' })).toBeTruthy();
  });

  test('is a step of the checklist if Google is set up', async () => {
    const isOpen = { is_open: true, connected: 0, unconnected: 1 };
    open({ figures, recent: [listItem(7, 'Roofs')], reply: search, search: isOpen });
    const step = within(await setUp());
    await step.findByText('Connect Search Console');
    expect(step.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe('/integrations');
  });
});

describe('what needs attention', () => {
  const figures = { ...none, projects: 1, with_pages: 1, pages: 12 };

  test('is listed with links to the fixes, and counted in the head', async () => {
    open({
      figures,
      attention: [
        { kind: 'skipped', count: 1, name: 'Roofs', id: 7 },
        { kind: 'unread', count: 3, name: null, id: null },
      ],
    });
    const card = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Rows were skipped in RoofsShow rows',
      '3 unread notificationsRead',
    ]);
    expect(card.getByRole('link', { name: 'Show rows' }).getAttribute('href')).toBe('/projects/7');
    expect(screen.getByText('2 things need attention.')).toBeTruthy();
  });

  test('is hidden for a user who is all caught up', async () => {
    open({ figures });
    expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });

  test('is replaced by a run in progress', async () => {
    open({ figures: { ...figures, states: { running: 1 } } });
    expect(await screen.findByText('1 run in progress.')).toBeTruthy();
    expect(screen.queryByText('You’re all caught up.')).toBeNull();
  });
});

describe('recent projects', () => {
  test.each([
    [1, 'All projects'],
    [2, 'All 2 projects'],
    [1234, 'All 1,234 projects'],
  ])('of %i link to the list as “%s”', async (projects, words) => {
    open({ figures: { ...none, projects, with_pages: 1, pages: 12 }, recent: [listItem(7, 'Roofs')] });
    expect((await screen.findByRole('link', { name: words })).getAttribute('href')).toBe('/projects');
    expect(screen.getByRole('link', { name: 'Roofs' }).getAttribute('href')).toBe('/projects/7');
  });
});

describe('a run in progress', () => {
  const figures = { ...none, projects: 2, with_pages: 1, pages: 12, states: { running: 1 } };
  const listed = { ...wholeRun({ id: 9, pages_done: 310, pages_total: 500 }) };
  const running = [listItem(2, 'Pipes', { state: 'running', last_run: listed })];

  test('is updated by its own stream: percent, rate, time left, parts', async () => {
    const { streams } = open({ figures, recent: running, running });
    const card = await screen.findByRole('region', { name: 'Pipes' });
    expect(card.textContent).toContain('62%');
    await waitFor(() => expect(streams.map(({ path }) => path)).toEqual(['projects/2/events']));
    const data = JSON.stringify({ ...listed, pages_done: 400, rows_per_second: 50, skipped: 2 });
    await act(async () =>
      streams[0]?.stream.enqueue(new TextEncoder().encode(`event: run\ndata: ${data}\n\n`)),
    );
    await waitFor(() => expect(card.textContent).toContain('80%'));
    for (const words of [
      '400 of 500 pages',
      '50 pages/s',
      '2.0 s left',
      '1 of 2 parts written',
      '2 rows skipped',
    ]) {
      expect(within(card).getByText(words)).toBeTruthy();
    }
  });

  test('shows the figures of the list while the window is without the focus', async () => {
    const given: ServerData = { figures, recent: running, running };
    const { streams } = open(given);
    const card = await screen.findByRole('region', { name: 'Pipes' });
    await waitFor(() => expect(streams).toHaveLength(1));
    const data = JSON.stringify({ ...listed, pages_done: 400 });
    await act(async () =>
      streams[0]?.stream.enqueue(new TextEncoder().encode(`event: run\ndata: ${data}\n\n`)),
    );
    await waitFor(() => expect(card.textContent).toContain('80%'));
    setFocus(false);
    given.running = [listItem(2, 'Pipes', { state: 'running', last_run: { ...listed, pages_done: 450 } })];
    await pass(5000);
    await waitFor(() => expect(card.textContent).toContain('90%'));
  });

  test('refetches the projects at once when it completes', async () => {
    // The page doesn't poll meanwhile.
    const given: ServerData = { figures, recent: running, running };
    const { page, streams } = open(given);
    await screen.findByRole('region', { name: 'Pipes' });
    await waitFor(() => expect(streams).toHaveLength(1));
    const asked = page.sent.length;
    given.figures = { ...figures, states: { completed: 1 } };
    const emit = (state: string) => {
      const data = JSON.stringify({ ...listed, state });
      return act(async () =>
        streams[0]?.stream.enqueue(new TextEncoder().encode(`event: run\ndata: ${data}\n\n`)),
      );
    };
    await emit('auditing');
    await screen.findByText('Auditing');
    expect(page.sent).toHaveLength(asked);
    await emit('completed');
    await pass(250);
    await waitFor(() => expect(page.sent.slice(asked).map(({ path }) => path)).toContain('dashboard'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'View run of Pipes' })).toBeNull());
  });

  test('is one of several, of which the first is streamed and the others are polled', async () => {
    const two = [
      ...running,
      listItem(3, 'Trees', { state: 'running', last_run: { ...listed, id: 10, pages_done: 5 } }),
    ];
    const { streams } = open({ figures: { ...figures, states: { running: 2 } }, recent: two, running: two });
    expect((await screen.findByRole('region', { name: 'Trees' })).textContent).toContain('1%');
    await waitFor(() => expect(streams.map(({ path }) => path)).toEqual(['projects/2/events']));
  });
});

describe('notifications', () => {
  const figures = { ...none, projects: 1, with_pages: 1, pages: 12 };
  const card = () => screen.getByRole('region', { name: 'Notifications' });

  test('are listed with links to each and to all', async () => {
    open({ figures, recent: [listItem(7, 'Roofs')], notices: [notice(2), notice(1, { is_read: true })] });
    await waitFor(() =>
      expect(
        within(card())
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ).toEqual(['/notifications/2', '/notifications/1', '/notifications']),
    );
  });

  test('are marked as read all at once', async () => {
    const given: ServerData = { figures, notices: [notice(2)] };
    given.reply = ({ method }) => {
      if (method !== 'POST') return undefined;
      given.notices = [notice(2, { is_read: true })];
      return { data: { unread_count: 0 } };
    };
    const { page } = open(given);
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
    expect(page.sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: 'notifications/read',
      body: '{}',
    });
  });

  test('that fail to load show the reason, and leave the rest of the page unchanged', async () => {
    open({
      figures,
      recent: [listItem(7, 'Roofs')],
      reply: ({ path }) => (path.startsWith('notifications') ? isDown : undefined),
    });
    expect(await screen.findByRole('link', { name: 'Roofs' })).toBeTruthy();
    await waitFor(() =>
      expect(within(card()).getByRole('alert').textContent).toContain('The server is busy.'),
    );
    expect(within(card()).getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
  });
});
