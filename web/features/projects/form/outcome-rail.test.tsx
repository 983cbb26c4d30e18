import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OutcomeRail } from './outcome-rail.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import {
  makeForm,
  makeOutcome,
  makeSeed,
  makeTable,
  makeUse,
  openSection,
  SEED_FILE,
  SHEET_FILE,
} from './section-fixture.tsx';

const LIMITS = {
  plan: 'Starter',
  limit: 1000,
  used: 612,
  adding: 498,
  resets_at: '2026-12-01T12:00:00Z',
  upgrade: { name: 'Pro', limit: 10_000 },
};
const WHOLE = {
  draft: { seed: SEED_FILE, sheet: SHEET_FILE },
  inspection: { seed: makeSeed(), table: makeTable(), outcome: makeOutcome(), problems: [] },
};

function open(given: Parameters<typeof makeForm>[0] = {}) {
  openSection(<OutcomeRail form={makeForm({ ...WHOLE, ...given })} />);
  return screen.getByRole('complementary', { name: 'What you’ll get' });
}
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]),
  );

describe('what you’ll get', () => {
  test('counts pages, skipped rows and the output', () => {
    open();
    expect(figures()).toEqual({ Pages: '498 of 500 rows', Skipped: '2 rows', Output: '3 parts, 21.40 MB' });
  });

  test('names the HubDB file with its size', () => {
    const outcome = makeOutcome({
      skipped: 0,
      bytes: 20_000,
      parts: [{ name: 'a.xml', bytes: 20_000, pages: 498 }],
      tables: { names: ['a-hubdb.csv'], bytes: 10_000 },
    });
    open({ inspection: { seed: makeSeed(), table: makeTable(), outcome, problems: [] } });
    expect(figures()).toEqual({
      Pages: '498 of 498 rows',
      Output: '1 part, 20.00 KB',
      'HubDB file': '10.00 KB',
    });
  });

  test('shows no figures before there is an outcome', () => {
    open({ inspection: { problems: [] } });
    expect(figures()).toEqual({ Pages: '–', Output: '–' });
  });

  test('of a Geocoder counts images times towns', () => {
    open({
      type: 'geocoder',
      images: { images: [{}, {}], stored: [{}, {}], isSending: false },
      inspection: { table: makeTable(), outcome: makeOutcome({ pages: 5, skipped: 1 }), problems: [] },
    });
    expect(figures()).toEqual({ Images: '2', Towns: '5', Skipped: '1 row', 'Tagged copies': '10' });
  });
});

async function openWithLimits(given: Parameters<typeof makeForm>[0]) {
  const rail = open(given);
  await screen.findByText('Pages this month');
  return rail;
}

describe('pages this month', () => {
  test('above the limit show by how many, and offer a plan with enough', async () => {
    const rail = await openWithLimits({ limits: LIMITS });
    expect(rail.textContent).toContain('612 + 498');
    expect(rail.textContent).toContain('110 over your limit');
    expect(rail.textContent).toContain('1,000 on Starter');
    expect(rail.textContent).toMatch(/10,000 pages a month\. Resets \w+ \d+, \d+:\d\d [AP]M \S+\./);
    expect(screen.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe('/payment');
  });

  test('under the limit show how many are left, without a button', async () => {
    const rail = await openWithLimits({ limits: { ...LIMITS, used: 262, upgrade: null } });
    expect(rail.textContent).toContain('262 + 498 of 1,000');
    expect(rail.textContent).toContain('240 pages left after this run');
    expect(screen.queryByRole('link', { name: /Upgrade/ })).toBeNull();
  });

  test('exactly at the limit fit', async () => {
    const rail = await openWithLimits({ limits: { ...LIMITS, used: 502 } });
    expect(rail.textContent).toContain('0 pages left after this run');
  });

  test('without a limit show that', async () => {
    expect((await openWithLimits({ limits: { ...LIMITS, limit: -1 } })).textContent).toContain(
      'No limit on pages',
    );
  });

  test('are omitted without payments', () => {
    expect(open({ limits: null }).textContent).not.toContain('Pages this month');
  });
});

describe('the sections', () => {
  const link = (name: RegExp) => screen.getByRole('link', { name }).textContent;

  test('show done and open sections', () => {
    open({ values: { title: 'Roofs' } });
    expect(link(/Project Details/)).toContain('done');
    expect(link(/Primary Images/)).toContain('nothing yet');
    expect(link(/Import Spreadsheet Data/)).toContain('2 skipped');
  });

  test('count placeholders without a column at the sheet', () => {
    const seed = makeSeed({ placeholders: [makeUse('[a]', { state: 'unknown' })] });
    open({ inspection: { seed, table: makeTable(), problems: [] } });
    expect(link(/Import Spreadsheet Data/)).toMatch(/problems1$/);
    expect(link(/Upload Seed Page/)).toContain('done');
  });
});

const UNSENT = { failure: undefined, failedSubmits: 0 };

describe('the summary of problems', () => {
  test('lists and links each place once', () => {
    const seed = makeSeed({ placeholders: [makeUse('[a]', { state: 'unknown' })] });
    const problems = [
      { code: 'placeholder-unknown', severity: 'fault' as const, text: '[a]', file: 'seed.xml', line: 4 },
      {
        code: 'noindex',
        severity: 'fault' as const,
        text: 'The page has noindex.',
        file: 'seed.xml',
        line: 9,
      },
    ];
    const form = makeForm({ ...WHOLE, inspection: { seed, table: makeTable(), problems }, limits: LIMITS });
    openSection(
      <>
        <ProblemSummary form={{ ...form, form: UNSENT }} />
        <div id="match-columns" tabIndex={-1} />
      </>,
    );
    const group = screen.getByRole('group', { name: 'Problems' });
    expect(group.querySelector('strong')?.textContent).toBe('Fix the problems below');
    expect([...group.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'Upload Seed Page: 1 problem',
      'Match 1 placeholder',
      '110 pages over your limit this month',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Match 1 placeholder' }));
    expect(document.activeElement?.id).toBe('match-columns');
  });

  test('describes a file of another platform, and a page that must be chosen', () => {
    const choice = { title: 'A', type: 'page', id: 1, slug: 'a', status: 'publish', page: '1' };
    const problems = [
      { code: 'seed-two-patterns', severity: 'fault' as const, text: 'Two.', file: 'seed.xml' },
    ];
    const findLink = (more: Parameters<typeof makeForm>[0]) => {
      openSection(<ProblemSummary form={{ ...makeForm({ ...WHOLE, ...more }), form: UNSENT }} />);
      const [link] = screen.getAllByRole('link');
      return [link?.textContent, link?.getAttribute('href')];
    };
    const inspection = { seed: makeSeed({ choices: [choice] }), table: makeTable(), problems };
    expect(findLink({ inspection })).toEqual(['Choose the page to fill', '#field-seed_page']);
    cleanup();
    expect(findLink({ inspection: { problems }, otherPlatform: 'drupal' })).toEqual([
      'This is a Drupal file',
      '#upload-seed-page',
    ]);
  });

  test('isn’t shown for notices and skipped rows', () => {
    openSection(<ProblemSummary form={{ ...makeForm(WHOLE), form: UNSENT }} />);
    expect(screen.queryByText('Fix the problems below')).toBeNull();
  });
});
