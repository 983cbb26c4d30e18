import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { listItem, makeList } from '../shared/project-fixture.ts';
import { ProjectsPage } from './projects-page.tsx';

const three = [listItem(1, 'Roofs'), listItem(2, 'Pipes'), listItem(3, 'Trees')];
const figures = {
  projects: 3,
  with_pages: 3,
  pages: 1500,
  skipped: 0,
  tested: 0,
  downloaded: 0,
  states: { completed: 3 },
};
const open = (reply: (sent: Sent) => object, at = '/projects') =>
  openPage(ProjectsPage, { path: '/projects', at }, (sent) =>
    sent.path === 'projects/figures' ? { data: figures } : reply(sent),
  );

test('an empty list explains itself, and links to the form for the first project', async () => {
  open(() => makeList([]));
  expect(await screen.findByText('No projects yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New project' }).getAttribute('href')).toBe(
    '/projects/select-project-type',
  );
});

test('a search without results can be cleared, and keeps the order', async () => {
  const page = open(() => makeList([]), '/projects?search=xyz&state=failed&sort=title');
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(page.path()).toBe('/projects?sort=title'));
});

test('an error shows its reason and reference, and can be retried', async () => {
  let isDown = true;
  open(() =>
    isDown ? { status: 503, code: 'overloaded', message: 'The server is busy.' } : makeList(three),
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /Couldn’t load the projects. The server is busy/,
  );
  expect(screen.getByText('r-1')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: /try again/i }));
  expect(await screen.findByText('Roofs')).toBeTruthy();
});

test('sends the settings of the URL, except an unknown order', async () => {
  const page = open(() => makeList(three), '/projects?search=roof&page=2&sort=nonsense&state=failed');
  await screen.findByText('Roofs');
  const query = new URLSearchParams(
    page.sent.find(({ path }) => path.includes('search'))?.path.split('?')[1],
  );
  expect(Object.fromEntries(query)).toEqual({
    page: '2',
    per_page: '25',
    sort: '-updated_at',
    search: 'roof',
    state: 'failed',
  });
});

test('the filter by the last run comes after the projects, and filters', async () => {
  const page = open(() => makeList(three), '/projects?state=failed');
  await screen.findByText('Roofs');
  const filter = await screen.findByRole('combobox', { name: 'Last run' });
  fireEvent.keyDown(filter, { key: 'ArrowDown', code: 'ArrowDown' });
  await pass(300);
  fireEvent.click(await screen.findByRole('option', { name: 'Any last run' }));
  await waitFor(() => expect(page.path()).toBe('/projects'));
});

test('several projects are deleted only after their count was typed', async () => {
  const page = open(({ method }) =>
    method === 'DELETE' ? { data: {}, message: 'Deleted' } : makeList(three),
  );
  await screen.findByText('Roofs');
  for (const name of ['Choose Roofs', 'Choose Trees'])
    fireEvent.click(screen.getByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
  const yes = await screen.findByRole<HTMLButtonElement>('button', { name: 'Yes' });
  expect(yes.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Type 2 to delete them'), { target: { value: '2' } });
  expect(yes.disabled).toBe(false);
  fireEvent.click(yes);
  await waitFor(() => {
    const deleted = page.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deleted).toEqual(['projects?project_id=1&type=wordpress', 'projects?project_id=3&type=wordpress']);
  });
});

test('titles sort ascending, figures descending, and a second click reverses the order', async () => {
  const page = open(() => makeList(three));
  await screen.findByText('Roofs');
  const sorts: (string | null)[] = [];
  for (const head of ['Project', 'Project', 'Pages', 'Pages']) {
    fireEvent.click(screen.getByText(head));
    await screen.findByText('Roofs');
    sorts.push(new URLSearchParams(page.path().split('?')[1]).get('sort'));
  }
  expect(sorts).toEqual(['title', '-title', '-pages', 'pages']);
});
