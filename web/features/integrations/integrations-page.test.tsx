/** Integrations: connecting Google, scopes of a connection, and disconnecting. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { makeList } from '../projects/shared/project-fixture.ts';
import { IntegrationsPage } from './integrations-page.tsx';

const AT = '2026-11-21T12:00:00Z';
const SITE = 'sc-domain:roofs.example';
const CONNECTED = {
  id: 6,
  provider: 'google',
  account: 'ada@example.com',
  status: 'connected',
  scope: ['openid', 'email', 'https://www.googleapis.com/auth/webmasters.readonly'],
  message: null,
  connected_at: AT,
  connected_by: 'Ada Lovelace',
  is_own: true,
  is_read_only: false,
  checked_at: AT,
  properties: [
    {
      id: 14,
      site: SITE,
      permission: 'siteOwner',
      domains: [
        {
          id: 4,
          name: 'roofs.example',
          state: 'ready',
          message: null,
          data_until: '2026-11-18',
          collected_at: AT,
        },
      ],
    },
    { id: 15, site: 'https://www.pipes.example/', permission: 'siteFullUser', domains: [] },
    { id: 16, site: 'https://other.example/', permission: 'siteUnverifiedUser', domains: [] },
  ],
};
const PORTFOLIO = {
  id: 4,
  name: 'roofs.example',
  is_read_only: false,
  property: SITE,
  state: 'ready',
  data_until: '2026-11-18',
  clicks: 120,
  impressions: 2400,
  ctr: 0.05,
  position: 8.4,
  previous_clicks: 96,
  change: 0.25,
  series: [4, 5],
};

interface ServerData {
  accounts?: object[];
  at?: string;
  isOpen?: boolean;
  reply?: (sent: Sent) => object | undefined;
}

const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

function open({ accounts = [], at = '', isOpen = true, reply }: ServerData = {}) {
  return openPage(IntegrationsPage, { path: '/integrations', at: `/integrations${at}` }, (sent) => {
    const override = reply?.(sent);
    if (override) return override;
    if (sent.path === 'integrations/providers')
      return { data: [{ provider: 'google', is_open: isOpen, is_simulated: true }] };
    if (sent.path.startsWith('reporting/domains')) return makeList([PORTFOLIO]);
    return { data: accounts };
  });
}

const sentTo = (page: ReturnType<typeof open>, method: string, path: string) =>
  page.sent.filter((sent) => sent.method === method && sent.path.startsWith(path));

const readBody = ({ body }: Sent): unknown => (typeof body === 'string' ? JSON.parse(body) : body);

test('links to Google without a connected account, and shows that Google is simulated', async () => {
  open({
    reply: ({ path }) =>
      path.includes('google/connect?wanted=search')
        ? { data: { url: 'https://google.example/auth' } }
        : undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Google' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://google.example/auth'));
  expect(screen.getByText('Google is simulated: accounts and figures are not real.')).toBeTruthy();
});

test('a connection and domains of an inactive agency stay as they are, with the reason', async () => {
  open({
    accounts: [{ ...CONNECTED, is_read_only: true }],
    reply: ({ path }) =>
      path.startsWith('reporting/domains') ? makeList([{ ...PORTFOLIO, is_read_only: true }]) : undefined,
  });
  const disconnect = await screen.findByRole('button', { name: 'Disconnect' });
  expect(disconnect.title).toBe('The agency is inactive, so this is read-only.');
  fireEvent.click(disconnect);
  expect(screen.queryByRole('dialog')).toBeNull();
  const text = 'The agency is inactive, so its domains keep their properties.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('cell', { name: SITE })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Property of roofs.example' })).toBeNull();
});

test('offers no connection if Google isn’t set up', async () => {
  open({ isOpen: false });
  expect(await screen.findByText('Google isn’t set up on this server.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
});

test('on return from Google sends code and state once, removes them from the URL and names the account', async () => {
  const page = open({
    at: '?code=abc&state=xyz',
    reply: ({ method }) => (method === 'POST' ? { data: CONNECTED, status: 201 } : undefined),
  });
  expect(await screen.findByText('Connected ada@example.com.')).toBeTruthy();
  expect(page.path()).toBe('/integrations');
  const posts = sentTo(page, 'POST', 'integrations/google');
  expect(posts.map(readBody)).toEqual([{ code: 'abc', state: 'xyz' }]);
});

test.each([
  ['a denied consent', '?error=access_denied&state=xyz', undefined, 'Google wasn’t connected.'],
  ['another error of Google', '?error=org_internal', undefined, 'Google didn’t complete the sign-in.'],
  [
    'a forged, expired or used state',
    '?code=abc&state=forged',
    { status: 409, code: 'consent_over', message: 'This Google sign-in was already used or has expired.' },
    /already used or has expired/,
  ],
  [
    'a missing scope',
    '?code=abc&state=xyz',
    { status: 422, code: 'scope_missing', message: 'Geoloom was not granted the access it asked for.' },
    /Geoloom was not granted the access/,
  ],
])('%s is explained, with a retry', async (_what, at, refusal, text) => {
  open({ at, reply: ({ method }) => (method === 'POST' ? refusal : undefined) });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(text)).toBeTruthy();
  expect(within(alert).getByRole('button', { name: 'Connect again' })).toBeTruthy();
});

test('shows the connected account, its scopes and the time of the check, and checks again', async () => {
  const page = open({
    accounts: [CONNECTED],
    reply: ({ path }) =>
      path.includes('gsc-check-connection')
        ? {
            data: {
              connected: true,
              property: null,
              properties: [],
              message: 'The connection to Google works.',
            },
          }
        : undefined,
  });
  const card = await screen.findByRole('region', { name: 'Google Search Console' });
  for (const text of [
    'ada@example.com',
    'Reading Search Console, your identity, your email address',
    '3 properties',
  ])
    expect(within(card).getByText(text)).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('The connection to Google works.')).toBeTruthy();
  expect(sentTo(page, 'GET', 'integrations').length).toBeGreaterThan(2);
});

test('a revoked connection is reported and can be connected again', async () => {
  open({ accounts: [{ ...CONNECTED, status: 'revoked' }] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Google no longer accepts this connection.');
  expect(within(alert).getByRole('button', { name: 'Connect again' })).toBeTruthy();
});

test('disconnects after a confirmation with the consequences', async () => {
  const page = open({
    accounts: [CONNECTED],
    reply: ({ method }) => (method === 'DELETE' ? { data: {}, message: 'Disconnected.' } : undefined),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(
    'Disconnect ada@example.com? 1 domain will get no new figures; figures collected so far are kept.',
  );
  expect(sentTo(page, 'DELETE', 'integrations')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(sentTo(page, 'DELETE', 'integrations/6')).toHaveLength(1));
});

test('chooses a readable property of a domain, or none', async () => {
  const page = open({
    accounts: [CONNECTED],
    reply: ({ method }) => (method === 'PUT' ? { data: [CONNECTED] } : undefined),
  });
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Property of roofs.example' });
  expect(box.value).toBe('roofs.example (whole domain)');
  expect(screen.getByText('to Nov 18')).toBeTruthy();
  fireEvent.click(box);
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['roofs.example (whole domain)', 'https://www.pipes.example/']);
  fireEvent.click(screen.getByRole('option', { name: 'https://www.pipes.example/' }));
  await waitFor(() => expect(sentTo(page, 'PUT', 'integrations/properties')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Clear Property of roofs.example' }));
  await waitFor(() => expect(sentTo(page, 'PUT', 'integrations/properties')).toHaveLength(2));
  expect(sentTo(page, 'PUT', 'integrations/properties').map(readBody)).toEqual([
    { domain_id: 4, property_id: 15 },
    { domain_id: 4 },
  ]);
});

test('requests private sheets separately, and then shows whose can be read', async () => {
  const scope = [...CONNECTED.scope, 'https://www.googleapis.com/auth/spreadsheets.readonly'];
  const ben = { id: 7, account: 'ben@example.com', is_own: false, properties: [] };
  const elsewhere = { ...CONNECTED, ...ben, scope };
  const { unmount } = open({
    accounts: [CONNECTED, elsewhere],
    reply: ({ path }) =>
      path.includes('google/connect?wanted=sheets')
        ? { data: { url: 'https://google.example/sheets' } }
        : undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Allow private sheets' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://google.example/sheets'));
  unmount();
  open({ accounts: [{ ...CONNECTED, scope }, elsewhere] });
  expect(await screen.findByText(/any sheet that ada@example\.com may open/)).toBeTruthy();
  const allowed = screen.getAllByText(
    'Reading Search Console, reading Google Sheets, your identity, your email address',
  );
  expect(allowed).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Allow private sheets' })).toBeNull();
});
