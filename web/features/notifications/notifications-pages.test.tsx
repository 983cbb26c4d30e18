/** List of notifications, and the page of a single one. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fetchUserData } from '#web/client/user-slice.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { NotificationPage } from './notification-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';

const notice = (id: number, more = {}) => ({
  id,
  notification: `“Roofs ${id}”: 500 of 500 pages ready to import.`,
  link: `/projects/${id}`,
  is_gone: false,
  is_read: false,
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...more,
});
const list = (data: object[], meta = {}) => ({
  data,
  meta: { page: 1, per_page: 25, total: data.length, last_page: 1, ...meta },
});
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };

const openList = (reply: (sent: Sent) => object, at = '/notifications') =>
  openPage(NotificationsPage, { path: '/notifications', at }, reply);
const openOne = (id: string, reply: (sent: Sent) => object) =>
  openPage(NotificationPage, { path: '/notifications/:id', at: `/notifications/${id}` }, reply);
/** Waits for a text, regardless of its markup. */
const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));
const getPageNumber = ({ path }: Sent) => Number(new URLSearchParams(path.split('?')[1]).get('page'));
const posts = ({ sent }: { sent: Sent[] }) =>
  sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('the list', () => {
  test('shows each with its age, its page, and a link to its subject', async () => {
    openList(() => list([notice(3), notice(2, { is_read: true }), notice(1, { link: null })]));
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Unread: “Roofs 3”: 500 of 500 pages ready to import.5 min agoOpen',
      '“Roofs 2”: 500 of 500 pages ready to import.5 min agoOpen',
      'Unread: “Roofs 1”: 500 of 500 pages ready to import.5 min ago',
    ]);
    const addresses = within(rows[0] as HTMLElement).getAllByRole('link');
    expect(addresses.map((link) => link.getAttribute('href'))).toEqual(['/notifications/3', '/projects/3']);
    expect(screen.getByText('3 notifications')).toBeTruthy();
  });

  test('has a singular noun for one', async () => {
    openList(() => list([notice(1)]));
    expect(await screen.findByText('1 notification')).toBeTruthy();
  });

  test('has no links to other sites', async () => {
    openList(() => list([notice(1, { link: '//evil.example' }), notice(2, { link: 'javascript:alert(1)' })]));
    await screen.findAllByRole('listitem');
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
  });

  test('reports a page that is no longer available, and does not link to it', async () => {
    openList(() => list([notice(1, { link: null, is_gone: true })]));
    const [row] = await screen.findAllByRole('listitem');
    expect(row?.textContent).toContain('No longer available');
    const links = within(row as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/notifications/1']);
  });

  test('is described when it is empty', async () => {
    openList(() => list([]));
    expect(await screen.findByText('No notifications yet')).toBeTruthy();
    expect(screen.getByText('When a run is done or needs your attention, you’ll see it here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test('marks all as read with one call', async () => {
    let isRead = false;
    const page = openList(({ method }) => {
      if (method === 'POST') isRead = true;
      return method === 'POST' ? { data: { unread_count: 0 } } : list([notice(1, { is_read: isRead })]);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
    expect(posts(page)).toEqual([['notifications/read', '{}']]);
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  test('marks all as read, including unread ones on other pages', async () => {
    const page = openList(({ method, path }) => {
      if (path === 'account/user-data') {
        return { data: { role: 'user', name: 'Ada', avatar: '/a.svg', unread_count: 4 } };
      }
      return method === 'POST'
        ? { data: { unread_count: 0 } }
        : list([notice(90, { is_read: true })], { total: 60, last_page: 3 });
    });
    await says('Roofs 90');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    await act(() => page.store.dispatch(fetchUserData()));
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  });

  test('shows an error with its reference if marking them as read fails, and leaves them unread', async () => {
    openList(({ method }) => (method === 'POST' ? isDown : list([notice(1)])));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    const toast = (await screen.findByText('Couldn’t mark the notifications as read.')).closest(
      '[role=alert]',
    );
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeTruthy();
  });

  test('shows why loading failed, and loads on a retry', async () => {
    let reply: object = isDown;
    openList(() => reply);
    await says('Couldn’t load the notifications. The server is busy.');
    expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
    reply = list([notice(1)]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await says('Roofs 1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is paged in the URL; the previous rows stay until the next page has loaded', async () => {
    let send: ((reply: object) => void) | undefined;
    const page = openList((sent) =>
      getPageNumber(sent) === 2
        ? new Promise((resolve) => {
            send = resolve;
          })
        : list([notice(60)], { total: 60, last_page: 3 }),
    );
    await says('Roofs 60');
    expect(screen.getByText('1–25 of 60')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(page.path()).toBe('/notifications?page=2'));
    await waitFor(() => expect(send).toBeDefined());
    await says('Roofs 60');
    send?.(list([notice(35)], { page: 2, total: 60, last_page: 3 }));
    await says('Roofs 35');
    expect(screen.getByText('26–50 of 60')).toBeTruthy();
  });

  test('keeps the old rows with their time if the next page fails to load', async () => {
    openList((sent) =>
      getPageNumber(sent) === 2 ? isDown : list([notice(60)], { total: 60, last_page: 3 }),
    );
    await says('Roofs 60');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText(/The rows below are from \d{1,2}:\d\d [AP]M\./)).toBeTruthy();
    await says('Roofs 60');
  });
});

describe('a single notification', () => {
  test('shows its text and links, and is marked as read', async () => {
    let read: unknown;
    const page = openOne('7', ({ method, body }) => {
      if (method === 'POST') read = body;
      return method === 'POST' ? { data: { unread_count: 0 } } : list([notice(9), notice(7), notice(5)]);
    });
    await says('“Roofs 7”: 500 of 500 pages ready to import.');
    expect(screen.getByRole('link', { name: 'View project' }).getAttribute('href')).toBe('/projects/7');
    expect(screen.getByRole('link', { name: 'All notifications' }).getAttribute('href')).toBe(
      '/notifications',
    );
    await waitFor(() => expect(read).toBe('{"ids":[7]}'));
    expect(posts(page)).toHaveLength(1);
  });

  test('reports that its page is no longer available, and has no link to it', async () => {
    openOne('7', () => list([notice(7, { link: null, is_gone: true, is_read: true })]));
    await says('The page for this notification is no longer available');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All notifications']);
  });

  test.each([
    ['/payment', 'Open Payment'],
    ['/my-agency', 'Open My Agency'],
    ['/domains/4', 'View domain'],
    ['/projects', 'Open'],
  ])('names the target of its link: %s', async (link, label) => {
    openOne('7', () => list([notice(7, { link, is_read: true })]));
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(link);
  });

  test('is not marked again if it was already read', async () => {
    const page = openOne('7', () => list([notice(7, { is_read: true })]));
    await says('Roofs 7');
    expect(posts(page)).toEqual([]);
  });

  test('shows markup as text', async () => {
    openOne('7', () => list([notice(7, { notification: '<img src=x onerror=alert(1)>', is_read: true })]));
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  test('is searched for page by page, only as far as necessary', async () => {
    const page = openOne('42', (sent) => {
      if (sent.method === 'POST') return { data: { unread_count: 0 } };
      const number = getPageNumber(sent);
      const newest = 300 - (number - 1) * 100;
      return list([notice(newest), notice(newest - 58), notice(newest - 99)], {
        page: number,
        per_page: 100,
        total: 300,
        last_page: 3,
      });
    });
    await says('Roofs 42');
    const pages = page.sent.filter(({ method }) => method === 'GET').map(getPageNumber);
    expect(pages.slice(0, 3)).toEqual([1, 2, 3]);
    expect(Math.max(...pages)).toBe(3);
  });

  test.each([
    ['is past the last', '4', 1],
    ['is between two others', '6', 1],
    ['is newer than all', '900', 1],
  ])('that %s is reported as unknown after as few calls as possible', async (_what, id, calls) => {
    const page = openOne(id, () => list([notice(7), notice(5)], { per_page: 100 }));
    expect(await screen.findByText('We couldn’t find that notification.')).toBeTruthy();
    expect(screen.getByText(/you may not have access to it/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to notifications' }).getAttribute('href')).toBe(
      '/notifications',
    );
    expect(page.sent).toHaveLength(calls);
  });

  test.each(['0', '-1', '1e3', 'abc', '007'])('with the id %s is unknown, without a request', async (id) => {
    const page = openOne(id, () => list([]));
    expect(await screen.findByText('We couldn’t find that notification.')).toBeTruthy();
    expect(page.sent).toEqual([]);
  });

  test('that fails to load shows the reason and the reference, and loads on a retry', async () => {
    let reply: object = isDown;
    openOne('7', ({ method }) => (method === 'POST' ? { data: { unread_count: 0 } } : reply));
    await says('Couldn’t load the notification. The server is busy.');
    expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
    reply = list([notice(7)]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await says('Roofs 7');
  });

  test('stays on the page if marking it as read fails', async () => {
    openOne('7', ({ method }) => (method === 'POST' ? isDown : list([notice(7)])));
    await says('Roofs 7');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
