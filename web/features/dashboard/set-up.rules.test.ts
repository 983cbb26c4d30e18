import { expect, test } from 'vitest';
import type { RunListItem } from '#contract/project-shapes.ts';
import { countReady, greet, isSetUp, listSteps } from './set-up.rules.ts';

const landedTest: RunListItem = {
  id: 1,
  kind: 'test',
  state: 'landed',
  is_current: false,
  pages_total: 3,
  pages_done: 3,
  lost: 0,
  bytes: 0,
  created_at: '2026-11-21T12:00:00Z',
  started_at: null,
  finished_at: null,
};
const project = { id: 7, title: 'Roofs', pages: null, last_run: null };
const done = (...parts: Parameters<typeof listSteps>) => listSteps(...parts).map(({ isDone }) => isDone);

test('a new account has all steps before it', () => {
  expect(done([])).toEqual([false, false, false]);
});

test('each step is done by what is there', () => {
  expect(done([project])).toEqual([true, false, false]);
  expect(done([{ ...project, last_run: landedTest }])).toEqual([true, true, false]);
  expect(done([{ ...project, pages: 500 }])).toEqual([true, true, true]);
});

test('a test that failed is no test', () => {
  expect(done([{ ...project, last_run: { ...landedTest, state: 'failed' } }])).toEqual([true, false, false]);
});

test('the strip goes when everything is done', () => {
  expect(isSetUp(listSteps([project]))).toBe(false);
  expect(isSetUp(listSteps([project, { ...project, pages: 1 }]))).toBe(true);
});

test('adds up the pages that are ready', () => {
  expect(countReady([project, { ...project, pages: 500 }, { ...project, pages: 9998 }])).toBe(10_498);
});

test('says how many projects need somebody', () => {
  const now = new Date(2026, 10, 21);
  expect(greet(now, 0)).toBe('Saturday, November 21. Nothing needs you.');
  expect(greet(now, 1)).toBe('Saturday, November 21. 1 project needs you.');
  expect(greet(now, 2)).toBe('Saturday, November 21. 2 projects need you.');
});
