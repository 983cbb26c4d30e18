/** Overview of a project: formed links, review of the site, and the preview with the site's styles. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, project, run } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };
const isNone = { status: 404, code: 'not_found', message: 'none' };

function open(
  more: Partial<Project>,
  reply: (sent: Sent) => object | Promise<object> | undefined = () => undefined,
) {
  return openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, (sent) => {
    if (sent.path.endsWith('/events')) return isNone;
    return reply(sent) ?? { data: [project(more)] };
  });
}
const report = completedRun(1, { formed_link_count: 3 });

describe('Review at client server', () => {
  const noSite = { report, progress: report, base_site_url: '', domain: null };
  const link = { flink: '<a>', url: '/areas/waco/', label: 'Waco' };
  const ask = async (typed: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Review at client server' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Review at client server' }));
    fireEvent.change(dialog.getByLabelText('Domain'), { target: { value: typed } });
    fireEvent.click(dialog.getByRole('button', { name: 'Open site' }));
    return dialog;
  };

  test('asks for a domain if none is known, then opens the first formed link there', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    open({ ...noSite, formed_links: [link] });
    await ask(' https://www.harbour.example ');
    expect(openWindow).toHaveBeenCalledWith(
      'https://www.harbour.example/areas/waco/',
      '_blank',
      'noopener,noreferrer',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each(['', 'harbour', 'javascript:alert(1)', 'a b.c'])('opens nothing for %j', async (typed) => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    open({ ...noSite, formed_links: [link] });
    const dialog = await ask(typed);
    expect(dialog.getByText('Enter a valid domain, such as www.example.com')).toBeTruthy();
    expect(openWindow).not.toHaveBeenCalled();
  });

  test('uses the domain of the project if its pages have no host', async () => {
    open({ ...noSite, domain: 'harbour.example', formed_links: [link] });
    const review = await screen.findByRole('link', { name: 'Review at client server' });
    expect(review.getAttribute('href')).toBe('https://harbour.example/areas/waco/');
  });

  test('isn’t shown without pages', async () => {
    open({ ...noSite, report: null, progress: null });
    await screen.findByRole('link', { name: 'Edit' });
    expect(screen.queryByRole('button', { name: 'Review at client server' })).toBeNull();
  });
});

describe('formed links', () => {
  const copied: string[] = [];
  const links = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      flink: `<a href="/t-${index}/">Town ${index}</a>`,
      url: `https://example.com/t-${index}/`,
      label: `Town ${index}`,
    }));
  beforeEach(() => {
    copied.length = 0;
    const writeText = async (text: string) => void copied.push(text);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  });

  test('are listed with their path, and copied one by one or all', async () => {
    open({ report, progress: report, formed_links: links(3) });
    const card = within(await screen.findByRole('region', { name: 'Formed links' }));
    expect(card.getByText('/t-1/')).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Copy the link for Town 2' }));
    fireEvent.click(card.getByRole('button', { name: /all formed links|Copy all/ }));
    await waitFor(() =>
      expect(copied).toEqual([
        links(3)[2]?.flink,
        links(3)
          .map(({ flink }) => flink)
          .join('\n'),
      ]),
    );
  });

  test('beyond the first 200 are copied from their file, by a fresh URL', async () => {
    const many = { ...report, formed_link_count: 1000 };
    const url = '/links?expires=99999999999';
    const more = { report: many, progress: many, formed_links: links(200), formed_links_url: url };
    open(more, ({ path }) => (path.startsWith('/links') ? { title: 'all of them' } : undefined));
    const card = within(await screen.findByRole('region', { name: 'Formed links' }));
    expect(card.getByText('The first 200 of 1,000')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Download all links' }).getAttribute('href')).toBe(url);
    fireEvent.click(card.getByRole('button', { name: /all formed links|Copy all/ }));
    await waitFor(() => expect(copied[0]).toContain('all of them'));
  });

  test('that can’t be loaded show the reason', async () => {
    const many = { ...report, formed_link_count: 1000 };
    open(
      { report: many, progress: many, formed_links: links(200), formed_links_url: '/links' },
      ({ path }) => (path.startsWith('/links') ? isDown : undefined),
    );
    fireEvent.click(await screen.findByRole('button', { name: /all formed links|Copy all/ }));
    expect(await screen.findByText('Couldn’t load the links.')).toBeTruthy();
  });
});

test('a Geocoder lists its skipped rows, each with a link to fix it, and offers all as a sheet', async () => {
  const skipped = { skipped: 3, skipped_rows: [{ row: 4, reasons: ['The same town as row 2.'] }] };
  const tagged = completedRun(0, { ...skipped, skipped_rows_url: '/skipped?expires=99999999999' });
  open({
    type: 'geocoder',
    report: tagged,
    progress: tagged,
    town_count: 2,
    images: [{ city: 'Waco, Texas', images: [] }],
  });
  const card = within(await screen.findByRole('region', { name: 'Verdict' }));
  expect(card.getByText('The same town as row 2.')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Fix row 4' }).getAttribute('href')).toBe('/projects/7/edit?row=4');
  expect(card.getByText('3 rows skipped, the first 1 shown')).toBeTruthy();
  const sheet = card.getByRole('link', { name: 'Download the skipped rows as a sheet' });
  expect(sheet.getAttribute('href')).toBe('/skipped?expires=99999999999');
});

describe('the preview of a test', () => {
  const tested = run(
    { kind: 'test', state: 'completed', finished_at: '2026-11-21T12:00:01Z' },
    { samples: 1 },
  );
  const openSamples = (styles: object | Promise<object>, more: Partial<Project> = {}) =>
    open({ progress: tested, ...more }, ({ path }) => (path.endsWith('/styles') ? styles : undefined));
  const styled = (is_styled: boolean, site: string | null = 'harbour.example') => ({
    data: { site, is_styled },
  });

  test.each([
    [styled(true), 'Shown with the styles of harbour.example.'],
    [styled(false), 'We couldn’t load the styles of harbour.example, so this is the plain content.'],
    [styled(false, null), 'Shown without styles, because the site isn’t known.'],
    [isNone, 'Shown without the site’s styles.'],
  ])('names the site of its styles: %j', async (styles, words) => {
    openSamples(styles);
    await screen.findByTitle(/^Roof repair in Town 0/);
    expect(screen.getByText(words, { exact: false })).toBeTruthy();
  });

  test('waits for the styles, so that a page is rendered once', async () => {
    let respond: (styles: object) => void = () => undefined;
    openSamples(new Promise((resolve) => (respond = resolve)));
    expect(await screen.findByLabelText('Loading the preview')).toBeTruthy();
    expect(screen.queryByTitle(/^Roof repair/)).toBeNull();
    respond(styled(true));
    expect(await screen.findByTitle(/^Roof repair in Town 0/)).toBeTruthy();
  });

  test('names what only the platform renders', async () => {
    openSamples(styled(true));
    const note = await screen.findByText(/^Shown with the styles of harbour\.example\./);
    expect(note.textContent).toBe(
      'Shown with the styles of harbour.example. Shortcodes appear as labeled boxes.',
    );
  });

  test('shows the search result of the SEO plugin, or title and description of the page', async () => {
    const snippet = { title: 'Roofs | Harbour', description: 'Fast roofs.', url: 'https://h.example/roofs/' };
    const samples = tested.samples.map((sample) => ({ ...sample, snippet }));
    openSamples(styled(true), { progress: { ...tested, samples } });
    const result = within(await screen.findByRole('region', { name: 'Search result' }));
    for (const text of Object.values(snippet)) expect(result.getByText(text)).toBeTruthy();
    expect(result.queryByText('Roofs.')).toBeNull();
  });
});
