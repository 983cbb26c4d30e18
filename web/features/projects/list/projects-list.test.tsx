/** Project list: views, search, paging, selection, deletion. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import type { RunState } from '#contract/run-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { listItem, makeList, runItem } from '../shared/project-fixture.ts';
import { ProjectsPage } from './projects-page.tsx';

const makeRun = (state: RunState, more = {}) => runItem({ state, ...more });
const three = [listItem(1, 'Roofs'), listItem(2, 'Pipes'), listItem(3, 'Trees')];
const figures = {
  projects: 1234,
  with_pages: 3,
  pages: 1500,
  skipped: 0,
  tested: 0,
  downloaded: 0,
  states: { completed: 1200, completed_with_skips: 4, failed: 2, waiting_for_split: 1, running: 3 },
};
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };

const open = (reply: (sent: Sent) => object = () => makeList(three), at = '/projects') =>
  openPage(ProjectsPage, { path: '/projects', at }, (sent) =>
    sent.path === 'projects/figures' ? { data: figures } : reply(sent),
  );
const row = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('tr') as HTMLElement);
};
const getCells = (name: string) =>
  [...(screen.getByRole('link', { name }).closest('tr')?.querySelectorAll('td') ?? [])].map(
    ({ textContent }) => textContent,
  );
const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: `Choose ${name}` }));
const deletions = ({ sent }: { sent: Sent[] }) =>
  sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const getQuery = ({ path }: Sent) => Object.fromEntries(new URLSearchParams(path.split('?')[1]));

describe('a row', () => {
  test.each<[ProjectListItem['state'], Partial<ProjectListItem>, string, string]>([
    ['completed', { pages: 500 }, '500 pages', 'Completed'],
    ['completed', { pages: 1 }, '1 page', 'Completed'],
    ['completed_with_skips', { pages: 9998, skipped: 1002 }, '9,998 pages', 'Completed, 1,002 skipped'],
    ['failed', { pages: null, last_run: makeRun('failed', { pages_total: 0 }) }, '–', 'Failed'],
    ['canceled', { pages: null, last_run: makeRun('canceled') }, '500 pages', 'Canceled'],
    ['waiting_for_split', { pages: null, last_run: makeRun('waiting_for_split') }, '500 pages', 'Split?'],
    [
      'test_only',
      { pages: null, last_run: makeRun('completed', { kind: 'test', pages_total: 3 }) },
      '–',
      'Test only',
    ],
    ['draft', { pages: null }, '–', 'Draft'],
    ['queued', { pages: null, last_run: makeRun('queued') }, '500 pages', 'Queued'],
    ['running', { pages: null, last_run: makeRun('running') }, '500 pages', 'Running62%'],
    ['auditing', { pages: null, last_run: makeRun('auditing') }, '500 pages', 'Auditing'],
  ])('of a project with the state %s and %j shows %s and %s', async (state, more, pages, run) => {
    open(() => makeList([listItem(1, 'Roofs', { state, ...more })]));
    await row('Roofs');
    expect(getCells('Roofs').slice(3, 5)).toEqual([pages, run]);
  });

  test('names its domain, or none', async () => {
    open(() => makeList([listItem(1, 'Roofs', { domain: 'harbour.example' }), listItem(2, 'Pipes')]));
    await row('Roofs');
    expect(getCells('Roofs')[2]).toBe('harbour.example');
    expect(getCells('Pipes')[2]).toBe('–');
  });

  test.each(['Run again', 'Download'])('that can’t be loaded shows it on %s', async (item) => {
    const rows = [listItem(2, 'Pipes', { last_run: makeRun('completed') })];
    const page = open(({ path }) => (path.startsWith('projects/2') ? isDown : makeList(rows)));
    fireEvent.click((await row('Pipes')).getByRole('button', { name: 'Actions for Pipes' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    const toast = await screen.findByText('Failed to fetch project');
    expect(toast.closest('[role="alert"], [class]')?.parentElement?.textContent).toContain(
      'The server is busy.',
    );
    expect(page.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(screen.queryByText('Couldn’t start the run.')).toBeNull();
  });

  test('of an inactive agency can be opened and downloaded, and not changed, with the reason', async () => {
    open(() => makeList([listItem(2, 'Pipes', { is_read_only: true, last_run: makeRun('completed') })]));
    fireEvent.click((await row('Pipes')).getByRole('button', { name: 'Actions for Pipes' }));
    expect(await screen.findByText('The agency is inactive, so this is read-only.')).toBeTruthy();
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.hasAttribute('data-disabled')])).toEqual([
      ['Open', false],
      ['Edit', true],
      ['Run again', true],
      ['Download', false],
      ['Delete…', true],
    ]);
  });

  test('of an inactive agency can’t be deleted with others, with the reason', async () => {
    open(() => makeList([listItem(2, 'Pipes', { is_read_only: true }), listItem(3, 'Roofs')]));
    await row('Pipes');
    choose('Roofs');
    const action = () => screen.getByRole('button', { name: 'Delete…' });
    expect(action().getAttribute('aria-disabled')).toBeNull();
    choose('Pipes');
    expect(action().getAttribute('aria-disabled')).toBe('true');
    expect(action().title).toBe('The agency is inactive, so its projects are read-only.');
    fireEvent.click(action());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('links to its project, and has a menu with all actions', async () => {
    const page = open();
    const pipes = await row('Pipes');
    expect(pipes.getByRole('link').getAttribute('href')).toBe('/projects/2');
    fireEvent.click(pipes.getByRole('button', { name: 'Actions for Pipes' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Open', '/projects/2'],
      ['Edit', '/projects/2/edit'],
      ['Run again', null],
      ['Download', null],
      ['Delete…', null],
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    expect(await screen.findByText(/^Delete “Pipes” with all runs and stored files\?/)).toBeTruthy();
    expect(deletions(page)).toEqual([]);
  });
});

describe('the number of projects', () => {
  test.each([
    [1, '', '1 project'],
    [1234, '', '1,234 projects'],
    [1, '?search=roof', '1 project found'],
    [2, '?state=failed', '2 projects found'],
    [0, '?search=roof', '0 projects found'],
  ])('%i with %j is shown as “%s”', async (total, search, words) => {
    open(() => makeList(total === 0 ? [] : [three[0] as object], { total }), `/projects${search}`);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('is unknown until the list has loaded', async () => {
    open(() => new Promise(() => undefined));
    expect(screen.queryByText(/\d projects?/)).toBeNull();
    expect(screen.getByRole('status', { name: 'Loading the projects' })).toBeTruthy();
  });
});

describe('the views', () => {
  test('show the number of their projects', async () => {
    open();
    const views = within(screen.getByRole('group', { name: 'Views' }));
    await waitFor(() =>
      expect(views.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All 1,234',
        'Needs attention 7',
        'Running 3',
        'Completed 1,204',
      ]),
    );
  });

  test.each([
    ['Needs attention', 'waiting_for_split,failed,completed_with_skips'],
    ['Running', 'planning,queued,running,auditing'],
    ['Completed', 'completed,completed_with_skips'],
  ])('%s requests its states, from the first page, and is pressed', async (name, states) => {
    const page = open(() => makeList(three, { total: 60, last_page: 3 }), '/projects?page=2&search=roof');
    await row('Roofs');
    const button = screen.getByRole('button', { name: new RegExp(`^${name}`) });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(button);
    await waitFor(() =>
      expect(getQuery(page.sent.findLast(({ path }) => path.includes('state=')) as Sent)).toMatchObject({
        state: states,
        page: '1',
        search: 'roof',
      }),
    );
    expect(button.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: /^All/ }));
    await waitFor(() => expect(page.path()).toBe('/projects?search=roof'));
  });
});

describe('the search', () => {
  test('sends one request after a pause in typing, and returns to the first page', async () => {
    const page = open(() => makeList(three, { total: 60, last_page: 3 }), '/projects?page=2');
    await screen.findByText('Roofs');
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search projects' });
    for (const text of ['r', 'ro', ' roof ']) fireEvent.change(field, { target: { value: text } });
    await pass(249);
    expect(page.path()).toBe('/projects?page=2');
    await pass(1);
    expect(page.path()).toBe('/projects?search=roof');
    await waitFor(() => expect(page.sent.some((sent) => getQuery(sent).search === 'roof')).toBe(true));
    expect(page.sent.some((sent) => ['r', 'ro'].includes(getQuery(sent).search ?? ''))).toBe(false);
    expect(field.value).toBe(' roof ');
  });

  test('is cleared by its button, which leaves the focus in the field', async () => {
    const page = open(() => makeList(three), '/projects?search=roof');
    await screen.findByText('Roofs');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await pass(250);
    expect(page.path()).toBe('/projects');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  test('follows a change of the URL', async () => {
    const page = open(() => makeList(three), '/projects?search=roof');
    await page.goTo('/projects?search=pipes');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('pipes');
  });
});

describe('the pages', () => {
  test('are counted, and can be changed to the next, the previous and any page', async () => {
    const page = open(
      (sent) => makeList(three, { page: Number(getQuery(sent).page ?? 1), total: 1234, last_page: 50 }),
      '/projects?page=3',
    );
    expect(await screen.findByText('51–75 of 1,234')).toBeTruthy();
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(pages.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(page.path()).toBe('/projects?page=4'));
    fireEvent.click(pages.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(page.path()).toBe('/projects?page=3'));
    fireEvent.click(pages.getByRole('button', { name: 'Page 50' }));
    await waitFor(() => expect(screen.getByText('1,226–1,234 of 1,234')).toBeTruthy());
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    fireEvent.click(pages.getByRole('button', { name: 'Page 1' }));
    await waitFor(() => expect(page.path()).toBe('/projects'));
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true);
  });

  test('can have other sizes, also by the URL', async () => {
    const page = open(
      () => makeList(three, { per_page: 30, total: 60, last_page: 2 }),
      '/projects?per_page=30',
    );
    await row('Roofs');
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
    expect([...size.options].map(({ text }) => text)).toEqual(
      [10, 25, 30, 50, 100].map((count) => `${count} per page`),
    );
    fireEvent.change(size, { target: { value: '100' } });
    await waitFor(() => expect(page.path()).toBe('/projects?per_page=100'));
  });

  test('keep their rows with their time after an error, which the next reply clears', async () => {
    let isBroken = false;
    open((sent) => {
      if (isBroken) return isDown;
      return makeList(getQuery(sent).page === '2' ? [listItem(9, 'Doors')] : three, {
        page: Number(getQuery(sent).page),
        total: 28,
        last_page: 2,
      });
    });
    await row('Roofs');
    isBroken = true;
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Couldn’t load the projects. The server is busy.');
    expect(alert.textContent).toMatch(/The rows below are from \d{1,2}:\d\d [AP]M\./);
    expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Roofs' })).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Doors' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('selection', () => {
  test('is counted in the bulk bar for one row or the whole page, and can be cleared', async () => {
    open();
    await row('Roofs');
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    choose('Pipes');
    expect(
      within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('status').textContent,
    ).toBe('1 selected');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByText('3 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Pipes' }).checked).toBe(false);
  });

  test('drops rows that are no longer shown', async () => {
    open((sent) =>
      makeList(getQuery(sent).page === '2' ? [listItem(9, 'Doors')] : three, {
        page: Number(getQuery(sent).page),
        total: 28,
        last_page: 2,
      }),
    );
    await row('Roofs');
    choose('Roofs');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Doors' });
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  });
});

describe('deleting', () => {
  const begin = async (...names: string[]) => {
    await row('Roofs');
    for (const name of names) choose(name);
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    return screen.findByRole('dialog', { name: 'Confirm Action' });
  };

  test('a single project is named in the confirmation, and needs no typed count', async () => {
    const page = open(({ method }) =>
      method === 'DELETE' ? { data: {}, message: 'Project was successfully deleted!' } : makeList(three),
    );
    const dialog = within(await begin('Pipes'));
    expect(dialog.queryByRole('textbox')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Project was successfully deleted!')).toBeTruthy();
    expect(deletions(page)).toEqual(['projects?project_id=2&type=wordpress']);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  test('No deletes nothing and keeps the selection', async () => {
    const page = open();
    const dialog = within(await begin('Pipes', 'Trees'));
    fireEvent.click(dialog.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deletions(page)).toEqual([]);
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  test('failed deletions are counted, with the reason and the reference', async () => {
    open(({ method, path }) => {
      if (method !== 'DELETE') return makeList(three);
      return path.includes('project_id=2') ? isDown : { data: {}, message: 'Deleted' };
    });
    const dialog = within(await begin('Roofs', 'Pipes'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '2' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    const toast = (await screen.findByText('1 project deleted. Couldn’t delete 1 project.')).closest(
      '[role=alert]',
    );
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
  });

  test('requires the count again each time', async () => {
    open();
    const first = within(await begin('Roofs', 'Pipes'));
    fireEvent.change(first.getByRole('textbox'), { target: { value: '2' } });
    fireEvent.click(first.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    const second = within(await screen.findByRole('dialog'));
    expect(second.getByRole<HTMLInputElement>('textbox').value).toBe('');
    expect(second.getByRole<HTMLButtonElement>('button', { name: 'Yes' }).disabled).toBe(true);
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
  });
  afterEach(() => vi.restoreAllMocks());

  test('each row is a card with the same text, checkbox and menu', async () => {
    open(() => makeList([listItem(1, 'Roofs', { state: 'completed_with_skips', skipped: 2 })]));
    const cards = within(await screen.findByRole('list', { name: 'Projects' }));
    const card = cards.getByRole('listitem');
    expect(card.textContent).toContain('Roofs');
    expect(card.textContent).toContain('500 pages');
    expect(card.textContent).toContain('Completed, 2 skipped');
    fireEvent.click(within(card).getByRole('checkbox', { name: 'Choose Roofs' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
    fireEvent.click(within(card).getByRole('checkbox', { name: 'Choose Roofs' }));
    expect(screen.queryByText('1 selected')).toBeNull();
    expect(within(card).getByRole('button', { name: 'Actions for Roofs' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
