/** The quality estimate in the rail: score, parts, changes and their verbs, and the reason if there is none. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { QualityEstimate } from '#contract/estimates.contract.ts';
import { pass } from '#testkit/web-clock.ts';
import { chooseSheet, installBrowserParts, listCalls, makeDraft, openCreateForm } from './form-fixture.tsx';
import { makeOutcome, makeSeed, makeTable, SEED_FILE, SHEET_FILE } from './section-fixture.tsx';
import type { FakeReply } from '../shared/page-fixture.tsx';

const PARAGRAPHS = ['We fix leaks in [City] on the same day.', 'Our vans carry all parts.'];
const ESTIMATE: QualityEstimate = {
  score: 41.3,
  parts: { similarity: 5.2, substance: 20.1, head_and_links: 16 },
  template_share: 0.88,
  similarity: 0.81,
  rows: 40,
  changes: [
    { kind: 'variants', points: 14, paragraphs: PARAGRAPHS.map((text) => ({ text, words: 9 })) },
    { kind: 'columns', points: 8, columns: ['URL slug', 'Landmark'] },
    { kind: 'neighbors', points: 4 },
  ],
  estimated_at: new Date(2026, 10, 29, 16, 44).toISOString(),
};
const COLUMNS = ['City', 'URL slug', 'Landmark'].map((name) => ({ name, places: 1, empty: 0, samples: [] }));

beforeEach(installBrowserParts);

interface Given {
  reply?: FakeReply | (() => FakeReply | Promise<FakeReply>);
  hasSeed?: boolean;
  hasSheet?: boolean;
  hasPages?: boolean;
}

async function open(given: Given = {}) {
  const { reply = { data: ESTIMATE }, hasSeed = true, hasSheet = true, hasPages = true } = given;
  const page = await openCreateForm({
    draft: makeDraft({ seed: hasSeed ? SEED_FILE : null, sheet: hasSheet ? SHEET_FILE : null }),
    found: {
      inspection: {
        problems: [],
        ...(hasSeed && { seed: makeSeed() }),
        ...(hasSheet && { table: makeTable({ columns: COLUMNS }) }),
        ...(hasSeed && hasSheet && hasPages && { outcome: makeOutcome() }),
      },
    },
    answer: ({ path }) => {
      if (!path.endsWith('/estimate')) return undefined;
      return typeof reply === 'function' ? reply() : reply;
    },
  });
  const card = await screen.findByRole('region', { name: 'Quality estimate' });
  return { page, card: within(card), read: () => card.textContent?.replaceAll(/\s+/g, ' ') ?? '' };
}

const ofEstimate = (more: Partial<QualityEstimate>) => ({ data: { ...ESTIMATE, ...more } });
const countAsked = ({ sent }: Awaited<ReturnType<typeof open>>['page']) =>
  sent.filter(({ path }) => path.endsWith('/estimate')).length;

describe('the quality estimate', () => {
  test('shows the score, its parts and what would raise it most', async () => {
    const { card, read } = await open();
    await card.findByText('41');
    expect(read()).toContain('88% of each page is the same. Google may not index pages this alike.');
    expect(read()).toContain('Different from each other5 of 45');
    expect(read()).toContain('Local substance20 of 35');
    expect(read()).toContain('Titles, headings, links16 of 20');
    expect(
      card.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ')),
    ).toEqual([
      '+14 points: Vary 2 paragraphs. They read the same on every page. Show them',
      '+8 points: Use columns you already have. URL slug, Landmark. Insert',
      '+4 points: Link to 5 nearby towns with [nearby 5] Add',
    ]);
    expect(read()).toContain('From a sample of 40 rows, 4:44 PM');
    expect(card.getByRole('status').textContent).toBe('The quality estimate is 41 of 100.');
  });

  test.each([
    { given: { hasSheet: false }, text: 'Add a sheet to see an estimate.' },
    { given: { hasSeed: false }, text: 'Add a seed page to see an estimate.' },
    { given: { hasPages: false }, text: 'Fix the problems in this form to see an estimate.' },
    { given: { reply: { data: null } }, text: 'There’s no estimate for files this large.' },
  ])('is missing: $text', async ({ given, text }) => {
    const { card, page } = await open(given);
    expect(await card.findByText(text)).toBeTruthy();
    expect(card.queryByRole('alert')).toBeNull();
    expect(countAsked(page)).toBe('reply' in given ? 1 : 0);
  });

  test('keeps the score while a new one is computed, without its parts', async () => {
    let replies = 0;
    const { card, page, read } = await open({
      reply: () => {
        replies += 1;
        return replies === 1 ? { data: ESTIMATE } : new Promise<FakeReply>(() => {});
      },
    });
    await card.findByText('41');
    chooseSheet('towns.csv');
    await waitFor(() => expect(countAsked(page)).toBe(2), { timeout: 4000 });
    expect(read()).toContain('41');
    expect(read()).not.toContain('5 of 45');
    expect(read()).toContain('not known yet');
  });

  test('isn’t requested again, or hidden, while a title is typed', async () => {
    const { card, page, read } = await open();
    await card.findByText('41');
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Plumbers' } });
    expect(read()).toContain('5 of 45');
    await pass(3000);
    expect(listCalls(page)).toContain('PUT projects/drafts/ID');
    expect(read()).toContain('5 of 45');
    expect(countAsked(page)).toBe(1);
  });

  test('says why it failed, and tries again', async () => {
    let isDown = true;
    const { card } = await open({
      reply: () => (isDown ? { status: 422, code: 'invalid', message: 'Too much.' } : { data: ESTIMATE }),
    });
    expect((await card.findByRole('alert')).textContent).toContain(
      'Couldn’t estimate the quality. Too much.',
    );
    isDown = false;
    fireEvent.click(card.getByRole('button', { name: 'Try again' }));
    expect(await card.findByText('41')).toBeTruthy();
  });
});

describe('the verb of a change', () => {
  const readWritten = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Build a construct' }));
    return dialog.getByLabelText('Text for your page').textContent;
  };

  test('shows the paragraphs, and opens the dialog with one of them', async () => {
    const { card } = await open();
    fireEvent.click(await card.findByRole('button', { name: 'Show them' }));
    const list = within(card.getByRole('list', { name: 'Vary 2 paragraphs.' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      PARAGRAPHS.map((text) => `${text}Build variants`),
    );
    fireEvent.click(list.getAllByRole('button', { name: 'Build variants' })[0] as HTMLElement);
    expect(await readWritten()).toBe('Enter at least two variants.');
    const dialog = within(screen.getByRole('dialog', { name: 'Build a construct' }));
    expect(dialog.getByDisplayValue(PARAGRAPHS[0] ?? '')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    fireEvent.click(card.getByRole('button', { name: 'Hide them' }));
    expect(card.queryByText(PARAGRAPHS[1] ?? '')).toBeNull();
  });

  test('opens the dialog with the unused columns', async () => {
    const { card } = await open();
    fireEvent.click(await card.findByRole('button', { name: 'Insert' }));
    expect(await readWritten()).toBe('[if URL slug and Landmark][URL slug] [Landmark][/if]');
  });

  test('opens the dialog with neighbors', async () => {
    const { card } = await open();
    fireEvent.click(await card.findByRole('button', { name: 'Add' }));
    expect(await readWritten()).toMatch(/^\[nearby 5 within:"30 mi"/);
  });

  test('lists titles that several pages have, with a placeholder to copy', async () => {
    const change = { kind: 'titles' as const, points: 4, is_missing: false, texts: ['Plumber in Texas'] };
    const { card } = await open({ reply: ofEstimate({ changes: [change] }) });
    fireEvent.click(await card.findByRole('button', { name: 'Show them' }));
    expect(card.getByText('Plumber in Texas')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Copy [City]' })).toBeTruthy();
  });
});
