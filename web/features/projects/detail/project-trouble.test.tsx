/** Page of a project with errors: what it shows meanwhile, and that it recovers by itself. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { type FakeReply, openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, project, run } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const LOST = 'The seed page of this project can’t be found in the file store.';

/** Renders the page with a fake clock; `now.answer` is the server's reply. */
function openWith(first: FakeReply) {
  const now = { reply: first };
  const page = openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, ({ path }: Sent) =>
    path === 'projects/7' ? now.reply : { data: [] },
  );
  const countRequests = () => page.sent.filter(({ path }) => path === 'projects/7').length;
  return { now, countRequests };
}

const settleOn = (text: string | RegExp) => screen.findByText(text);

test.each([
  [429, 'too_many'],
  [502, 'outside_service'],
  [503, 'not_ready'],
  [507, 'no_space'],
])('after %s it retries automatically, and shows the project once it has loaded', async (status, code) => {
  const { now } = openWith({ status, code, message: 'Not now.' });
  await settleOn(/Not now/);
  await pass(6_000);
  expect(screen.getByText(/Not now/)).toBeTruthy();
  now.reply = { data: [project({ report: completedRun(2), progress: completedRun(2) })] };
  await pass(6_000);
  await screen.findByRole('heading', { name: '1,000 of 1,000 pages ready to import' });
  expect(screen.queryByText(/Not now/)).toBeNull();
});

test('a final refusal is not retried', async () => {
  const { countRequests } = openWith({
    status: 403,
    code: 'forbidden',
    message: 'Your role doesn’t allow this.',
  });
  await settleOn(/Your role doesn’t allow this/);
  const before = countRequests();
  await pass(20_000);
  expect(countRequests()).toBe(before);
});

test('unreadable files are reported, and the rest of the page is shown, until they are back', async () => {
  const completed = { report: completedRun(2), progress: completedRun(2) };
  const { now } = openWith({ data: [project({ ...completed, script: null, unreadable: LOST })] });
  await settleOn(LOST);
  expect(screen.getByRole('heading', { name: '1,000 of 1,000 pages ready to import' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download roofs-2.xml' })).toBeTruthy();
  now.reply = { data: [project(completed)] };
  await pass(6_000);
  await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
});

test('a run that waits for a retry shows the reason', async () => {
  const message = 'The file store isn’t responding.';
  openWith({ data: [project({ progress: run({ state: 'planning', message }) })] });
  await settleOn(`${message} The run will be retried automatically.`);
});
