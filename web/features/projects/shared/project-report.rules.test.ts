import { expect, test } from 'vitest';
import { project, run } from './project-fixture.ts';
import {
  findShownTest,
  readHost,
  listStages,
  newestRun,
  pickSampleRun,
  reviewAddress,
  formatFacts,
  formatTabTitle,
  formatVerdict,
  trimOrigin,
} from './project-report.rules.ts';

const completed = run({ state: 'completed', finished_at: '2026-11-21T12:00:02Z' });

test('counts the rows that are skipped into what could have completed', () => {
  expect(formatVerdict(run({ pages_total: 9998, skipped: 2 }))).toEqual([
    '9,998',
    'of 10,000 pages ready to import',
  ]);
  expect(formatVerdict(run({ pages_total: 500, skipped: 0 }))).toEqual([
    '500',
    'of 500 pages ready to import',
  ]);
});

test('marks the stage that a run is in', () => {
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

test('the tab says how far a run is, and its end only to who has waited for it', () => {
  expect(formatTabTitle('Roofs', run({ state: 'running', pages_total: 100, pages_done: 62 }), true)).toBe(
    '62% · Roofs',
  );
  expect(formatTabTitle('Roofs', completed, true)).toBe('✓ Done · Roofs');
  expect(formatTabTitle('Roofs', completed, false)).toBe('Roofs');
  expect(formatTabTitle('Roofs', null, false)).toBe('Roofs');
});

test('a late event does not bring back a run that is over', () => {
  const live = run({ state: 'running' });
  expect(newestRun(null, live)).toBe(live);
  expect(newestRun(completed, live)).toBe(completed);
  expect(newestRun(completed, run({ id: 9, state: 'running' }))?.id).toBe(9);
  expect(newestRun(run({ id: 9 }), live)?.id).toBe(9);
});

test('shows the samples of the newest test before those of the report', () => {
  const [sample] = run({ state: 'completed' }, { samples: 1 }).samples;
  if (!sample) throw new Error('the fixture has no sample');
  const test3 = run({ id: 3, kind: 'test', samples: [sample] });
  const report = run({ id: 2, samples: [sample] });
  expect(pickSampleRun({ progress: test3, test: test3, report })?.id).toBe(3);
  expect(pickSampleRun({ progress: run({ id: 4 }), test: null, report })?.id).toBe(2);
  expect(pickSampleRun({ progress: null, test: null, report: null })).toBeUndefined();
});

test('a test is next to the run that it began with, until a later full run has ended', () => {
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

test('leads only to sites that a browser can open', () => {
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
])('the review of a site %s with the first link %s opens %s', (site, url, expected) => {
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

test('one line names the site of the pages, otherwise the domain of the project', () => {
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
