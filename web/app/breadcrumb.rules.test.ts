import { expect, test } from 'vitest';
import { listCrumbs } from './breadcrumb.rules.ts';

const TITLES: Record<string, string> = { '/faq': 'FAQ' };

const read = (path: string) =>
  listCrumbs(path, (at) => TITLES[at]).map(({ name, to }) => `${name}${to === undefined ? '' : ` → ${to}`}`);

test('a project has the crumbs Dashboard > Projects > {id}, and the last one is plain text', () => {
  expect(read('/projects/7')).toEqual(['Dashboard → /dashboard', 'Projects → /projects', '7']);
});

test('each crumb except the last links to the path up to its segment', () => {
  expect(read('/projects/7/edit')).toEqual([
    'Dashboard → /dashboard',
    'Projects → /projects',
    '7 → /projects/7',
    'Edit',
  ]);
});

test('a screen with its own title shows it, also as the parent of another screen', () => {
  expect(read('/faq/7')).toEqual(['Dashboard → /dashboard', 'FAQ → /faq', '7']);
});

test('segments of several words are capitalized', () => {
  expect(read('/projects/select-project-type').at(-1)).toBe('Select Project Type');
});

test('the dashboard appears once, and links to itself', () => {
  expect(read('/dashboard')).toEqual(['Dashboard → /dashboard']);
  expect(read('/dashboard/')).toEqual(['Dashboard → /dashboard']);
});

test('a URL that can’t be decoded is shown unchanged', () => {
  expect(read('/a%20b').at(-1)).toBe('A b');
  expect(read('/%E0%A4').at(-1)).toBe('%E0%A4');
});
