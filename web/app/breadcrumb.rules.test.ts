import { expect, test } from 'vitest';
import { listCrumbs } from './breadcrumb.rules.ts';

const TITLES: Record<string, string> = { '/faq': 'FAQ' };

const read = (path: string) =>
  listCrumbs(path, (at) => TITLES[at]).map(({ name, to }) => `${name}${to === undefined ? '' : ` → ${to}`}`);

test('a project reads Projects > {id} behind the dashboard, and its last crumb is plain text', () => {
  expect(read('/projects/7')).toEqual(['Dashboard → /dashboard', 'Projects → /projects', '7']);
});

test('every crumb but the last leads to the path up to its segment', () => {
  expect(read('/projects/7/edit')).toEqual([
    'Dashboard → /dashboard',
    'Projects → /projects',
    '7 → /projects/7',
    'Edit',
  ]);
});

test('a screen with a title of its own is called by it, also on the way to another', () => {
  expect(read('/faq/7')).toEqual(['Dashboard → /dashboard', 'FAQ → /faq', '7']);
});

test('segments of several words are capitalized', () => {
  expect(read('/projects/select-project-type').at(-1)).toBe('Select Project Type');
});

test('the dashboard appears once, and links to itself', () => {
  expect(read('/dashboard')).toEqual(['Dashboard → /dashboard']);
  expect(read('/dashboard/')).toEqual(['Dashboard → /dashboard']);
});

test('an address that cannot be decoded is shown as it is', () => {
  expect(read('/a%20b').at(-1)).toBe('A b');
  expect(read('/%E0%A4').at(-1)).toBe('%E0%A4');
});
