/** Run in progress: current page, problems of its rows, and shortened lists. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Run, RunProgress } from '#contract/run-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { setFocus } from '#testkit/window-focus.ts';
import { openPage } from '../shared/page-fixture.tsx';
import { completedRun, project, run } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const loss = (row: number) => ({ code: 'x', severity: 'loss' as const, text: 'No slug.', row });
const notice = (row: number) => ({ code: 'y', severity: 'notice' as const, text: 'A tag was cut.', row });
const region = (name: string) => screen.findByRole('region', { name });

/** Renders the page with an event stream that the test writes. */
async function open(first: Run) {
  let shown = first;
  const streams: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = [];
  const page = openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, ({ path }) =>
    path.endsWith('/events')
      ? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (stream) => void streams.push(stream) })
      : { data: [project({ progress: shown, report: shown.state.startsWith('completed') ? shown : null })] },
  );
  await waitFor(() => expect(streams).toHaveLength(1));
  const emit = (event: string, data: Run | RunProgress) =>
    act(async () =>
      streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    );
  return { page, emit, store: (stored: Run) => void (shown = stored) };
}

describe('a run in progress', () => {
  const working = run({
    pages_total: 2998,
    skipped: 2,
    problems: [loss(3), notice(9)],
    problem_count: 40,
    notice_count: 38,
    skipped_bitmap: btoa('\x02'),
    notice_bitmap: btoa('\x80'),
    now_writing: 'Terre Haute',
  });

  test('names the town that it writes, and is updated by figures only', async () => {
    const { page, emit } = await open(working);
    const card = await region('Run in progress');
    expect(within(card).getByText('Terre Haute').closest('p')?.textContent).toBe(
      'Each block stands for 6 rows. Now building Terre Haute',
    );
    await emit('run', working);
    const requests = page.sent.length;
    const { id, state, pages_total, parts_total, parts_done, skipped, bytes, started_at } = working;
    const figures = { id, state, pages_total, parts_total, parts_done, skipped, bytes, started_at };
    const rest = { ...figures, is_measuring: false, compared: null };
    await emit('progress', { ...rest, pages_done: 1499, rows_per_second: 100, now_writing: 'Waco' });
    expect(await within(card).findByText('Waco')).toBeTruthy();
    expect(within(card).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    // Fields missing from the figures stay, and the project isn't refetched.
    expect(await region('Warnings')).toBeTruthy();
    expect(page.sent).toHaveLength(requests);
    await emit('progress', { ...rest, pages_done: 2998, rows_per_second: 100, now_writing: null });
    await waitFor(() => expect(card.textContent).not.toContain('Now building'));
  });

  test('is polled while the window is without the focus, and streamed again with it', async () => {
    const { page, emit, store } = await open(working);
    const percent = async () =>
      within(await region('Run in progress'))
        .getByRole('progressbar')
        .getAttribute('aria-valuenow');
    await emit('run', { ...working, pages_done: 1499 });
    await waitFor(async () => expect(await percent()).toBe('50'));
    setFocus(false);
    store({ ...working, pages_done: 1799 });
    await pass(4999);
    expect(await percent()).toBe('50');
    await pass(1);
    await waitFor(async () => expect(await percent()).toBe('60'));
    store({ ...working, pages_done: 2099 });
    setFocus(true);
    await waitFor(async () => expect(await percent()).toBe('70'));
    await waitFor(() => expect(page.sent.filter(({ path }) => path.endsWith('/events'))).toHaveLength(2));
    await emit('run', { ...working, pages_done: 2398 });
    await waitFor(async () => expect(await percent()).toBe('79'));
  });

  test('lists the problems of its rows, and marks them in the chart', async () => {
    await open(working);
    const warnings = await region('Warnings');
    expect(warnings.textContent).toContain('38');
    expect(within(warnings).getByText('A tag was cut.').closest('li')?.textContent).toContain('Row 9');
    expect(within(warnings).getByText('and 37 more warnings')).toBeTruthy();
    const losses = await region('Skipped rows');
    expect(within(losses).getByText('No slug.').closest('li')?.textContent).toContain('Row 3');
    expect(within(losses).getByText('and 1 more reason')).toBeTruthy();
    const legend = within(await region('Run in progress')).getByRole('list', {
      name: 'Legend',
    });
    expect([...legend.children].map(({ textContent }) => textContent)).toEqual([
      'written',
      'now',
      'warning',
      'skipped',
      'not built yet',
    ]);
  });

  test('shows no list without problems', async () => {
    await open(run());
    await region('Run in progress');
    expect(screen.queryByRole('region', { name: 'Warnings' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Skipped rows' })).toBeNull();
  });

  test('announces a notification, unlike a test, which sends none', async () => {
    const { page } = await open(run());
    expect(await screen.findByText(/^You can leave this page/)).toBeTruthy();
    page.unmount();
    await open(run({ kind: 'test' }));
    await region('Test in progress');
    expect(screen.queryByText(/notification tells you/)).toBeNull();
  });
});

describe('a finished run with very many skipped rows', () => {
  const report = completedRun(1, {
    state: 'completed_with_skips',
    pages_total: 1501,
    skipped: 1499,
    skipped_rows: Array.from({ length: 1000 }, (_, index) => ({ row: index * 2 + 3, reasons: ['Twice.'] })),
    skipped_rows_url: '/api/v1/files/skipped/2/skipped.csv?expires=99999999999',
    skipped_bitmap: btoa('\xaa'.repeat(375)),
    problems: [notice(5)],
    problem_count: 1551,
    notice_count: 52,
  });

  test('shows a legend for skipped rows, and the number of hidden warnings', async () => {
    await open(report);
    const verdict = await region('Verdict');
    expect(
      within(verdict).getByText('Each block stands for 6 rows. Red squares have at least one skipped row.'),
    ).toBeTruthy();
    expect(within(await region('Warnings')).getByText('and 51 more warnings')).toBeTruthy();
  });
});

test('a failed run shows the number of hidden problems', async () => {
  await open(
    run({ state: 'failed', problems: [loss(2)], problem_count: 1200, finished_at: '2026-11-21T12:00:02Z' }),
  );
  expect(await screen.findByText('and 1,199 more problems')).toBeTruthy();
});
