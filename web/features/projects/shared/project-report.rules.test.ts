import { expect, test } from 'vitest';
import type { GateAction } from '#contract/quality-gate.ts';
import { project, run } from './project-fixture.ts';
import {
  findShownTest,
  listStages,
  pickSampleRun,
  reviewAddress,
  formatFacts,
  formatTabTitle,
  formatVerdict,
  trimOrigin,
} from './project-report.rules.ts';
import { pickLatestRun } from './use-project.ts';
import { readHost } from './read-host.ts';

const completed = run({ state: 'completed', finished_at: '2026-11-21T12:00:02Z' });

test('counts skipped rows in the total', () => {
  expect(formatVerdict(run({ pages_total: 9998, skipped: 2 }))).toEqual([
    '9,998',
    'of 10,000 pages ready to import',
  ]);
  expect(formatVerdict(run({ pages_total: 500, skipped: 0 }))).toEqual([
    '500',
    'of 500 pages ready to import',
  ]);
});

test('names what the quality gate did', () => {
  const gated = (action: GateAction, held = 138) =>
    formatVerdict(run({ pages_total: 360, skipped: 2, held, gate: { below: 60, action } }));
  expect(gated('leave-out')).toEqual(['360', 'pages ready, 138 held back by the quality gate']);
  expect(gated('draft', 1)).toEqual(['360', 'pages ready, 1 of them as a draft because of the quality gate']);
  expect(gated('draft')).toEqual(['360', 'pages ready, 138 of them as drafts because of the quality gate']);
  expect(gated('noindex')).toEqual([
    '360',
    'pages ready, 138 of them with noindex because of the quality gate',
  ]);
  expect(gated('leave-out', 0)).toEqual(['360', 'of 362 pages ready to import']);
});

test('has a stage for measuring with a quality gate, whose two builds count half each', () => {
  const gate = { below: 60, action: 'draft' } as const;
  const list = (more: Parameters<typeof run>[0]) => listStages(run({ gate, pages_total: 400, ...more }));
  expect(list({ state: 'planning' }).map(({ name }) => name)).toEqual([
    'Plan',
    'Measure',
    'Write',
    'Verify',
    'Ready',
  ]);
  expect(list({ is_measuring: true, pages_done: 50 })[1]).toMatchObject({
    state: 'now',
    share: 0.25,
    note: 'for the quality gate',
  });
  expect(list({ is_measuring: true, pages_done: 180, compared: 0.415 })[1]?.note).toBe(
    '41% of the pages compared',
  );
  expect(list({ pages_done: 300 })[2]).toMatchObject({ name: 'Write', state: 'now', share: 0.5 });
});

test('shows how much is compared after the files are read back', () => {
  expect(listStages(run({ state: 'auditing', compared: 0.5 }))[2]).toMatchObject({
    share: 0.5,
    note: '50% of the pages compared',
  });
});

test('marks the current stage of a run', () => {
  const states = (state: Parameters<typeof run>[0]) => listStages(run(state)).map((stage) => stage.state);
  expect(states({ state: 'planning' })).toEqual(['now', 'rest', 'rest', 'rest']);
  expect(states({ state: 'auditing' })).toEqual(['past', 'past', 'now', 'rest']);
  expect(states({ state: 'completed' })).toEqual(['past', 'past', 'past', 'past']);
  const running = run({ state: 'running', parts_done: 3, parts_total: 20, pages_done: 60, pages_total: 400 });
  expect(listStages(running)[1]).toMatchObject({
    name: 'Write',
    state: 'now',
    note: '3 of 20 parts',
    share: 0.15,
  });
  expect(listStages(run({ state: 'queued' }))[1]?.share).toBe(0);
  expect(listStages(run({ state: 'auditing' }))[2]?.share).toBeUndefined();
});

test('the title of the tab shows the progress, and the result only if the run ended while the page was open', () => {
  expect(formatTabTitle('Roofs', run({ state: 'running', pages_total: 100, pages_done: 62 }), true)).toBe(
    '62% · Roofs',
  );
  expect(formatTabTitle('Roofs', completed, true)).toBe('✓ Done · Roofs');
  expect(formatTabTitle('Roofs', completed, false)).toBe('Roofs');
  expect(formatTabTitle('Roofs', null, false)).toBe('Roofs');
});

test('a late event does not restore a run that has ended', () => {
  const live = run({ state: 'running' });
  expect(pickLatestRun(null, live)).toBe(live);
  expect(pickLatestRun(completed, live)).toBe(completed);
  expect(pickLatestRun(completed, run({ id: 9, state: 'running' }))?.id).toBe(9);
  expect(pickLatestRun(run({ id: 9 }), live)?.id).toBe(9);
});

test('shows the samples of the latest test instead of those of the report', () => {
  const [sample] = run({ state: 'completed' }, { samples: 1 }).samples;
  if (!sample) throw new Error('the fixture has no sample');
  const test3 = run({ id: 3, kind: 'test', samples: [sample] });
  const report = run({ id: 2, samples: [sample] });
  expect(pickSampleRun({ progress: test3, test: test3, report })?.id).toBe(3);
  expect(pickSampleRun({ progress: run({ id: 4 }), test: null, report })?.id).toBe(2);
  expect(pickSampleRun({ progress: null, test: null, report: null })).toBeUndefined();
});

test('a test is shown with the earlier run, until a later full run has ended', () => {
  const test3 = run({ id: 3, kind: 'test', state: 'completed' });
  expect(findShownTest({ progress: run({ id: 2 }), test: test3 })).toBe(test3);
  expect(findShownTest({ progress: { ...completed, id: 2 }, test: test3 })).toBe(test3);
  expect(findShownTest({ progress: run({ id: 4 }), test: test3 })).toBe(test3);
  expect(findShownTest({ progress: { ...completed, id: 4 }, test: { ...test3, state: 'running' } })?.id).toBe(
    3,
  );
  expect(findShownTest({ progress: { ...completed, id: 4 }, test: test3 })).toBeUndefined();
  expect(findShownTest({ progress: test3, test: test3 })).toBeUndefined();
  expect(findShownTest({ progress: null, test: null })).toBeUndefined();
});

test('links only to sites that a browser can open', () => {
  expect(readHost('https://example.com/a')).toBe('example.com');
  expect(readHost('javascript:alert(1)')).toBeUndefined();
  expect(readHost('')).toBeUndefined();
});

test.each([
  ['https://site.example', 'https://site.example/plumber-a/', 'https://site.example/plumber-a/'],
  ['https://site.example/blog', 'plumber-a', 'https://site.example/plumber-a'],
  ['https://site.example', 'https://elsewhere.example/a', 'https://site.example'],
  ['https://site.example', 'javascript:alert(1)', 'https://site.example'],
  ['https://site.example', undefined, 'https://site.example'],
  ['', 'https://site.example/a', undefined],
  ['javascript:alert(1)', '/a', undefined],
])('the review of the site %s with the first link %s opens %s', (site, url, expected) => {
  const formed_links = url === undefined ? [] : [{ flink: '', url, label: '' }];
  expect(reviewAddress({ domain: null, base_site_url: site, formed_links })).toBe(expected);
});

test('the facts are those of the run that was restored, not of the newer one', () => {
  const now = new Date('2026-11-21T15:00:00Z');
  const at = (hour: string) => `2026-11-21T${hour}:00:00Z`;
  const report = run({ id: 2, state: 'completed', started_at: at('09'), finished_at: at('10') });
  const newer = run({ id: 3, state: 'completed', started_at: at('12'), finished_at: at('13') });
  const facts = (progress: typeof newer) =>
    formatFacts(project({ report, progress, base_site_url: '' }), now);
  expect(facts(newer)).toBe(facts(report));
  expect(facts({ ...newer, state: 'failed' })).toContain('Run failed');
});

test('the facts name the site of the pages, otherwise the domain of the project', () => {
  const facts = (base_site_url: string) =>
    formatFacts(project({ domain: 'harbour.example', base_site_url }), new Date());
  expect(facts('https://www.harbour.example/x')).toBe('www.harbour.example, no run yet');
  expect(facts('')).toBe('harbour.example, no run yet');
});

test('trims a URL to its path; one without a path stays whole', () => {
  expect(
    ['https://h.example/a/b', 'HTTP://h.example:8080/?p=1', '/a', 'https://h.example/'].map(trimOrigin),
  ).toEqual(['/a/b', '/?p=1', '/a', 'https://h.example/']);
});
