/** Tutorial list: its order, and how administrators change it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import type { Tutorial } from '#contract/tutorials.contract.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { TutorialsPage } from './tutorials-page.tsx';

const toTutorial = (title: string, index: number): Tutorial => ({
  id: index + 1,
  title,
  description: 'How a page leaves WordPress.',
  link: 'https://v.example/1',
  level: 'easy',
  preview_url: null,
  preview_name: null,
  revision: 1,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
});

const PAGE = { page: 1, per_page: 25, last_page: 1 };

interface Setup {
  role?: Role;
  at?: string;
  /** Page of the list, as the server returns it. */
  meta?: typeof PAGE & { total: number };
}

async function open({ role = 'admin', at = '/tutorials', meta = { ...PAGE, total: 3 } }: Setup = {}) {
  let rows = ['Export', 'Sheet', 'Import'].map(toTutorial);
  const page = openPage(TutorialsPage, { path: '/tutorials', at, role }, ({ method, path, body }) => {
    if (path.startsWith('tutorials/level-list')) return { data: [{ name: 'easy' }] };
    if (method !== 'PUT') return { data: rows, meta };
    const { place } = JSON.parse(body as string) as { place: number };
    const id = Number(path.split('/')[1]);
    const others = rows.filter((row) => row.id !== id);
    rows = others.toSpliced(place - 1, 0, ...rows.filter((row) => row.id === id));
    return { data: { place, total: meta.total } };
  });
  await screen.findByRole('link', { name: 'Export' });
  return page;
}

const readTitles = () =>
  within(screen.getByRole('list', { name: 'Tutorials' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

const openMenu = (title: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${title}` }));
  return screen.findByRole('menu');
};

describe('the order of the tutorials', () => {
  test('is that of the server, and can’t be changed by readers', async () => {
    const page = await open({ role: 'user' });
    expect(readTitles()).toEqual(['Export', 'Sheet', 'Import']);
    expect(page.sent.find(({ path }) => path.startsWith('tutorials?'))?.path).toContain('sort=position');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  test.each([
    ['Sheet', 'Move up', 1, ['Sheet', 'Export', 'Import']],
    ['Sheet', 'Move down', 3, ['Export', 'Import', 'Sheet']],
    ['Import', 'Move to the top', 1, ['Import', 'Export', 'Sheet']],
  ])('%s: %s', async (title, item, place, titles) => {
    const page = await open();
    await openMenu(title);
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(readTitles()).toEqual(titles));
    expect(await screen.findByText(`“${title}” is now number ${place}.`)).toBeTruthy();
    const put = page.sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toBe(JSON.stringify({ place }));
  });

  test('ends at the first and at the last tutorial', async () => {
    await open();
    await openMenu('Export');
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('menuitem', { name }).disabled;
    expect(['Move up', 'Move down', 'Move to the top'].map(isOff)).toEqual([true, false, true]);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await openMenu('Import');
    await waitFor(() => expect(isOff('Move down')).toBe(true));
  });

  test('continues across the pages of the list', async () => {
    const page = await open({
      at: '/tutorials?page=2',
      meta: { ...PAGE, page: 2, last_page: 2, total: 28 },
    });
    await openMenu('Export');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(page.sent.find(({ method }) => method === 'PUT')?.body).toBe('{"place":25}'));
  });

  test('is not changed while only some tutorials are listed', async () => {
    await open({ at: '/tutorials?search=page' });
    const menu = await openMenu('Sheet');
    expect(within(menu).getByText('To change the order, clear the search and the filters.')).toBeTruthy();
    expect(within(menu).queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  });
});
