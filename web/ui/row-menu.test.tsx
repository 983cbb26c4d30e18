import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowMenu } from './row-menu.tsx';

function show(onDelete = () => {}) {
  render(
    <MantineProvider env="test">
      <RowMenu label="Actions for Roofs">
        <Menu.Item>Open</Menu.Item>
        <Menu.Item onClick={onDelete}>Delete…</Menu.Item>
      </RowMenu>
    </MantineProvider>,
  );
}
const findButton = () => screen.getByRole('button', { name: 'Actions for Roofs' });

test('is announced as a menu before its list mounts', () => {
  show();
  expect(findButton().getAttribute('aria-haspopup')).toBe('menu');
  expect(findButton().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('menuitem')).toBeNull();
});

test('opens with the first click, acts, closes, and opens again', async () => {
  const onDelete = vi.fn<() => void>();
  show(onDelete);
  fireEvent.click(findButton());
  expect(findButton().getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  expect(onDelete).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  fireEvent.click(findButton());
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy();
});

test('returns the focus to its button when Escape closes it', async () => {
  show();
  findButton().focus();
  fireEvent.click(findButton());
  const item = await screen.findByRole('menuitem', { name: 'Open' });
  await waitFor(() => expect(document.activeElement).not.toBe(findButton()));
  fireEvent.keyDown(item, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(findButton()));
});
