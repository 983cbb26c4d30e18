import { expect, test } from 'vitest';
import { compareScans, countProblems, findNextStep, listProblems } from './scan.rules.ts';

type Facts = Parameters<typeof findNextStep>[0];

const scan = (findings: Facts['domain']['scans'][number]['findings'], before: number | null = null) => ({
  id: 3,
  project_id: 7,
  project: 'Roofs',
  finished_at: '2026-11-17T09:00:00Z',
  pages: 10,
  findings,
  problems_before: before,
});

const caughtUp: Facts = {
  domain: {
    id: 4,
    name: 'roofs.example',
    search_state: 'ready',
    search_message: null,
    scans: [scan({ ok: 10 })],
    scanning: 0,
    scannable: [7],
    projects: 1,
  },
  isGoogleOpen: true,
  clicksChange: 0.1,
};
const step = (domain: Partial<Facts['domain']>, facts: Partial<Facts> = {}) =>
  findNextStep({ ...caughtUp, ...facts, domain: { ...caughtUp.domain, ...domain } });

test('problems are listed most severe first with their counts, without pages that are OK', () => {
  const scans = [scan({ ok: 5, redirect: 9, error: 1 }), scan({ unreachable: 2, redirect: 1 })];
  expect(listProblems(scans).map(({ count, text }) => `${count} ${text}`)).toEqual([
    '2 pages don’t respond',
    '1 page shows an error',
    '10 pages redirect',
  ]);
  expect(countProblems(scans)).toBe(13);
});

test('the latest scans are compared with the previous ones, if each has one', () => {
  expect(compareScans([])).toBeUndefined();
  expect(compareScans([scan({ error: 1 })])).toBeUndefined();
  expect(compareScans([scan({ error: 1 }, 5)])).toBe('4 fewer problems than in the previous scan');
  expect(compareScans([scan({ error: 6 }, 5)])).toBe('1 more problem than in the previous scan');
  expect(compareScans([scan({ error: 5 }, 5)])).toBe('Same number of problems as in the previous scan');
  expect(compareScans([scan({ error: 5 }, 5), scan({})])).toBeUndefined();
});

test('a domain that is connected and scanned without problems has no next step', () => {
  expect(step({})).toBeUndefined();
});

test('the first step that applies wins: Search Console, project, scan, problems, dropped clicks', () => {
  const bad = { scans: [scan({ error: 2 })] };
  const facts = { clicksChange: -0.2 };
  expect(step({ ...bad, search_state: 'none' }, facts)?.act).toBe('Set up Search Console');
  expect(step({ ...bad, search_state: 'failed' }, facts)?.act).toBe('Reconnect');
  expect(step({ scans: [], projects: 0, scannable: [] }, facts)?.act).toBe('New project');
  expect(step({ scans: [] }, facts)?.act).toBe('Go to site scan');
  expect(step(bad, facts)?.title).toBe('2 pages show an error.');
  expect(step({}, facts)?.title).toBe('Clicks fell by 20%.');
});

test('only facts count: no Google on the server, a scan in progress, nothing to scan, a small drop', () => {
  expect(step({ search_state: 'none' }, { isGoogleOpen: false })).toBeUndefined();
  expect(step({ scans: [], scanning: 1 })).toBeUndefined();
  expect(step({ scans: [], scannable: [] })).toBeUndefined();
  expect(step({}, { clicksChange: -0.04 })).toBeUndefined();
  expect(step({}, { clicksChange: null })).toBeUndefined();
});

test('figures that Google refuses show its message', () => {
  const search_message = 'Access was revoked.';
  expect(step({ search_state: 'failed', search_message })?.why).toBe(search_message);
});
