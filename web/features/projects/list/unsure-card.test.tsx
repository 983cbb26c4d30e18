/** "Not sure?" on Select Project Type: an export is read in the browser, and named. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readProjectType } from '#web/client/project-drafts.ts';
import { fixtureFile, installBrowserParts, openCreate } from '../form/form-fixture.tsx';
import { openPage } from '../shared/page-fixture.tsx';
import { SelectProjectTypePage } from './select-project-type-page.tsx';

beforeEach(installBrowserParts);

const open = () => openPage(SelectProjectTypePage, { path: '/projects/select-project-type' }, () => ({}));
const card = () =>
  screen.getByRole('heading', { name: 'Not sure?' }).closest('div')?.parentElement as HTMLElement;
const words = () => card().querySelector('[role=status]')?.textContent;

function choose(file: File) {
  const picker = card().querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  Object.defineProperty(picker, 'files', { value: [file], configurable: true });
  fireEvent.change(picker);
}

test('says what it does before a file is there', () => {
  open();
  expect(words()).toBe('Drop an export here and we’ll tell you which platform it came from.');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
});

test('a WordPress export is named, and leads on with its type; the server is not asked', async () => {
  const page = open();
  choose(fixtureFile('seed.xml', 'text/xml'));
  await waitFor(() => expect(words()).toMatch(/^This is a WordPress export\. seed\.xml: /));
  fireEvent.click(screen.getByRole('button', { name: 'Continue with WordPress' }));
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('WordPress');
  expect(page.sent).toEqual([]);
});

test('a file that may be from WordPress or HubSpot offers both', async () => {
  const page = open();
  const short = `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>[geo_city]</title><wp:post_type>post</wp:post_type><content:encoded>[geo_city]</content:encoded></item></channel></rss>`;
  choose(new File([short], 'post.xml', { type: 'text/xml' }));
  await waitFor(() => expect(words()).toMatch(/^This could be a WordPress or HubSpot export\. post\.xml /));
  expect(screen.getByRole('button', { name: 'Continue with WordPress' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Continue with HubSpot' }));
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('HubSpot');
});

test('the form that is opened next has the file already, once', async () => {
  const select = open();
  choose(fixtureFile('seed.xml', 'text/xml'));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with WordPress' }));
  await waitFor(() => expect(select.path()).toBe('/projects/create-project'));
  cleanup();
  openCreate();
  const panel = within(screen.getByRole('region', { name: 'Upload Seed Page' }));
  await panel.findByRole('heading', { name: 'seed.xml' });
  await panel.findByText('5 waiting for a sheet');
  cleanup();
  openCreate();
  expect(screen.queryByRole('heading', { name: 'seed.xml' })).toBeNull();
});

test.each([
  ['a sheet', () => fixtureFile('towns.csv', 'text/csv')],
  ['an export that is cut off', () => fixtureFile('seed-cut.xml', 'text/xml')],
  ['an empty file', () => new File([], 'nothing.xml')],
])('%s is not, with the reason, and another file may be tried', async (_what, file) => {
  open();
  const given = file();
  choose(given);
  await waitFor(() => expect(words()?.startsWith(`${given.name} was not recognized. `)).toBe(true));
  expect(words()?.length).toBeGreaterThan(given.name.length + 30);
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
});

test('a file may be dropped on the whole card', async () => {
  open();
  const dataTransfer = { types: ['Files'], files: [fixtureFile('seed.xml', 'text/xml')] };
  fireEvent.dragEnter(card(), { dataTransfer });
  expect(card().hasAttribute('data-over')).toBe(true);
  fireEvent.drop(card(), { dataTransfer });
  await waitFor(() => expect(words()).toMatch(/^This is a WordPress export\./));
  expect(card().hasAttribute('data-over')).toBe(false);
});
