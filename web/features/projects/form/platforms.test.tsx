/** Projects for the other platforms: chosen, switched between, and refused or named by their files. */
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createTableReader, inspect } from '#engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { readProjectType, storeProjectType } from '#web/client/project-drafts.ts';
import {
  callsOf,
  chooseSeed,
  chooseSheet,
  field,
  fieldsOf,
  installBrowserParts,
  openCreate,
  press,
  section,
  type,
} from './form-fixture.tsx';
import { draft } from '../shared/project-fixture.ts';

beforeEach(() => {
  installBrowserParts();
  localStorage.removeItem('selectedProjectType');
});

const fixture = (path: string, mime: string) =>
  new File([readFileSync(`engine/fixtures/${path}`)], path.split('/').at(-1) ?? '', { type: mime });
const nodes = () => fixture('drupal/views/seed.xml', 'text/xml');
const items = () => fixture('wix/collection/seed.csv', 'text/csv');

const switcher = () => within(screen.getByRole('group', { name: 'Project type' }));
const offered = () =>
  switcher()
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels, checked }) => `${labels?.[0]?.textContent}${checked ? ' *' : ''}`);
const switchTo = (name: string) => fireEvent.click(switcher().getByRole('radio', { name }));

describe('the type switcher', () => {
  test.each([
    [undefined, ['Geocoder', 'WordPress *', 'Hubspot', 'Drupal']],
    ['Drupal', ['Geocoder', 'WordPress', 'Hubspot', 'Drupal *']],
    ['Wix', ['Geocoder', 'WordPress', 'Hubspot', 'Drupal', 'Wix *']],
  ])('after a choice of %s', (chosen, names) => {
    if (chosen) storeProjectType(chosen);
    openCreate();
    expect(offered()).toEqual(names);
  });

  test('switches an empty form at once, and stores the choice as selectedProjectType', () => {
    openCreate();
    switchTo('Hubspot');
    expect(offered()).toEqual(['Geocoder', 'WordPress', 'Hubspot *', 'Drupal']);
    expect(readProjectType()).toBe('HubSpot');
    expect(localStorage.getItem('selectedProjectType')).toBe('{"name":"HubSpot"}');
    expect(section('Upload Seed Page').textContent).toContain('A HubSpot blog export (.xml) with one post');
  });

  test('asks before a change of type clears what was entered, seed page included', async () => {
    openCreate();
    type('Title', 'Plumber');
    chooseSeed('seed.xml');
    await screen.findByRole('heading', { name: 'seed.xml' });
    switchTo('Drupal');
    await screen.findByText(/^Change the project type to Drupal\? /);
    press('No');
    await waitFor(() => expect(screen.queryByText(/^Change the project type/)).toBeNull());
    expect(field('Title').value).toBe('Plumber');
    switchTo('Drupal');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(offered()).toContain('Drupal *'));
    expect(field('Title').value).toBe('');
    expect(screen.queryByRole('heading', { name: 'seed.xml' })).toBeNull();
  });
});

test.each([
  ['hubspot', 'hubspot-post.xml'],
  ['drupal', 'drupal-node.xml'],
  ['wix', 'wix-items.csv'],
] as const)('the sample seed of %s fits the sample sheet', (format, file) => {
  const bytesOf = (name: string) => new Uint8Array(readFileSync(`examples/${name}`));
  const reader = createTableReader({ file: 'towns.csv' });
  reader.push(bytesOf('towns.csv'));
  const table = { file: 'towns.csv', ...reader.end() };
  const { problems, outcome } = inspect({ format, seed: { file, bytes: bytesOf(file) }, table });
  expect(problems.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  expect(outcome?.pages).toBe(table.table?.rowCount);
});

describe('a seed page', () => {
  test('of the wrong kind is refused in the words of its platform', async () => {
    openCreate();
    chooseSeed(items());
    await screen.findByText('Only XML files are allowed');
    switchTo('Drupal');
    chooseSeed(items());
    await screen.findByText('Only XML files are allowed');
  });

  test('of a Wix project is a CSV', async () => {
    storeProjectType('Wix');
    openCreate();
    chooseSeed(nodes());
    await screen.findByText('Only CSV files are allowed for Wix projects');
    chooseSeed(items());
    await screen.findByText(/^Wix export, /);
  });

  test('is read and sent for the platform of the form', async () => {
    storeProjectType('Drupal');
    const page = openCreate();
    type('Title', 'Plumber');
    chooseSeed(nodes());
    await screen.findByText(/^Drupal export, /);
    await waitFor(() => expect(callsOf(page)).toContain('POST upload'));
    expect(fieldsOf(page, 'upload')).toMatchObject({ type: 'drupal' });
  });

  test('that may be from another platform is read for the one that was chosen, and can be switched', async () => {
    openCreate();
    chooseSeed(new File([readFileSync('examples/hubspot-post.xml')], 'post.xml', { type: 'text/xml' }));
    const note = await within(section('Upload Seed Page')).findByText(/^This file can also be/);
    expect(note.textContent).toBe('This file can also be a HubSpot export. The pages will be for WordPress.');
    expect(screen.queryByRole('alert')).toBeNull();
    press('Switch to HubSpot');
    await waitFor(() =>
      expect(section('Upload Seed Page').textContent).toContain('The pages will be for HubSpot.'),
    );
    expect(readProjectType()).toBe('HubSpot');
  });

  test('of another platform is named, and one click switches with all that was entered', async () => {
    openCreate();
    type('Title', 'Plumber');
    chooseSeed(nodes());
    await screen.findByText('This is a Drupal file.');
    press('Switch to Drupal');
    await screen.findByText(/^Drupal export, /);
    expect(offered()).toContain('Drupal *');
    expect(field('Title').value).toBe('Plumber');
    expect(readProjectType()).toBe('Drupal');
    expect(screen.queryByText('This is a Drupal file.')).toBeNull();
  });
});

describe('Site base URL', () => {
  test('is a field of Drupal projects alone, and goes with the form', async () => {
    openCreate();
    expect(screen.queryByLabelText('Site base URL')).toBeNull();
    switchTo('Drupal');
    type('Site base URL', 'lonestar.example');
    fireEvent.blur(field('Site base URL'));
    expect(screen.getByText('Enter a valid URL, such as https://www.example.com')).toBeTruthy();
    type('Site base URL', 'https://lonestar.example');
    expect(screen.queryByText(/^Enter a valid URL/)).toBeNull();
  });

  test('takes away the notice that the links have no host', async () => {
    storeProjectType('Drupal');
    const page = openCreate();
    type('Title', 'Plumber');
    chooseSeed(nodes());
    chooseSheet(fixture('drupal/views/rows.csv', 'text/csv'));
    await screen.findByText(/^There is no address of the site/);
    type('Site base URL', 'https://lonestar.example');
    await pass(250);
    await waitFor(() => expect(screen.queryByText(/^There is no address of the site/)).toBeNull());
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    expect(fieldsOf(page, 'save-xml')).toMatchObject({ site_base_url: 'https://lonestar.example' });
  });
});

test('a draft of another platform is restored in its form', async () => {
  const stored = draft({ type: 'drupal', fields: { notes: 'Earlier' } });
  openCreate(({ method, path }) =>
    path === 'projects/restore-draft' || (path === 'projects/draft' && method === 'GET')
      ? { data: stored }
      : undefined,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
  await waitFor(() => expect(offered()).toContain('Drupal *'));
  expect(field('Notes').value).toBe('Earlier');
});
