import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isStale } from './signed-link.rules.ts';
import { SignedLink } from './signed-link.tsx';
import { ToastHost } from './toast.tsx';

const soon = Math.floor(Date.now() / 1000);

test('treats a signed URL as expired slightly before the server does', () => {
  const now = soon * 1000;
  expect(isStale(`/f?owner=1&expires=${soon + 60}`, now)).toBe(false);
  expect(isStale(`/f?owner=1&expires=${soon + 5}`, now)).toBe(true);
  expect(isStale(`/f?expires=${soon - 1}`, now)).toBe(true);
  expect(isStale('/f', now)).toBe(false);
});

test('a valid URL is an ordinary download link', () => {
  const renew = vi.fn<() => Promise<string>>(async () => '/new');
  render(
    <SignedLink address={`/file?expires=${soon + 600}`} onRenew={renew}>
      Download
    </SignedLink>,
  );
  fireEvent.click(screen.getByRole('link'), { cancelable: true });
  expect(renew).not.toHaveBeenCalled();
});

test('an expired URL is renewed on click, and then followed', async () => {
  const renew = vi.fn<() => Promise<string>>(async () => '/new');
  const follow = vi.fn<(address: string) => void>();
  render(
    <SignedLink address="/file?expires=1" onRenew={renew} follow={follow}>
      Download
    </SignedLink>,
  );
  fireEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(follow).toHaveBeenCalledWith('/new'));
});

test.each([
  ['is gone', async () => undefined, 'This file no longer exists.', 'Reload the page.'],
  [
    'has no new URL because of an error',
    () => Promise.reject(new Error('The server is busy.')),
    'Couldn’t download the file.',
    'The server is busy.',
  ],
])('a file that %s is reported, and no URL is followed', async (_what, renew, text, detail) => {
  const follow = vi.fn<(address: string) => void>();
  render(
    <MantineProvider env="test">
      <SignedLink address="/file?expires=1" onRenew={renew} follow={follow}>
        Download
      </SignedLink>
      <ToastHost />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('link'));
  const toast = (await screen.findByText(text)).closest('[role=alert]');
  expect(toast?.textContent).toContain(detail);
  expect(follow).not.toHaveBeenCalled();
  expect(screen.getByRole('link').getAttribute('aria-busy')).toBeNull();
});

test('a second click while the new URL is being fetched sends no other request', async () => {
  const renew = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
  render(
    <SignedLink address="/file?expires=1" onRenew={renew}>
      Download
    </SignedLink>,
  );
  fireEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(screen.getByRole('link').getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(screen.getByRole('link'));
  expect(renew).toHaveBeenCalledTimes(1);
});
