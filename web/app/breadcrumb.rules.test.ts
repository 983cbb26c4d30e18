import { expect, test } from 'vitest';
import { listCrumbs } from './breadcrumb.rules.ts';

const read = (path: string) =>
  listCrumbs(path).map(({ name, to }) => `${name}${to === undefined ? '' : ` → ${to}`}`);

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

test('segments of several words are capitalised', () => {
  expect(read('/projects/select-project-type').at(-1)).toBe('Select Project Type');
});

test('the dashboard stands once, and still leads to itself', () => {
  expect(read('/dashboard')).toEqual(['Dashboard → /dashboard']);
  expect(read('/dashboard/')).toEqual(['Dashboard → /dashboard']);
});

test('an address that cannot be decoded is shown as it is', () => {
  expect(read('/a%20b').at(-1)).toBe('A b');
  expect(read('/%E0%A4').at(-1)).toBe('%E0%A4');
});
