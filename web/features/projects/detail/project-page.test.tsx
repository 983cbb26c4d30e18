import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { completedRun, project, run } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';

const STYLES = { data: { site: 'example.com', is_styled: true } };
const open = (reply: (sent: Sent) => object, at = '/projects/7') =>
  openPage(ProjectPage, { path: '/projects/:id', at }, (sent) =>
    sent.path.endsWith('/styles') ? STYLES : reply(sent),
  );
const show = (more: Partial<Project>, at?: string) => open(() => ({ data: [project(more)] }), at);

test('a project that fails to load shows the fixed message, with the reason and a retry', async () => {
  open(() => ({ status: 503, code: 'overloaded', message: 'The server is busy.' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to fetch project data. The server is busy.',
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a missing project links back to the list and shows the reference', async () => {
  open(() => ({ status: 404, code: 'not_found', message: 'We couldn’t find that.' }));
  expect(await screen.findByText('Failed to fetch project data')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
  expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each(['abc', '0', '1e3', '-1'])('an id that isn’t a number sends no request: %s', async (id) => {
  const page = openPage(ProjectPage, { path: '/projects/:id', at: `/projects/${id}` }, () => ({
    data: [],
  }));
  expect(await screen.findByText('Failed to fetch project data')).toBeTruthy();
  expect(page.sent).toEqual([]);
});

test('the page shows the verdict, then parts, links and steps', async () => {
  show({
    report: completedRun(2),
    progress: completedRun(2),
    formed_links: [{ flink: '<a>', url: '/a', label: 'A' }],
  });
  expect((await screen.findByRole('heading', { name: '1,000 of 1,000 pages ready to import' })).tagName).toBe(
    'H2',
  );
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(heads).toEqual([
    '1,000of 1,000 pages ready to import',
    'Results',
    'Landing Pages XML files',
    'Formed links',
    'How to import into WordPress',
  ]);
  expect(screen.getByRole('link', { name: 'Download roofs-2.xml' })).toBeTruthy();
  const review = screen.getByRole('link', { name: 'Review at client server' });
  expect(review.getAttribute('rel')).toContain('noopener');
  // First formed link on the site.
  expect(review.getAttribute('href')).toBe('https://example.com/a');
});

test('long lists of parts are shortened, and shown in full on request', async () => {
  show({ report: completedRun(20), progress: completedRun(20) });
  fireEvent.click(await screen.findByRole('button', { name: '14 more parts' }));
  expect(screen.getAllByRole('link', { name: /^Download roofs-/ })).toHaveLength(20);
});

test('each skipped row shows its reason and a link to fix it', async () => {
  const skipped_rows = [{ row: 4218, reasons: ['The slug is the same as that of row 4,217.'] }];
  const report = completedRun(1, { state: 'completed_with_skips', skipped: 1, skipped_rows });
  show({ report, progress: report });
  expect(await screen.findByText(/same as that of row 4,217/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fix row 4,218' }).getAttribute('href')).toBe(
    '/projects/7/edit?row=4218',
  );
});

test.each([
  ['Yes', '2'],
  ['No', '0'],
])('the split question answered with %s saves the same fields with %s', async (button, value) => {
  const page = open(({ method }) =>
    method === 'PUT'
      ? { data: { project_id: 7, run_id: 3 } }
      : {
          data: [
            project({
              progress: run({ state: 'waiting_for_split', output_bytes: 40_946_252, split_parts: 20 }),
            }),
          ],
        },
  );
  expect(
    await screen.findByText(
      'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
  const body = page.sent.find(({ method }) => method === 'PUT')?.body as FormData;
  expect(Object.fromEntries(body)).toMatchObject({
    split_xml_file: value,
    title: 'Roof repair, 500 towns',
    script: 'geo_city,geo_url\nTown,town',
    revision: '3',
  });
});

test('a failed run lists its problems and reports that earlier files are unchanged', async () => {
  const problem = {
    code: 'x',
    severity: 'fault' as const,
    text: '[geo_zip] is no column of the sheet.',
    line: 79,
  };
  show({
    report: completedRun(1),
    progress: run({ id: 9, state: 'failed', message: 'The pages cannot be made.', problems: [problem] }),
  });
  expect(await screen.findByText(/The files of the previous run are unchanged. Run #9\./)).toBeTruthy();
  expect(screen.getByText('[geo_zip] is no column of the sheet.')).toBeTruthy();
});

test('samples are in a fully sandboxed frame, next to title, URL and source', async () => {
  show({
    progress: run({ kind: 'test', state: 'completed', finished_at: '2026-11-21T12:00:01Z' }, { samples: 1 }),
  });
  const frame = await screen.findByTitle(/Roof repair in Town 0/);
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(screen.getByText('https://example.com/roof-repair-town-0/')).toBeTruthy();
  expect(screen.getByText('<h1>Roofs</h1>')).toBeTruthy();
});

test('a test links to the full run, with its number of pages', async () => {
  const tested = run(
    { kind: 'test', state: 'completed', pages_total: 3, pages_planned: 1200 },
    { samples: 1 },
  );
  show({ progress: tested, test: tested, report: null });
  const build = await screen.findByRole('button', { name: 'Build all 1,200 pages' });
  expect(build.getAttribute('data-variant')).toBe('filled');
});

test('a source that is too long for the page is downloaded', async () => {
  const tested = run(
    { kind: 'test', state: 'completed', finished_at: '2026-11-21T12:00:01Z' },
    { samples: 1 },
  );
  const samples = tested.samples.map((sample) => ({ ...sample, source: null, source_url: '/long-source' }));
  show({ progress: { ...tested, samples } });
  const link = await screen.findByRole('link', { name: 'Download the source' });
  expect(link.getAttribute('href')).toBe('/long-source');
  expect(screen.queryByLabelText('Source of the page')).toBeNull();
  expect(screen.queryByRole('button', { name: /Copy the source/ })).toBeNull();
});

test('a run is canceled only after a confirmation', async () => {
  const page = open(({ path }) => {
    if (path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    return path.endsWith('/cancel') ? { data: {} } : { data: [project({ progress: run() })] };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel run' }));
  expect(page.sent.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(page.sent.find(({ method }) => method === 'POST')?.path).toBe('projects/7/cancel'),
  );
});

test.each([
  ['save', 'Run again', 'PUT', 'projects/7'],
  ['test', 'Test again', 'POST', 'save-test'],
] as const)(
  'a %s that failed for reasons outside the project can be started again unchanged',
  async (...row) => {
    const [kind, name, method, path] = row;
    const failed = run({ id: 9, kind, state: 'failed', message: 'A fault on our side.' });
    const page = open((sent) =>
      sent.method === 'GET'
        ? { data: [project({ progress: failed })] }
        : { data: { project_id: 7, run_id: 10 } },
    );
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(page.sent.some((sent) => sent.method === method)).toBe(true));
    const request = page.sent.find((sent) => sent.method === method);
    expect(request?.path).toBe(path);
    const body = request?.body as FormData | string;
    const fields = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body);
    expect(fields).toMatchObject({ title: 'Roof repair, 500 towns', script: 'geo_city,geo_url\nTown,town' });
    expect(fields.split_xml_file).toBeUndefined();
  },
);

test('data too large for the reply is fetched by a new URL before the run starts again', async () => {
  const canceled = run({ id: 9, state: 'canceled' });
  const page = open(({ method, path }) => {
    if (path.startsWith('/sheet')) return { title: 'the sheet' };
    if (method === 'PUT') return { data: { project_id: 7, run_id: 10 } };
    return { data: [project({ progress: canceled, script: null, script_url: '/sheet?fresh' })] };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(page.sent.some(({ path }) => path === '/sheet?fresh')).toBe(true);
  const body = page.sent.find(({ method }) => method === 'PUT')?.body as FormData;
  expect(body.get('script')).toContain('the sheet');
});

test('Escape closes the split question, which can be answered later', async () => {
  const waiting = run({ state: 'waiting_for_split', output_bytes: 40_946_252, split_parts: 20 });
  const page = open(() => ({ data: [project({ progress: waiting })] }));
  await screen.findByRole('button', { name: 'Yes' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
  expect(await screen.findByRole('button', { name: 'Yes' })).toBeTruthy();
  expect(page.sent.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  ['ready files below a canceled run', { state: 'canceled' }, completedRun(1), ['Download all']],
  ['another run after a canceled first run', { state: 'canceled' }, null, ['Run again']],
  ['another run after a failed one above files', { state: 'failed' }, completedRun(1), ['Run again']],
] as const)('one action is primary: %s', async (_what, ended, report, names) => {
  const progress = run({ id: 9, ...ended, finished_at: '2026-11-21T12:00:02Z' });
  show({ progress, report });
  await screen.findByRole('button', { name: 'Run again' });
  const filled = [...document.querySelectorAll('[data-variant=filled]')];
  expect(filled.map(({ textContent }) => textContent)).toEqual(names);
});

test('below a failed test, the download of a run’s files is still the primary action', async () => {
  const problem = { severity: 'fault', code: 'x', text: 'It has no end.' } as const;
  const done = completedRun(1);
  const failed = run({ id: 9, kind: 'test', state: 'failed', problems: [problem], problem_count: 1 });
  show({ progress: done, report: done, test: failed });
  await screen.findByText('The test failed');
  const filled = [...document.querySelectorAll('[data-variant=filled]')];
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Download all']);
});

test('a canceled run has no pages and no size in the history', async () => {
  const canceledRun = run({ state: 'canceled', bytes: 12_620_000, finished_at: '2026-11-21T12:00:02Z' });
  show({ progress: canceledRun, runs: [canceledRun] }, '/projects/7?tab=runs');
  const table = await screen.findByRole('table', { name: 'Runs' });
  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells.slice(1, 4)).toEqual(['Canceled', '–', '–']);
});

test('a sample whose URL has expired is shown by a new one, never by the old one', async () => {
  const url = (expires: number) => `/api/v1/files/sample/2-0/sample-1.html?expires=${expires}`;
  let expires = 1;
  open(({ path }) => {
    if (path.endsWith('/events')) return { status: 404, code: 'not_found', message: 'none' };
    const tested = run(
      { kind: 'test', state: 'completed', finished_at: '2026-11-21T12:00:01Z' },
      { samples: 1 },
    );
    const samples = tested.samples.map((sample) => ({ ...sample, url: url(expires) }));
    expires = 99_999_999_999;
    return { data: [project({ progress: { ...tested, samples } })] };
  });
  const frame = await screen.findByTitle(/Roof repair in Town 0/);
  expect(frame.getAttribute('src')).toBe(url(99_999_999_999));
});

/** Renders the page with an event stream that the test writes. */
function openLive(more: Partial<Project>, at?: string) {
  let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const reply = ({ path }: Sent) =>
    path.endsWith('/events')
      ? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (stream = controller) })
      : { data: [project(more)] };
  const page = open(reply, at);
  const emit = async (event: 'run' | 'test', data: Run) => {
    await waitFor(() => expect(stream).toBeDefined());
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    await act(async () => stream?.enqueue(new TextEncoder().encode(text)));
  };
  return { page, emit };
}

const FULL = run({ id: 2, pages_total: 100, pages_done: 10 });
const TEST = run({ id: 3, kind: 'test', state: 'running', pages_total: 3, pages_done: 0 });

test('a full run is streamed during a test, whose samples appear when it completes', async () => {
  const { emit } = openLive({ progress: FULL, test: TEST });
  expect(await screen.findByLabelText('Run in progress')).toBeTruthy();
  expect(screen.getByLabelText('Test in progress')).toBeTruthy();
  const { samples } = run({}, { samples: 1 });
  await emit('test', { ...TEST, state: 'completed', finished_at: '2026-11-21T12:00:01Z', samples });
  expect(await screen.findByRole('heading', { name: 'Test pages' })).toBeTruthy();
  expect(screen.queryByLabelText('Test in progress')).toBeNull();
  await emit('run', { ...FULL, pages_done: 62 });
  const written = within(screen.getByLabelText('Run in progress')).getByRole('progressbar');
  await waitFor(() => expect(written.getAttribute('aria-valuenow')).toBe('62'));
  expect(screen.getByRole('heading', { name: 'Test pages' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel run' })).toBeTruthy();
});

test('a test that fails during a full run is reported, and the run continues', async () => {
  const { emit } = openLive({ progress: FULL, test: TEST });
  await screen.findByLabelText('Test in progress');
  await emit('test', { ...TEST, state: 'failed', message: 'A fault on our side.' });
  expect(await screen.findByText(/A fault on our side/)).toBeTruthy();
  expect(screen.getByLabelText('Run in progress')).toBeTruthy();
});

test('the confirmation of Cancel names what it stops: both, or which one', async () => {
  const { emit } = openLive({ progress: FULL, test: TEST });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel run' }));
  expect(await screen.findByText(/^Stop this run and its test\? What they have built/)).toBeTruthy();
  await emit('test', { ...TEST, state: 'canceled' });
  expect(await screen.findByText(/^Stop this run\? What it has built/)).toBeTruthy();
});

test('both runs of the history are live', async () => {
  const { emit } = openLive({ progress: FULL, test: TEST, runs: [TEST, FULL] }, '/projects/7?tab=runs');
  const table = await screen.findByRole('table', { name: 'Runs' });
  const states = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  await emit('test', { ...TEST, state: 'canceled' });
  await emit('run', { ...FULL, state: 'auditing' });
  await waitFor(() =>
    expect(states()).toEqual([expect.stringContaining('Canceled'), expect.stringContaining('Auditing')]),
  );
});

test('a project of an inactive agency can’t be edited, run again, pinned or restored, with the reason', async () => {
  const reason = 'North Star Media is inactive, so this is read-only.';
  const [current, earlier] = [completedRun(2), completedRun(2, { id: 8, is_current: false })];
  const failed = run({ id: 11, state: 'failed', finished_at: '2026-11-21T12:00:02.300Z' });
  const shown = project({ is_read_only: true, report: current, progress: failed, runs: [current, earlier] });
  const page = open(({ path }) =>
    path === 'account/user-data'
      ? {
          data: {
            role: 'user',
            name: 'Ada',
            avatar: '/a.svg',
            unread_count: 0,
            agency_notice: { name: 'North Star Media' },
          },
        }
      : { data: [shown] },
  );
  await act(() => page.store.dispatch(fetchUserData()));
  await screen.findByRole('heading', { name: 'The run failed' });
  const check = (name: string | RegExp) => {
    for (const button of screen.getAllByRole('button', { name })) {
      expect(button.getAttribute('aria-disabled'), String(name)).toBe('true');
      const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(described?.textContent).toBe(reason);
      fireEvent.click(button);
    }
  };
  for (const name of ['Edit', 'Run again', 'Edit project']) check(name);
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: /^Runs/ }));
  await screen.findAllByRole('button', { name: /^Restore/ });
  for (const name of [/^Restore/, /^Pin/]) check(name);
  expect(page.path()).toMatch(/^\/projects\/7(\?|$)/);
  expect(page.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});
