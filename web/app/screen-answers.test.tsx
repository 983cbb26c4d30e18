/**
 * Every screen with a server that is slow, unreachable or refuses each call: no screen crashes, each shows
 * the error, and an expired session ends.
 */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ErrorCode, ERRORS } from '#contract/errors.ts';
import { readUserData } from '#web/client/session.ts';
import { installBrowserParts } from '#web/features/projects/form/form-fixture.tsx';
import { type FakeReply, openPage } from '#web/features/projects/shared/page-fixture.tsx';
import { pass } from '#testkit/web-clock.ts';
import { type Screen, SCREENS } from './screens.ts';

const STATUSES = [401, 403, 404, 409, 413, 422, 429, 500] as const;
type Kind = 'slow' | 'gone' | (typeof STATUSES)[number];

/** Redirect signed-in users, so their own tests cover them. */
const ENTRIES: ReadonlySet<string> = new Set(['/', '/registration', '/setup']);
/** Their forms work without the data they request. */
const QUIET: ReadonlySet<string> = new Set(['/tutorials/create', '/password/reset']);
const USED_UP = 'This invitation was used, was revoked or has expired.';
/** Screens with their own text for a response. */
const OWN: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
  '/invitations/:token': { 404: USED_UP, 422: USED_UP },
  '/projects/:id': { 404: 'Failed to fetch project data' },
  '/projects/:id/edit': { 404: 'Error Fetching The Project Data' },
  '/domains/:id': { 404: 'We couldn’t find that domain.' },
  '/domains/:id/edit': { 404: 'We couldn’t find that domain.' },
  '/tutorials/:id': { 404: 'We couldn’t find that tutorial.' },
  '/tutorials/:id/edit': { 404: 'We couldn’t find that tutorial.' },
  '/agencies/:id': {
    gone: 'Error: Failed to fetch agency',
    404: 'We couldn’t find that agency.',
  },
};

const toErrorCode = (status: number) =>
  (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code].status === status) as string;

function makeAnswer(kind: Kind): FakeReply | Promise<FakeReply> {
  if (kind === 'slow') return new Promise(() => {});
  if (kind === 'gone') throw new TypeError('no net');
  return { status: kind, code: toErrorCode(kind), message: `Refused with ${kind}.` };
}

function getText(path: string, kind: Kind): string {
  const override = OWN[path]?.[kind];
  if (override !== undefined) return override;
  return kind === 'gone' ? 'Couldn’t reach the server.' : `Refused with ${kind}.`;
}

beforeEach(() => {
  installBrowserParts();
  // Screens for one-time links need a complete link.
  window.history.replaceState(null, '', '/?token=abc');
  // Failures that are only logged.
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

async function open({ path, page }: Screen, kind: Kind) {
  const Component = typeof page === 'function' ? page : await page.load();
  const at = path.replace(':id', '7').replace(':token', 'abc').replace(':slug', 'first-project');
  const opened = openPage(Component, { path, at }, () => makeAnswer(kind));
  await pass(0);
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  return opened;
}

const asking: string[] = [];
const rows = SCREENS.filter(
  ({ path, page }, index) =>
    !ENTRIES.has(path) && SCREENS.findIndex((other) => other.page === page) === index,
);

test.each(rows.map((row) => [row.path, row] as const))('%s shows the error', async (path, row) => {
  const slow = await open(row, 'slow');
  const isAsking = slow.sent.length > 0;
  expect(screen.queryByRole('alert')).toBeNull();
  slow.unmount();
  if (!isAsking) return;
  asking.push(path);
  const ended = await open(row, 401);
  await waitFor(() => expect(readUserData()).toBeUndefined());
  ended.unmount();
  if (QUIET.has(path)) return;
  for (const kind of ['gone', ...STATUSES.filter((status) => status !== 401)] as const) {
    const page = await open(row, kind);
    await waitFor(() => expect(document.body.textContent).toContain(getText(path, kind)));
    page.unmount();
  }
});

test('more than twenty of these screens sent requests', () => {
  expect(asking.length).toBeGreaterThan(20);
});
