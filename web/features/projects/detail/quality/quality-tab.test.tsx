/** Quality tab of a project. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import type {
  PageComparison,
  PagePair,
  PageToFix,
  QualityMap,
  RunQuality,
} from '#contract/run-quality-shapes.ts';
import { openPage, type Sent } from '../../shared/page-fixture.tsx';
import { completedRun, makeList, project } from '../../shared/project-fixture.ts';
import { ProjectPage } from '../project-page.tsx';

const histogram = new Array<number>(20).fill(0).with(8, 31).with(13, 69);
const scores = new Array<number>(100).fill(0).with(42, 31).with(66, 69);
const QUALITY: RunQuality = {
  score: 58.4,
  parts: { similarity: 20.2, substance: 22.1, head_and_links: 16.1 },
  template_share: 0.67,
  pages: 100,
  histogram,
  scores,
  costs: [
    { code: 'alike', points: 24.8, pages: 100 },
    { code: 'orphan', points: 0.04, pages: 1 },
  ],
  cluster_count: 1,
  clusters: [
    { size: 12, from: 0.86, to: 0.91, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], near: 'Houston' },
  ],
  facts: { similarity: 0.684, thin_pages: 31, long_titles: 22, dead_links: 1 },
  areas: [],
  previous: { run: 11, score: 41 },
  to_fix: { all: 40, alike: 24, thin: 31, head: 22, links: 1 },
  has_files: true,
};
const page: PageToFix = {
  id: 18,
  title: 'Plumber in Pantego',
  url: 'https://example.com/pantego/',
  score: 17.8,
  words: 210,
  own_words: 22,
  local_words: 6,
  closest: {
    row: 22,
    title: 'Plumber in Dalworthington Gardens',
    url: 'https://example.com/dalworthington/',
    score: 19,
    similarity: 0.96,
  },
  problems: ['few-local-words', 'title-long', 'orphan'],
};

const PAIRS: PagePair[] = [12, 41].map((row) => ({
  left: { row: 3, title: 'Plumber in Katy', url: 'https://example.com/plumber-katy-tx/', score: 38 },
  right: { row, title: 'Plumber in Cypress', url: '/plumber-cypress-tx/', score: 61 },
  similarity: 0.91,
}));
const COMPARISON: PageComparison = {
  paragraphs: [
    {
      left: [
        ['Plumber in ', false],
        ['Katy', true],
      ],
      right: [
        ['Plumber in ', false],
        ['Cypress', true],
      ],
    },
    { left: [['A burst pipe does not wait for office hours.', false]], right: null },
  ],
  words: 342,
  own_words: 31,
  is_cut: false,
  shared: { text: 'A burst pipe does not wait for office hours.', pages: 100, of: 100 },
};
const MAP: QualityMap = {
  points: [
    [29.79, -95.82, 0, 1],
    [29.97, -95.7, 1, 0],
    [29.32, -103.62, 2, 0],
  ],
  groups: [
    {
      group: 0,
      points: [
        [29.79, -95.82],
        [29.97, -95.7],
      ],
    },
  ],
};

interface Given {
  quality?: RunQuality | null;
  project?: Partial<Project>;
  pages?: PageToFix[];
  at?: string;
}

function open({ quality = QUALITY, project: more = {}, pages = [page], at = '' }: Given = {}) {
  const report = completedRun(12, { quality_score: quality?.score ?? null });
  const place = { path: '/projects/:id', at: `/projects/7?tab=quality${at}` };
  return openPage(ProjectPage, place, ({ path, method }: Sent) => {
    if (path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    if (path.endsWith('/quality'))
      return quality ? { data: quality } : { status: 404, code: 'not_found', message: 'none' };
    if (path.includes('/quality/pairs')) return { data: PAIRS };
    if (path.includes('/quality/compare')) return { data: COMPARISON };
    if (path.includes('/quality/map')) return { data: MAP };
    if (method === 'PUT') return { data: { gate: null } };
    if (path.includes('/quality/pages')) return makeList(pages);
    return { data: [project({ report, progress: report, ...more })] };
  });
}

test('shows the score with its parts, the fact behind each, and the change since the run before', async () => {
  open();
  const card = await screen.findByRole('region', { name: /^Quality of run/ });
  expect(card.textContent).toContain('58of 100↑ 17 since run #11');
  expect(card.textContent).toContain(
    'Different from each other20 of 45Closest siblings share 68% on average',
  );
  expect(card.textContent).toContain('31 pages have fewer than 40 local words');
  expect(card.textContent).toContain('22 titles over 60 characters, 1 dead link');
  expect(screen.getByRole('tab', { name: 'Quality 58' })).toBeTruthy();
});

test('the histogram counts weak pages, and has a table of the same numbers', async () => {
  open();
  expect(await screen.findByRole('img', { name: '31 pages below 60, 69 pages at 60 or more' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'How the 100 pages score' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['40 to 4531', '65 to 7069']);
});

test('lists pages to fix with their score in words, their sibling and a link to their row', async () => {
  const { sent } = open();
  const table = await screen.findByRole('table', { name: 'Pages to fix' });
  const row = within(table).getByText('Plumber in Pantego').closest('tr');
  expect(row?.textContent).toContain('17, very low');
  expect(row?.textContent).toContain('96%');
  expect(row?.textContent).toContain('Plumber in Dalworthington Gardens');
  expect(row?.textContent).toContain('Almost no local text, title may be cut off');
  expect(within(table).getByRole('link', { name: 'Fix row 18' }).getAttribute('href')).toBe(
    '/projects/7/edit?row=18',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Titles and headings 22' }));
  await waitFor(() => expect(sent.some(({ path }) => /quality\/pages\?.*kind=head/.test(path))).toBe(true));
});

test('exports the pages that the list shows', async () => {
  const { sent } = open({ at: '&kind=thin' });
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(sent.some(({ path }) => /quality\/export\?kind=thin/.test(path))).toBe(true));
});

test('shows the closest pair of a group with the words that only one page has', async () => {
  const { sent } = open();
  const card = await screen.findByRole('region', { name: 'Closest pair in this group: 91% the same' });
  expect((await within(card).findByText('Katy')).tagName).toBe('MARK');
  expect(card.textContent).toContain('/plumber-katy-tx/ row 3Score 38, low');
  expect(card.textContent).toContain('31 of 342 words are their own.');
  expect(card.textContent).toContain('The paragraph “A burst pipe does not wait…” is on all 100 pages.');
  expect(within(card).getByRole('link', { name: 'Vary this paragraph' })).toBeTruthy();
  expect(within(card).getByText('Pair 1 of 2')).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: 'Next pair' }));
  expect(within(card).getByText('Pair 2 of 2')).toBeTruthy();
  await waitFor(() => expect(sent.some(({ path }) => /compare\?row=3&with=41/.test(path))).toBe(true));
});

test('compares a page of the list with its closest sibling', async () => {
  const { sent } = open();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Compare with Plumber in Dalworthington Gardens' }),
  );
  const card = screen.getByRole('region', { name: 'Row 18 and its closest sibling: 96% the same' });
  expect(document.activeElement).toBe(card);
  await waitFor(() => expect(sent.some(({ path }) => /compare\?row=18&with=22/.test(path))).toBe(true));
  fireEvent.click(within(card).getByRole('button', { name: 'Show the closest pairs' }));
  expect(await screen.findByText('Pair 1 of 2')).toBeTruthy();
});

test('a run whose files were removed says that its pages can’t be compared', async () => {
  const { sent } = open({ quality: { ...QUALITY, has_files: false } });
  expect(await screen.findByText(/^The files of this run were removed/)).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('/compare'))).toBe(false);
});

test('a group names its city and filters the list', async () => {
  const { sent, path } = open();
  const card = await screen.findByRole('region', { name: '1 group of pages that read alike' });
  expect(card.textContent).toContain('12 pagesaround Houstonshare 86 to 91%');
  fireEvent.click(within(card).getByRole('button', { name: 'Show pages around Houston' }));
  expect(path()).toContain('group=0');
  await waitFor(() => expect(sent.some((call) => /quality\/pages\?.*group=0/.test(call.path))).toBe(true));
  expect(screen.getByText(/^Showing one group: 12 pages around Houston/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all pages' }));
  expect(path()).not.toContain('group=0');
});

test('says that no pages read alike', async () => {
  open({ quality: { ...QUALITY, clusters: [], cluster_count: 0 } });
  expect(await screen.findByText('No group of pages shares more than 80% of its text.')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Closest pair: 91% the same' })).toBeTruthy();
});

test('the table next to the map counts pages by area', async () => {
  open({ quality: { ...QUALITY, areas: [{ name: 'Houston', latitude: 29.76, longitude: -95.36 }] } });
  const card = await screen.findByRole('region', { name: 'Where they are' });
  const rows = await within(card).findAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Area60 or morebelow 60',
    'Houston area11',
    'Everywhere else20',
  ]);
});

test('shows the effect of a gate immediately, and saves it', async () => {
  const { sent } = open();
  const card = await screen.findByRole('region', { name: 'Quality gate' });
  expect(card.textContent).toContain('Currently off');
  fireEvent.click(within(card).getByRole('radio', { name: 'Leave out' }));
  expect(within(card).getByRole('status').textContent).toBe(
    '31 of 100 pages would be left out: 69 pages ready, 31 held back. The run report names each one.',
  );
  fireEvent.click(within(card).getByRole('radio', { name: 'Import as draft' }));
  expect(within(card).getByRole('status').textContent).toBe(
    '31 of 100 pages would be imported as drafts: 100 pages ready. The run report names each one.',
  );
  fireEvent.click(within(card).getByRole('radio', { name: 'Leave out' }));
  fireEvent.change(within(card).getByRole('textbox', { name: 'Pages that score below' }), {
    target: { value: '40' },
  });
  expect(within(card).getByRole('status').textContent).toBe('No page scores below 40: 100 pages ready.');
  expect(card.textContent).toContain('Applies from the next run. Run #2 stays as it is.');
  fireEvent.click(within(card).getByRole('button', { name: 'Save gate' }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toBe(
      JSON.stringify({ gate: { below: 40, action: 'leave-out' } }),
    ),
  );
});

test('a gate action that the platform can’t do is disabled, with the reason', async () => {
  open({ project: { type: 'hubspot', quality_gate: { below: 50, action: 'leave-out' } } });
  const card = await screen.findByRole('region', { name: 'Quality gate' });
  expect(within(card).getByRole('radio', { name: 'Add noindex' }).hasAttribute('disabled')).toBe(true);
  expect(card.textContent).toContain('HubSpot can’t import');
  expect(card.textContent).toContain('Currently pages below 50 are left out');
  const save = within(card).getByRole('button', { name: 'Save gate' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
});

test('an older run shows the data that it has', async () => {
  open({ quality: { ...QUALITY, facts: null, scores: null } });
  const card = await screen.findByRole('region', { name: /^Quality of run/ });
  expect(card.textContent).toContain('On average, 67% of a page comes from the template.');
  expect(screen.getByRole('img', { name: '31 pages below 60, 69 pages at 60 or more' })).toBeTruthy();
});

test('a run that wasn’t measured says so', async () => {
  open({ quality: null });
  expect(await screen.findByText(/^The pages of this run weren’t measured/)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Quality' })).toBeTruthy();
});
