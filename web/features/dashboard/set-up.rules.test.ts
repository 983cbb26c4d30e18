import { expect, test } from 'vitest';
import type { ProjectFigures } from '#contract/project-shapes.ts';
import { countIn, formatToday, isSetUp, listSteps } from './set-up.rules.ts';

const nothing: ProjectFigures = {
  projects: 0,
  with_pages: 0,
  pages: 0,
  skipped: 0,
  tested: 0,
  downloaded: 0,
  states: {},
};
const newest = { id: 7, title: 'Roofs', pages: null as number | null };
const steps = (figures: Partial<ProjectFigures>, recent = [newest], domains = 1) =>
  listSteps({ figures: { ...nothing, ...figures }, recent, domains });
const done = (figures: Partial<ProjectFigures>, domains = 1) =>
  steps(figures, undefined, domains).map(({ isDone }) => isDone);

test('a new account has done none of the steps', () => {
  const first = steps({}, [], 0);
  expect(first.map(({ isDone }) => isDone)).toEqual(Array(4).fill(false));
  const projects = Array(3).fill('/projects/select-project-type');
  expect(first.map(({ to }) => to)).toEqual(['/domains/add-domain', ...projects]);
});

test('each step is done once its object exists', () => {
  expect(done({ projects: 1 })).toEqual([true, true, false, false]);
  expect(done({ projects: 1, tested: 1 })).toEqual([true, true, true, false]);
  expect(done({ projects: 1, with_pages: 1, pages: 500 })).toEqual([true, true, true, false]);
  expect(done({ projects: 1, with_pages: 1, pages: 500, downloaded: 1 })).toEqual(Array(4).fill(true));
  expect(done({ projects: 1 }, 0)).toEqual([false, true, false, false]);
});

test('Search Console is a step if Google is set up, done once one domain has a property', () => {
  const connect = (connected?: number) =>
    listSteps({ figures: nothing, recent: [], domains: 1, connected })[1];
  expect(connect()?.name).toBe('First project');
  expect(connect(0)).toMatchObject({ name: 'Connect Search Console', isDone: false, to: '/integrations' });
  expect(connect(2)).toMatchObject({ note: '2 domains connected', isDone: true });
});

test('ready pages link to the page of their project', () => {
  const figures = { projects: 9, with_pages: 2, pages: 10 };
  const other = { id: 3, title: 'Pipes', pages: 10 };
  expect(steps(figures, [newest, other])[3]).toMatchObject({
    note: '10 pages ready',
    to: '/projects/3',
    act: 'Download',
  });
  // No recent project has pages.
  expect(steps(figures)[3]?.to).toBe('/projects?state=completed,completed_with_skips');
});

test('the next steps link to the project that changed last', () => {
  expect(steps({ projects: 1 }).map(({ to }) => to)).toEqual([
    '/domains/add-domain',
    '/projects/select-project-type',
    '/projects/7/edit',
    '/projects/7/edit',
  ]);
});

test('the strip is hidden once all steps are done', () => {
  expect(isSetUp(steps({ projects: 1 }))).toBe(false);
  expect(isSetUp(steps({ projects: 2, with_pages: 1, pages: 1, downloaded: 1 }))).toBe(true);
});

test('sums the projects of some states', () => {
  const states = { failed: 2, waiting_for_split: 1, completed: 40 };
  expect(countIn(nothing, ['failed'])).toBe(0);
  expect(countIn({ ...nothing, states }, ['waiting_for_split', 'failed'])).toBe(3);
});

test('shows the current date', () => {
  expect(formatToday(new Date(2026, 10, 21))).toBe('Saturday, November 21.');
});
