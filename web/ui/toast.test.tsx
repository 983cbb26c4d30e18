/** Toasts appear and disappear by themselves. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { showToast, type Toast, ToastHost } from './toast.tsx';

beforeEach(() => {
  notifications.clean();
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  );
});

const show = (toast: Toast) =>
  act(() => {
    showToast(toast);
  });
const roots = (text: string) => screen.queryAllByText(text).map((each) => each.closest('[role]'));

describe('a message', () => {
  test.each([
    ['success', 'status', 5000],
    ['note', 'status', 8000],
    ['error', 'alert', 10_000],
  ] as const)('of kind %s is read aloud as %s and stays %i ms', async (kind, role, stays) => {
    show({ kind, text: 'Domain saved', detail: 'example.com' });
    await waitFor(() => expect(roots('Domain saved')).toHaveLength(1));
    expect(roots('Domain saved')[0]?.getAttribute('role')).toBe(role);
    expect(screen.getByText('example.com')).toBeTruthy();
    await pass(stays - 100);
    expect(screen.getByText('Domain saved')).toBeTruthy();
    await pass(1000);
    await waitFor(() => expect(screen.queryByText('Domain saved')).toBeNull());
  });

  test('stays while the pointer is on it', async () => {
    show({ kind: 'success', text: 'Saved' });
    await waitFor(() => expect(roots('Saved')).toHaveLength(1));
    fireEvent.mouseEnter(roots('Saved')[0] as Element);
    await pass(60_000);
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  test('is closed by its labeled button', async () => {
    show({ kind: 'error', text: 'It failed' });
    await waitFor(() => expect(roots('It failed')).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    await pass(1000);
    await waitFor(() => expect(screen.queryByText('It failed')).toBeNull());
  });

  test('is not stacked when it is shown twice', async () => {
    show({ kind: 'error', text: 'It failed', detail: 'no net' });
    show({ kind: 'error', text: 'It failed', detail: 'no net' });
    await waitFor(() => expect(roots('It failed')).toHaveLength(1));
    show({ kind: 'error', text: 'It failed', detail: 'busy' });
    await waitFor(() => expect(roots('It failed')).toHaveLength(2));
  });

  test('offers Undo once', async () => {
    const undo = vi.fn<() => void>();
    show({ kind: 'note', text: 'Renamed', undo: { label: 'Undo', act: undo } });
    await screen.findByRole('button', { name: 'Undo' });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await pass(1000);
    await waitFor(() => expect(screen.queryByText('Renamed')).toBeNull());
  });
});
