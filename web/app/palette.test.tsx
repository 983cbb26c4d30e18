/** Palette: search results and keyboard use. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Found } from '#contract/find.contract.ts';
import { readProjectType } from '#web/client/project-drafts.ts';
import { storeUserData } from '#web/client/session.ts';
import { createStore } from '#web/client/store.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { listItem, makeList } from '#web/features/projects/shared/project-fixture.ts';
import { pass } from '#testkit/web-clock.ts';
import { PaletteOpener } from './palette-opener.tsx';

const FOUND: Found = {
  projects: [
    {
      id: 7,
      title: 'Emergency plumber, Texas',
      type: 'wordpress',
      domain: 'northstar.example',
      pages: 505,
      state: 'running',
      updated_at: '2026-11-02T12:00:00Z',
    },
  ],
  domains: [
    {
      id: 4,
      name: 'starplumbing.example',
      project_type: 'WordPress',
      agency: null,
      projects: 4,
      clicks: 12_418,
    },
  ],
  runs: [
    {
      id: 12,
      kind: 'save',
      project_id: 7,
      project: 'Emergency plumber, Texas',
      state: 'completed',
      pages: 505,
      created_at: '2026-11-02T12:00:00Z',
    },
  ],
  agencies: [{ id: 9, name: 'Plumbline Media', members: 4, status: 'active' }],
};
const NONE: Found = { projects: [], domains: [], runs: [], agencies: [] };

let sent: string[];
let found: Found;
let isDown: boolean;
let agency: object | null;
let user: 'user' | 'admin';

beforeEach(() => {
  [sent, found, isDown, agency] = [[], FOUND, false, null];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/v1/', '');
    sent.push(path);
    if (path.startsWith('find') && isDown)
      return Response.json(
        { success: false, code: 'overloaded', message: 'The server is busy.', request_id: 'r-1' },
        { status: 503 },
      );
    if (path.startsWith('find')) return Response.json({ success: true, data: found });
    if (path === 'account/user-data')
      return Response.json({
        success: true,
        data: { name: 'Ada', role: user, avatar: '', unread_count: 0, agency },
      });
    return Response.json({ success: true, ...makeList([listItem(3, 'Roofs')]) });
  });
});

function Page({ isNarrow }: { isNarrow: boolean }) {
  return (
    <>
      <PaletteOpener isNarrow={isNarrow} />
      <input aria-label="A field of the page" />
      <p data-testid="path">{useLocation().pathname + useLocation().search}</p>
    </>
  );
}

/** Types a text and waits until the debounced search starts. */
async function search(box: HTMLElement, value: string) {
  fireEvent.change(box, { target: { value } });
  await pass(100);
}

async function open({ isNarrow = false, role = 'user' }: { isNarrow?: boolean; role?: typeof user } = {}) {
  user = role;
  storeUserData({ id: 1, access_token: 'token', role, name: 'Ada', avatar: '/avatar.svg' });
  const store = createStore();
  await store.dispatch(fetchUserData());
  const router = createMemoryRouter([{ path: '*', element: <Page isNarrow={isNarrow} /> }]);
  render(
    <MantineProvider env="test">
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>,
  );
  fireEvent.keyDown(screen.getByLabelText('A field of the page'), { key: 'k', code: 'KeyK', ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Find projects, domains and runs' });
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')
    ?.textContent;
const path = () => screen.getByTestId('path').textContent;

test('opens from a field by Ctrl+K with recent projects and actions, and closes by Escape', async () => {
  const box = await open();
  await waitFor(() => expect(options()[0]).toContain('Roofs'));
  expect(
    options()
      .slice(1)
      .map((text) => text?.replace('Enter', '')),
  ).toEqual(['New WordPress project', 'Add domain', 'New HubSpot project']);
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('offers an invitation to the main admin of an agency', async () => {
  agency = { id: 9, name: 'Bright Pages', status: 'active', is_main_admin: true };
  await open();
  await waitFor(() => expect(options().join()).toContain('Invite member'));
});

test('groups and counts the results, and highlights the matches', async () => {
  const box = await open();
  await search(box, 'plumb');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(screen.getAllByRole('presentation').map(({ textContent }) => textContent)).toEqual([
    'Projects',
    'Domains',
    'Runs',
    'Agencies',
  ]);
  const [project, domain, run] = screen.getAllByRole('option');
  expect(project?.querySelector('b')?.textContent).toBe('plumb');
  expect(project?.textContent).toContain('northstar.example, 505 pages');
  expect(project?.textContent).toContain('Running');
  expect(domain?.textContent).toContain('Personal, 4 projects12,418 clicks');
  expect(run?.textContent).toContain('Run #12, Emergency plumber, Texas');
  expect(screen.getByText('4 results')).toBeTruthy();
  expect(sent.filter((call) => call.startsWith('find'))).toEqual(['find?text=plumb']);
});

test('arrow keys move and wrap around, and Enter opens', async () => {
  const box = await open();
  await search(box, 'plumb');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(chosen()).toContain('Texasnorthstar');
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(chosen()).toContain('Plumbline Media');
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  expect(chosen()).toContain('starplumbing.example');
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(path()).toBe('/domains/4'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('Ctrl+Enter opens a new tab, and the palette stays open', async () => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
  const box = await open();
  await search(box, 'plumb');
  await waitFor(() => expect(options()).toHaveLength(4));
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  expect(openTab).toHaveBeenCalledWith('/projects/7', '_blank', 'noopener');
  expect(path()).toBe('/');
});

test('reports that nothing was found, and links to the tutorials', async () => {
  found = NONE;
  const box = await open();
  await search(box, 'plumbx');
  expect(await screen.findByText(/No results for “plumbx”/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Search tutorials' }));
  await waitFor(() => expect(path()).toBe('/tutorials?search=plumbx'));
});

test('a failed search is reported as an error, not as an empty result', async () => {
  isDown = true;
  const box = await open();
  await search(box, 'plumb');
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
  expect(screen.queryByText(/No results/)).toBeNull();
});

test('an action for a platform selects it before the form opens', async () => {
  found = NONE;
  const box = await open();
  await search(box, 'drupal');
  await waitFor(() => expect(options()).toHaveLength(1));
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('Drupal');
});

test('only administrators are offered administrators’ actions', async () => {
  found = NONE;
  const box = await open({ role: 'admin' });
  await search(box, 'new agency');
  await waitFor(() => expect(options()).toEqual(['New agencyEnter']));
});

test('a narrow screen has Cancel and no hints about keys', async () => {
  await open({ isNarrow: true });
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByText('new tab')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});
