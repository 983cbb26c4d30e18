/** Formed links on the page of a project: the first ones at once, all of them when they are wanted. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, project } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const link = (number: number) => ({
  flink: `<a href="https://example.com/town-${number}/">Town ${number}</a><br>`,
  url: `https://example.com/town-${number}/`,
  label: `Town ${number}`,
});
const links = (count: number) => Array.from({ length: count }, (_, index) => link(index + 1));
const FILE = '/api/v1/files/links/2/links.html?expires=99999999999';

let copied: string[];

beforeEach(() => {
  copied = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  // The list shows what fits, and this document lays nothing out.
  vi.spyOn(HTMLDivElement.prototype, 'clientHeight', 'get').mockReturnValue(364);
  vi.spyOn(HTMLDivElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
});

/** The project of a run that formed so many links, of which so many come with the page. */
async function open(first: number, count = first, file: (sent: Sent) => object | string = () => '') {
  const report = completedRun(1, { formed_link_count: count });
  const shown = project({
    report,
    progress: report,
    formed_links: links(first),
    formed_links_url: count > first ? FILE : null,
  });
  const page = openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, (sent) => {
    if (sent.path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    if (!sent.path.startsWith('files/links')) return { data: [shown] };
    const answer = file(sent);
    return typeof answer === 'string' ? (new Response(answer).body ?? {}) : answer;
  });
  const card = within(await screen.findByRole('region', { name: 'Formed links' }));
  return { page, card };
}

const labels = () =>
  within(screen.getByRole('list', { name: 'Formed links' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const filter = (text: string) =>
  fireEvent.change(screen.getByLabelText('Filter the formed links'), { target: { value: text } });
const everyLine = (count: number) =>
  links(count)
    .map(({ flink }) => flink)
    .join('\n');

test('each stands with its label and the part of its address that differs', async () => {
  await open(3);
  await waitFor(() => expect(labels()).toEqual(['Town 1/town-1/', 'Town 2/town-2/', 'Town 3/town-3/']));
});

test.each([
  [1, 'Filter 1 link'],
  [3, 'Filter 3 links'],
])('the field says how many there are: %i', async (count, words) => {
  await open(count);
  expect(screen.getByLabelText('Filter the formed links').getAttribute('placeholder')).toBe(words);
});

test('a run that formed none says so, and does not blame the filter', async () => {
  const { card } = await open(0);
  expect(card.getByRole('status').textContent).toBe('This run formed no links.');
});

describe('the filter', () => {
  test.each([
    ['a label', 'town 2'],
    ['an address', '/TOWN-2/'],
    ['the code', 'href="https://example.com/town-2'],
  ])('finds by %s, in any case', async (_what, text) => {
    await open(3);
    await waitFor(() => expect(labels()).toHaveLength(3));
    filter(text);
    await waitFor(() => expect(labels()).toEqual(['Town 2/town-2/']));
  });

  test('that finds nothing says so', async () => {
    const { card } = await open(3);
    filter('zebra');
    expect((await card.findByRole('status')).textContent).toBe('No matching links');
  });

  test('looks through all of them, which are read at its first letter and only once', async () => {
    const { page, card } = await open(2, 230, () => everyLine(230));
    filter('town 229');
    await waitFor(() => expect(labels()).toEqual(['Town 229/town-229/']));
    filter('town 22');
    await waitFor(() => expect(labels()).toHaveLength(11));
    expect(page.sent.filter(({ path }) => path.startsWith('files/links'))).toHaveLength(1);
    expect(card.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('whose links cannot be read says why, and filters what is there', async () => {
    const { card } = await open(2, 230, () => ({ status: 503 }));
    filter('town 2');
    const toast = await screen.findByText('The links could not be read.');
    expect(toast.closest('[role=alert]')?.textContent).toContain('(503)');
    await waitFor(() => expect(labels()).toEqual(['Town 2/town-2/']));
    expect(card.getByRole('button', { name: 'Show all 230' })).toBeTruthy();
  });
});

test('all of them are shown on request', async () => {
  const { card } = await open(2, 230, () => everyLine(230));
  fireEvent.click(card.getByRole('button', { name: 'Show all 230' }));
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').some((item) => item.getAttribute('aria-setsize') === '230')).toBe(
      true,
    ),
  );
});

test('the list is one Tab stop, and keys move through it', async () => {
  await open(40);
  const stops = () =>
    screen
      .getAllByRole('button', { name: /^Copy the link of/ })
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ title }) => title);
  await waitFor(() => expect(stops()).toEqual(['Copy the link of Town 1']));
  screen.getByRole('button', { name: 'Copy the link of Town 1' }).focus();
  for (const [key, town] of [
    ['ArrowDown', 2],
    ['End', 40],
    ['ArrowUp', 39],
    ['Home', 1],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(document.activeElement?.getAttribute('title')).toBe(`Copy the link of Town ${town}`);
    expect(stops()).toEqual([`Copy the link of Town ${town}`]);
  }
});

describe('copying', () => {
  test('one copies the code of the link as the site’s footer takes it', async () => {
    await open(3);
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the link of Town 2' }));
    await waitFor(() => expect(copied).toEqual([link(2).flink]));
  });

  test('all of them copies those that came with the page, without a call', async () => {
    const { page, card } = await open(3);
    fireEvent.click(card.getByRole('button', { name: 'Copy all' }));
    await waitFor(() => expect(copied).toEqual([everyLine(3)]));
    expect(page.sent.some(({ path }) => path.startsWith('files/'))).toBe(false);
  });

  test('all of many copies the whole file, whatever the filter shows', async () => {
    const { card } = await open(2, 230, () => everyLine(230));
    filter('zebra');
    fireEvent.click(card.getByRole('button', { name: 'Copy all' }));
    await waitFor(() => expect(copied).toEqual([everyLine(230)]));
  });

  test('of what cannot be read says so, and copies nothing', async () => {
    const { card } = await open(2, 230, () => ({ status: 410 }));
    fireEvent.click(card.getByRole('button', { name: 'Copy all' }));
    expect(await screen.findByText('The links could not be read.')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Could not be copied' })).toBeTruthy();
    expect(copied).toEqual([]);
  });
});
