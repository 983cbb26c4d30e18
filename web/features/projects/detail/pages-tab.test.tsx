/** Tabs of a project, and the list of pages. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import type { RunPage } from '#contract/run-view-shapes.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, makeList, project } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const page = (id: number, more: Partial<RunPage> = {}): RunPage => ({
  id,
  title: `Roofs in Town ${id}`,
  url: `https://example.com/roofs-${id}/`,
  state: 'ready',
  reason: '',
  part: 1,
  quality: null,
  ...more,
});
const ROWS = [
  page(2),
  page(3, { state: 'warning', reason: 'This cell contains HTML.', part: 2 }),
  page(5, { state: 'held', reason: 'Left out. Scores 41 of 100; the quality gate is 60.', part: null }),
  page(4, { title: '', url: '', state: 'skipped', reason: 'It repeats row 2.', part: null }),
];
const report = completedRun(2, { skipped: 1, skipped_rows: [{ row: 4, reasons: ['It repeats row 2.'] }] });

function open(at: string, more: Partial<Project> = {}, rows: readonly RunPage[] = ROWS) {
  const reply = ({ path }: Sent) => {
    if (path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    return path.includes('/pages')
      ? makeList(rows)
      : { data: [project({ report, progress: report, ...more })] };
  };
  return openPage(ProjectPage, { path: '/projects/:id', at }, reply);
}
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
const listRequests = ({ sent }: { sent: Sent[] }) =>
  sent.filter(({ path }) => path.includes('/pages')).map(({ path }) => decodeURIComponent(path));

describe('the tabs of a project', () => {
  test('show the numbers of pages and runs below the same head', async () => {
    const opened = open('/projects/7', { runs: [report] });
    expect(await tabs()).toEqual(['Overview', 'Quality', 'Pages 1,000', 'Runs 1']);
    fireEvent.click(screen.getByRole('tab', { name: 'Runs 1' }));
    await screen.findByRole('table', { name: 'Runs' });
    expect(opened.path()).toBe('/projects/7?tab=runs');
    expect(screen.getByRole('link', { name: 'Download all' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(await screen.findByRole('region', { name: 'Verdict' })).toBeTruthy();
    expect(opened.path()).toBe('/projects/7');
  });

  test('of a Geocoder have no pages, and an unknown one is the overview', async () => {
    open('/projects/7?tab=pages', { type: 'geocoder', report: null, progress: null });
    expect(await tabs()).toEqual(['Overview', 'Runs 0']);
    expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true');
  });

  test('clear the search of a list when another tab is chosen', async () => {
    const opened = open('/projects/7?tab=pages&search=waco&page=2');
    await screen.findByRole('table', { name: 'Pages' });
    fireEvent.click(screen.getByRole('tab', { name: 'Runs 0' }));
    expect(opened.path()).toBe('/projects/7?tab=runs');
  });
});

describe('the pages of a run', () => {
  test('are listed with title, URL, state, part and row, and a link to fix a row', async () => {
    const opened = open('/projects/7?tab=pages');
    const table = await screen.findByRole('table', { name: 'Pages' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    // Only cards show the path after the title, and "Row".
    expect(cells).toEqual([
      ['Roofs in Town 2/roofs-2/', '/roofs-2/', 'Ready', '1', 'Row 2'],
      ['Roofs in Town 3/roofs-3/', '/roofs-3/', 'WarningThis cell contains HTML. Fix row', '2', 'Row 3'],
      [
        'Roofs in Town 5/roofs-5/',
        '/roofs-5/',
        'Held backLeft out. Scores 41 of 100; the quality gate is 60. Fix row',
        '–',
        'Row 5',
      ],
      ['No page', '–', 'SkippedIt repeats row 2. Fix row', '–', 'Row 4'],
    ]);
    expect(within(table).getAllByTitle('https://example.com/roofs-2/').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Fix row 4' }).getAttribute('href')).toBe(
      '/projects/7/edit?row=4',
    );
    expect(listRequests(opened)).toEqual(['projects/7/runs/2/pages?page=1&per_page=25&sort=row']);
  });

  test('are searched, filtered and sorted by the server', async () => {
    const opened = open('/projects/7?tab=pages&search=waco&state=skipped&sort=-part');
    await screen.findByRole('table', { name: 'Pages' });
    expect(listRequests(opened)).toEqual([
      'projects/7/runs/2/pages?page=1&per_page=25&sort=-part&search=waco&state=skipped',
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^Title/ }));
    await screen.findByRole('table', { name: 'Pages' });
    expect(opened.path()).toContain('sort=title');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(opened.path()).not.toContain('state=');
    expect(opened.path()).toContain('tab=pages');
  });

  test('point to the other skipped rows', async () => {
    open('/projects/7?tab=pages', { report: { ...report, skipped: 4000 } });
    expect(await screen.findByText(/4,000 rows skipped; the first 1 are listed\./)).toBeTruthy();
  });

  test('of a project without runs link to its form', async () => {
    open('/projects/7?tab=pages', { report: null, progress: null });
    expect(await screen.findByRole('heading', { name: 'No pages yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit project' }).getAttribute('href')).toBe('/projects/7/edit');
  });
});
