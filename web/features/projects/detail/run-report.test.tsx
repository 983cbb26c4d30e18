/** Runs on the page of a project: live figures, results, files, history. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, project, run } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };

function open(
  more: Partial<Project>,
  reply: (sent: Sent) => object | undefined = () => undefined,
  at = '/projects/7',
) {
  return openPage(ProjectPage, { path: '/projects/:id', at }, (sent) => {
    if (sent.path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    if (sent.path.endsWith('/styles')) return { data: { site: 'example.com', is_styled: true } };
    return reply(sent) ?? { data: [project(more)] };
  });
}
const show = (report: Run, more: Partial<Project> = {}) => open({ report, progress: report, ...more });
const region = (name: string) => screen.findByRole('region', { name });
/** Terms with their values. */
const getFacts = (card: HTMLElement) =>
  Object.fromEntries(
    [...card.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.trim(),
    ]),
  );
const calls = (page: { sent: Sent[] }, method: string) =>
  page.sent.filter((sent) => sent.method === method).map(({ path }) => path);

describe('a run in progress', () => {
  const at = new Date('2026-11-21T12:01:00Z');

  test('shows pages, rate, time, skipped rows, bytes and its stage', async () => {
    vi.setSystemTime(at);
    open({
      progress: run({
        pages_total: 1500,
        pages_done: 600,
        rows_per_second: 2914.4,
        skipped: 3,
        bytes: 1_234_567,
      }),
    });
    const card = await region('Run in progress');
    expect(getFacts(card)).toEqual({
      Pages: '600 of 1,500',
      Rate: '2,914 pages/s',
      Elapsed: '1 min',
      'Time left': '0.3 s',
      'Rows skipped': '3',
      Written: '1.23 MB',
    });
    const bar = within(card).getByRole('progressbar', { name: 'Pages written' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(bar.getAttribute('aria-valuetext')).toBe('600 of 1,500 pages written');
    const stages = within(within(card).getByRole('list', { name: 'Stages of the run' })).getAllByRole(
      'listitem',
    );
    expect(stages.map((stage) => stage.getAttribute('aria-label'))).toEqual([
      'Plan: done',
      'Write: now, 1 of 2 parts',
      'Verify: not started',
      'Ready: not started',
    ]);
    expect(stages.map((stage) => stage.getAttribute('aria-current'))).toEqual([null, 'step', null, null]);
  });

  test.each([
    ['planning', {}, 'Plan: now'],
    ['queued', {}, 'Write: now, in queue'],
    ['running', { parts_total: 1, parts_done: 0 }, 'Write: now, 0 of 1 part'],
    ['running', { parts_total: 0 }, 'Write: now'],
    ['auditing', {}, 'Verify: now'],
  ] as const)('that is %s with %j shows: %s', async (state, more, words) => {
    open({ progress: run({ state, ...more }) });
    const card = await region('Run in progress');
    expect(within(card).getByLabelText(words).getAttribute('aria-current')).toBe('step');
  });

  test('has no rate and no time left before the first pages are written', async () => {
    open({
      progress: run({ state: 'planning', pages_done: 0, rows_per_second: null, started_at: null, bytes: 0 }),
    });
    expect(getFacts(await region('Run in progress'))).toMatchObject({
      Rate: '–',
      Elapsed: '–',
      'Time left': '–',
      Written: '0 Bytes',
    });
  });

  test('updates its elapsed seconds', async () => {
    vi.setSystemTime(at);
    open({ progress: run({ started_at: '2026-11-21T12:00:30Z' }) });
    await screen.findByText('30 s');
    await pass(5000);
    expect(screen.getByText('35 s')).toBeTruthy();
  });

  test('is called a test if it is one', async () => {
    open({ progress: run({ kind: 'test' }) });
    expect(await region('Test in progress')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel test' })).toBeTruthy();
  });

  test('that cannot be canceled shows the reason and the reference, and continues', async () => {
    open({ progress: run() }, ({ method }) => (method === 'POST' ? isDown : undefined));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel run' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    const toast = (await screen.findByText('Couldn’t cancel the run.')).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Cancel run' })).toBeTruthy();
  });
});

describe('the result', () => {
  test('has counts, and the time from the start to the end of the audit', async () => {
    const report = completedRun(3, {
      formed_link_count: 1500,
      placeholders_filled: 4,
      placeholders_total: 5,
      bytes: 29_970_000,
    });
    show(report);
    expect(getFacts(await region('Results'))).toEqual({
      'Pages ready': '1,500',
      'Rows skipped': '0',
      Parts: '3',
      Output: '29.97 MB',
      'Placeholders filled': '4 of 5',
      'Formed links': '1,500',
      'Built and verified in': '2.3 s',
    });
  });

  test.each([
    [1, 0, '1 of 1 page ready to import'],
    [9998, 2, '9,998 of 10,000 pages ready to import'],
    [0, 3, '0 of 3 pages ready to import'],
  ])('%i pages and %i skipped rows: “%s”', async (pages_total, skipped, verdict) => {
    show(
      completedRun(1, { pages_total, skipped, state: skipped > 0 ? 'completed_with_skips' : 'completed' }),
    );
    expect(await screen.findByRole('heading', { name: verdict })).toBeTruthy();
  });

  test('names the pages that the quality gate holds back, and links to them', async () => {
    const report = completedRun(1, {
      pages_total: 360,
      held: 138,
      held_bitmap: btoa('\x02'),
      gate: { below: 60, action: 'leave-out' },
    });
    const page = show(report);
    const name = '360 pages ready, 138 held back by the quality gate';
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
    const verdict = await region('Verdict');
    expect(within(verdict).getByText(/^Pages that score below 60 are left out\./)).toBeTruthy();
    expect(within(verdict).getByRole('list', { name: 'Legend' }).textContent).toBe('writtenheld back');
    expect(getFacts(await region('Results'))).toMatchObject({ 'Pages ready': '360', 'Held back': '138' });
    fireEvent.click(within(verdict).getByRole('link', { name: 'Show the 138 pages' }));
    await waitFor(() => expect(page.path()).toBe('/projects/7?tab=pages&state=held'));
  });

  test('counts merged and dropped pages, and links to these decisions', async () => {
    show(completedRun(1, { dropped: 2 }));
    const verdict = await region('Verdict');
    expect(within(verdict).getByText(/^2 merged or dropped pages are left out\./)).toBeTruthy();
    const link = within(verdict).getByRole('link', { name: 'Show decisions' });
    expect(link.getAttribute('href')).toBe('/reporting?tab=weak&view=decided');
  });

  test('of an earlier run names its run during a newer one', async () => {
    const report = completedRun(1, { id: 1, created_at: '2026-11-18T09:10:00Z' });
    open({ report, progress: run({ id: 2 }) });
    expect(await screen.findByText(/^The files below are from the run of Nov 18/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Run in progress' })).toBeTruthy();
  });
});

describe('skipped rows', () => {
  const skippedRows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ row: index + 2, reasons: ['No slug.', 'No title.'] }));
  const withLosses = (shown: number, skipped = shown) =>
    completedRun(1, {
      state: 'completed_with_skips',
      skipped,
      skipped_rows: skippedRows(shown),
      skipped_rows_url: '/api/v1/files/skipped/2/skipped.csv?expires=99999999999',
    });

  test('are listed with all their reasons, at first only a dozen', async () => {
    show(withLosses(30));
    const card = within(await region('Verdict'));
    expect(card.getByText('Row 2').closest('li')?.textContent).toContain('Row 2 No slug. No title.');
    expect(card.getAllByRole('link', { name: /^Fix row/ })).toHaveLength(12);
    fireEvent.click(card.getByRole('button', { name: 'Show 18 more rows' }));
    expect(card.getAllByRole('link', { name: /^Fix row/ })).toHaveLength(30);
    // The focus moves to the first new part, because the button is gone.
    expect(document.activeElement).toBe(card.getByText('Row 14').closest('li'));
    expect(card.getByText('30 rows skipped')).toBeTruthy();
  });

  test('are shown a hundred at a time if there are very many, with the number of hidden ones', async () => {
    show(withLosses(250));
    const card = within(await region('Verdict'));
    expect(card.getByText('238 rows not shown yet')).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Show 100 more rows' }));
    expect(card.getByText('138 rows not shown yet')).toBeTruthy();
  });

  test('are all in the sheet to download, including those that the page doesn’t list', async () => {
    show(withLosses(200, 4000));
    const card = within(await region('Verdict'));
    expect(card.getByText('4,000 rows skipped, the first 200 shown')).toBeTruthy();
    const sheet = card.getByRole('link', { name: 'Download the skipped rows as a sheet' });
    expect(sheet.getAttribute('href')).toContain('/files/skipped/2/skipped.csv');
    expect(sheet.hasAttribute('download')).toBe(true);
  });

  test('have a singular noun for one row', async () => {
    show(withLosses(1));
    expect(within(await region('Verdict')).getByText('1 row skipped')).toBeTruthy();
  });
});

describe('the files', () => {
  let copied: string[];
  beforeEach(() => {
    copied = [];
    const writeText = async (text: string) => void copied.push(text);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  });

  test('are in the order of import with pages, size and checksum', async () => {
    show(completedRun(2));
    const card = await region('Landing Pages XML files');
    expect(card.textContent).toContain('2 parts, 19.98 MB, in this order');
    const rows = within(card).getAllByRole('row').slice(1);
    expect(
      rows.map((row) => [...row.querySelectorAll('td')].slice(1, 4).map(({ textContent }) => textContent)),
    ).toEqual([
      ['500 pages', '9.99 MB', '9f3c1a77…e0b4d2e1'],
      ['500 pages', '9.99 MB', '9f3c1a77…e0b4d2e1'],
    ]);
  });

  test('have no order if there is only one', async () => {
    show(completedRun(1));
    expect((await region('Landing Pages XML files')).textContent).toContain('1 part, 9.99 MBPart');
  });

  test('show the whole checksum', async () => {
    show(completedRun(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the checksum of roofs-1.xml' }));
    await waitFor(() => expect(copied).toEqual([completedRun(1).parts[0]?.sha256]));
  });

  test('have a button that copies a new link with the host', async () => {
    const fresh = '/api/v1/files/part/2-0/roofs-1.xml?expires=77777777777';
    let isFresh = false;
    open({}, () => {
      const report = completedRun(1);
      const parts = report.parts.map((part) => ({ ...part, ...(isFresh && { url: fresh }) }));
      return { data: [project({ report: { ...report, parts }, progress: report })] };
    });
    const button = await screen.findByRole('button', { name: /^Copy a link to roofs-1\.xml/ });
    isFresh = true;
    fireEvent.click(button);
    await waitFor(() => expect(copied).toEqual([`${window.location.origin}${fresh}`]));
  });

  test('report that no new link could be fetched', async () => {
    let isBroken = false;
    open({}, () =>
      isBroken ? isDown : { data: [project({ report: completedRun(1), progress: completedRun(1) })] },
    );
    const button = await screen.findByRole('button', { name: /^Copy a link to roofs-1\.xml/ });
    isBroken = true;
    fireEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Couldn’t copy' })).toBeTruthy();
    expect(copied).toEqual([]);
  });

  test('move the focus to the first one that was hidden', async () => {
    show(completedRun(20));
    fireEvent.click(await screen.findByRole('button', { name: '14 more parts' }));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Download roofs-7.xml' }));
    expect(screen.queryByRole('button', { name: /more part/ })).toBeNull();
  });

  test('are all in one archive', async () => {
    show(completedRun(2));
    const all = await screen.findByRole('link', { name: 'Download all' });
    expect(all.getAttribute('href')).toBe('/api/v1/files/zip/2/roofs.zip?expires=99999999999');
  });
});

describe('the steps of importing', () => {
  test.each([
    [1, 'Choose Run Importer and upload the file.'],
    [3, 'Choose Run Importer and upload the parts one at a time, in numerical order.'],
  ])('with %i parts: %s', async (parts, words) => {
    show(completedRun(parts));
    const card = within(await region('How to import into WordPress'));
    expect(card.getAllByRole('listitem')).toHaveLength(6);
    expect(card.getByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How to import into WordPress' }).getAttribute('href')).toBe(
      '#import',
    );
    expect(document.getElementById('import')).not.toBeNull();
  });

  test('into WordPress explain a second import, and the user to choose for each part', async () => {
    show(completedRun(3));
    const card = within(await region('How to import into WordPress'));
    expect(
      card.getByText(/a second import skips the pages that exist, but adds every custom field/),
    ).toBeTruthy();
    expect(card.getByText(/the same for every part: a user that part 1 created exists/)).toBeTruthy();
    expect(card.getByText(/The last part adds the pictures in the content/)).toBeTruthy();
  });

  test('into WordPress name the type of pages that need a plugin or theme', async () => {
    const text = 'The pages are of the type "city_page". Turn on the plugin or theme that adds this type.';
    const { problems } = completedRun(1);
    const notice = { code: 'unregistered-type', severity: 'notice', text } as (typeof problems)[number];
    show(completedRun(1, { problems: [notice] }));
    const card = within(await region('How to import into WordPress'));
    expect(card.getByText(text)).toBeTruthy();
  });

  test('into Drupal name the record and the fields of these files', async () => {
    const selectors = [
      { name: 'Record', path: '/response/item' },
      { name: 'Title', path: 'title/value' },
    ];
    show(completedRun(1, { selectors }), { type: 'drupal' });
    const card = await region('How to import into Drupal');
    expect(getFacts(card)).toEqual({ Record: '/response/item', Title: 'title/value' });
    expect(within(card).getByRole('button', { name: 'Copy the path of Title' })).toBeTruthy();
  });

  test('into HubSpot explain the table that isn’t a part', async () => {
    const { parts, ...report } = completedRun(1, { bytes: 19_980_000 });
    const table = { ...parts[0], name: 'roofs-hubdb.csv', pages: 0 } as (typeof parts)[number];
    show({ ...report, parts: [...parts, table] }, { type: 'hubspot' });
    const card = within(await region('How to import into HubSpot'));
    expect(card.getByText(/^For dynamic pages instead of posts, import the HubDB file/)).toBeTruthy();
    const files = within(await region('Landing Pages XML files'));
    expect(files.getByText('1 part, 9.99 MB · HubDB file, 9.99 MB')).toBeTruthy();
    expect(files.getByText('HubDB file', { selector: 'td' })).toBeTruthy();
    // Same sizes as in the forecast of the form.
    expect(getFacts(await region('Results'))).toMatchObject({ Output: '9.99 MB', 'HubDB file': '9.99 MB' });
  });
});

describe('a project without files', () => {
  test('has no run yet, and a link to start one', async () => {
    open({});
    expect(await screen.findByRole('heading', { name: 'No run yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit project' }).getAttribute('href')).toBe('/projects/7/edit');
    expect(screen.queryByRole('link', { name: 'Download all' })).toBeNull();
  });

  test.each([
    [
      { output_bytes: 40_946_252, split_parts: 20 },
      'As a single file the output would be 40.95 MB. Split, it would be 20 parts.',
    ],
    [
      { output_bytes: 4_000_000_000, split_parts: 1200 },
      'As a single file the output would be 4.00 GB. Split, it would be 1,200 parts.',
    ],
    [{ output_bytes: null, split_parts: null }, 'The output would be larger than 10 MB.'],
  ])('that waits for the split answer shows the output size: %j', async (more, words) => {
    open({ progress: run({ state: 'waiting_for_split', ...more }) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('whose answer was refused shows the reason and asks again', async () => {
    open({ progress: run({ state: 'waiting_for_split', output_bytes: 40_946_252 }) }, ({ method }) =>
      method === 'PUT' ? isDown : undefined,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    const toast = (await screen.findByText('Couldn’t save the answer.')).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
    expect(screen.getByRole('dialog', { name: 'Confirm Action' })).toBeTruthy();
  });

  test.each([
    ['save', 'The run was canceled', 'Run again'],
    ['test', 'The test was canceled', 'Test again'],
  ] as const)('whose %s was canceled shows that nothing was kept', async (kind, title, button) => {
    open({ progress: run({ kind, state: 'canceled', finished_at: '2026-11-21T12:00:02Z' }) });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText('Incomplete files were deleted.')).toBeTruthy();
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
  });

  test('whose run can’t be started again shows the reason', async () => {
    open({ progress: run({ state: 'canceled' }) }, ({ method }) => (method === 'PUT' ? isDown : undefined));
    fireEvent.click(await screen.findByRole('button', { name: 'Run again' }));
    expect(await screen.findByText('Couldn’t start the run.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Run again' })).toBeTruthy();
  });

  test('whose run failed because of its files must be fixed before it runs again', async () => {
    const problems = [{ code: 'x', severity: 'fault' as const, text: '[geo_zip] is no column.', line: 79 }];
    open({ progress: run({ state: 'failed', message: null, problems }) });
    expect(await screen.findByText(/It stopped before anything was built\. Run #2\./)).toBeTruthy();
    const fix = screen.getByRole('link', { name: 'Edit project' });
    expect(fix.getAttribute('href')).toBe('/projects/7/edit');
    expect(fix.getAttribute('data-variant')).toBe('filled');
    expect(screen.getByRole('button', { name: 'Run again' }).getAttribute('data-variant')).not.toBe('filled');
  });
});

describe('the history', () => {
  const runs = [
    completedRun(2, { id: 9, is_current: true, created_at: '2026-11-21T12:00:00Z' }),
    run({
      id: 8,
      kind: 'test',
      state: 'completed',
      finished_at: '2026-11-20T12:00:01Z',
      pages_total: 3,
      bytes: 0,
    }),
    completedRun(1, {
      id: 7,
      is_current: false,
      created_at: '2026-11-18T12:00:00Z',
      pages_total: 1,
      skipped: 4,
      state: 'completed_with_skips',
    }),
    run({ id: 6, state: 'failed', finished_at: '2026-11-17T12:00:01Z' }),
  ];
  const shown = { report: runs[0] ?? null, progress: runs[0] ?? null, runs };
  const openRuns = (more: Partial<Project>, reply?: (sent: Sent) => object | undefined) =>
    open(more, reply, '/projects/7?tab=runs');
  const findRows = async () =>
    within(await screen.findByRole('table', { name: 'Runs' }))
      .getAllByRole('row')
      .slice(1);

  test('shows state, pages, size and time of each run, and which one is current', async () => {
    vi.setSystemTime(new Date('2026-11-21T14:00:00Z'));
    openRuns(shown);
    const rows = await findRows();
    expect(rows.map((row) => row.querySelector('td')?.textContent?.split(', ').at(-1))).toEqual([
      'run #9',
      'test #8',
      'run #7',
      'run #6',
    ]);
    const cells = rows.map((row) =>
      [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Completed', '1,000 pages', '3.10 MB', '2.3 s', 'Current'],
      ['Completed', '3 pages', '–', '1.0 s', ''].map((text) =>
        text === '1.0 s' ? expect.any(String) : text,
      ),
      ['Completed, 4 skipped', '1 page', '3.10 MB', '2.3 s', 'Restore'],
      ['Failed', '–', '–', expect.any(String), ''],
    ]);
  });

  const restoreEarlier = async () => {
    const [, , earlier] = await findRows();
    fireEvent.click(within(earlier as HTMLElement).getByRole('button', { name: /^Restore the run of/ }));
  };

  test('restores an earlier run at once, with a toast that offers Undo', async () => {
    const page = openRuns(shown);
    await restoreEarlier();
    const toast = (await screen.findByText('The earlier run is current again.')).closest('[role=status]');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(page, 'POST')).toEqual(['projects/7/runs/7/restore']);
    fireEvent.click(within(toast as HTMLElement).getByRole('button', { name: 'Undo' }));
    const undone = (await screen.findByText('The newer run is current again.')).closest('[role=status]');
    expect(within(undone as HTMLElement).queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(calls(page, 'POST')).toEqual([
      'projects/7/runs/7/restore',
      `projects/7/runs/${runs[0]?.id}/restore`,
    ]);
  });

  test('asks for confirmation before an earlier run is restored during a newer one, and names both', async () => {
    const working = run({ id: 12, state: 'running' });
    const page = openRuns({ ...shown, runs: [working, ...runs] });
    const rows = await findRows();
    fireEvent.click(within(rows[3] as HTMLElement).getByRole('button', { name: /^Restore the run of/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'Restore run #7? Run #12 is still in progress and takes over when it completes.',
    );
    expect(calls(page, 'POST')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('The earlier run is current again.')).toBeTruthy();
    const restored = page.sent.find(({ path }) => path === 'projects/7/runs/7/restore');
    expect(JSON.parse(restored?.body as string)).toEqual({ during_run: 12 });
  });

  test('pins a run, and unpins one that is pinned', async () => {
    const pinned = { ...completedRun(1, { id: 5, is_current: false }), pinned_at: '2026-11-20T12:00:00Z' };
    const page = openRuns({ ...shown, runs: [...runs, pinned] });
    const [current, tested, , failed, last] = await findRows();
    const button = (row: HTMLElement | undefined, name: RegExp) =>
      within(row as HTMLElement).queryByRole('button', { name });
    expect(button(tested, /Pin the run/)).toBeNull();
    expect(button(failed, /Pin the run/)).toBeNull();
    fireEvent.click(button(current, /^Pin the run of/) as HTMLElement);
    await screen.findByText('Run pinned. Its files are kept until you unpin it.');
    expect(calls(page, 'POST')).toEqual(['projects/7/runs/9/pin']);
    fireEvent.click(button(last, /^Unpin the run of/) as HTMLElement);
    await screen.findByText('Run unpinned. Its files will be removed over time.');
    expect(calls(page, 'DELETE')).toEqual(['projects/7/runs/5/pin']);
  });

  test('shows why pinning a run failed', async () => {
    openRuns(shown, ({ method }) => (method === 'POST' ? isDown : undefined));
    const [current] = await findRows();
    fireEvent.click(within(current as HTMLElement).getByRole('button', { name: /^Pin/ }));
    const toast = (await screen.findByText('Couldn’t pin the run.')).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy.');
  });

  test('lists a run whose files were removed, without actions that need them', async () => {
    const prunedAt = '2026-11-19T12:00:00Z';
    const pruned = completedRun(1, { id: 7, is_current: false, bytes: 0, parts: [], pruned_at: prunedAt });
    const page = openRuns({ ...shown, runs: [...runs.slice(0, 2), pruned] });
    const row = within((await findRows())[2] as HTMLElement);
    expect(row.getByText('Files removed Nov 19, 2026')).toBeTruthy();
    for (const name of [/^Restore the run/, /^Pin the run/]) {
      const button = row.getByRole('button', {
        name,
        description: 'Its files were removed on Nov 19, 2026.',
      });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(button);
    }
    expect(calls(page, 'POST')).toEqual([]);
  });

  test('shows why restoring a run failed', async () => {
    openRuns(shown, ({ method }) => (method === 'POST' ? isDown : undefined));
    await restoreEarlier();
    const toast = (await screen.findByText('Couldn’t restore the run.')).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
  });
});

describe('samples', () => {
  const tested = run(
    { kind: 'test', state: 'completed', finished_at: '2026-11-21T12:00:01Z' },
    { samples: 3 },
  );

  test('are shown one at a time, with row, title, address and source', async () => {
    const samples = tested.samples.map((sample, index) => ({
      ...sample,
      why: (['first', 'longest', 'special'] as const)[index] ?? 'first',
      source: `<h1>Roofs ${index}</h1>`,
    }));
    open({ progress: { ...tested, samples } });
    const card = within(await region('Test pages'));
    expect(card.getByText('3 pages')).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Source, row 2 of the sheet' })).toBeTruthy();
    fireEvent.click(card.getByRole('radio', { name: 'Most special characters' }));
    expect(await card.findByTitle(/^Roof repair in Town 2/)).toBeTruthy();
    expect(card.getByText('<h1>Roofs 2</h1>')).toBeTruthy();
    expect(card.getByText('https://example.com/roof-repair-town-2/')).toBeTruthy();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });

  test('have the width of a desktop or of a phone', async () => {
    open({ progress: tested });
    const frame = await screen.findByTitle('Roof repair in Town 0, 1,280 wide');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    expect(await screen.findByTitle('Roof repair in Town 0, 390 wide')).toBeTruthy();
  });

  test('of a full run are called sample pages and follow its report', async () => {
    const report = { ...completedRun(1), samples: tested.samples };
    show(report);
    expect(await region('Sample pages')).toBeTruthy();
    const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(heads.indexOf('Sample pages')).toBeGreaterThan(heads.indexOf('Landing Pages XML files'));
  });
});

test('the title of the tab shows the progress, and then that the run is done', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const running = run({ pages_total: 500, pages_done: 310 });
  openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, ({ path }) =>
    path.endsWith('/events')
      ? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (stream = controller) })
      : { data: [project({ progress: running })] },
  );
  await waitFor(() => expect(document.title).toBe('62% · Roof repair, 500 towns – Geoloom'));
  await waitFor(() => expect(stream).toBeDefined());
  const emit = (data: Run) =>
    act(async () =>
      stream?.enqueue(new TextEncoder().encode(`event: run\ndata: ${JSON.stringify(data)}\n\n`)),
    );
  await emit({ ...running, pages_done: 499 });
  await waitFor(() => expect(document.title).toBe('99% · Roof repair, 500 towns – Geoloom'));
  await emit({ ...running, state: 'completed', pages_done: 500, finished_at: '2026-11-21T12:00:03Z' });
  await waitFor(() => expect(document.title).toBe('✓ Done · Roof repair, 500 towns – Geoloom'));
});
