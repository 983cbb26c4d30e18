/** A whole export with several pages that have placeholders: the list in which one is chosen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  callsOf,
  chooseSeed,
  chooseSheet,
  fieldsOf,
  installBrowserParts,
  openCreate,
  press,
  readFixture,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';

const SEED = 'Upload Seed Page';
const seedPanel = () => within(section(SEED));
const list = () => seedPanel().findByRole<HTMLSelectElement>('combobox', { name: 'Seed page' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' });

/** The export of the fixture, and a draft of another page in it. */
function exportOf(draftId: number): File {
  const text = new TextDecoder().decode(readFixture('seed.xml'));
  const item = text.slice(text.lastIndexOf('<item>'), text.lastIndexOf('</item>') + '</item>'.length);
  const draft = item
    .replace(/<title>[^]*?<\/title>/, '<title>Gutters in [geo_city]</title>')
    .replace(/<wp:post_id>\d+/, `<wp:post_id>${draftId}`)
    .replace(/<wp:post_name>[^]*?<\/wp:post_name>/, '<wp:post_name>gutters-geo_url</wp:post_name>')
    .replace(/<wp:status>[^]*?<\/wp:status>/, '<wp:status>draft</wp:status>');
  return new File([text.replace(item, item + draft)], 'whole.xml', { type: 'text/xml' });
}

beforeEach(installBrowserParts);

test('asks for the page, builds the chosen one, and sends it with the form', async () => {
  const page = openCreate();
  type('Title', 'Gutters');
  chooseSeed(exportOf(9001));
  chooseSheet('towns.csv');
  const select = await list();
  expect(select.value).toBe('');
  expect(seedPanel().getByText('This export has 2 pages with placeholders.')).toBeTruthy();
  expect(seedPanel().getByText('Choose the page to fill')).toBeTruthy();
  expect(section(SEED).textContent).not.toContain('--page');
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Choose a page',
    expect.stringMatching(/^Roof repair .*\(page, ID \d+\)$/),
    'Gutters in [geo_city] (page, draft, ID 9001)',
  ]);
  await waitFor(() => expect(save().disabled).toBe(true));
  fireEvent.change(select, { target: { value: '9001' } });
  await waitForFigure('Pages', '12');
  expect(section(SEED).textContent).toContain('Gutters in [geo_city], line');
  expect(seedPanel().queryByText('Choose the page to fill')).toBeNull();
  expect((await list()).value).toBe('9001');
  press('Save Project');
  await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
  expect(fieldsOf(page, 'save-xml')).toMatchObject({ seed_page: '9001' });
});

test('forgets the page of the previous file, so a new export asks again', async () => {
  openCreate();
  chooseSeed(exportOf(9001));
  chooseSheet('towns.csv');
  fireEvent.change(await list(), { target: { value: '9001' } });
  await waitForFigure('Pages', '12');
  chooseSeed(exportOf(9002));
  await waitFor(() => expect(seedPanel().getByText('Choose the page to fill')).toBeTruthy());
  expect((await list()).value).toBe('');
  chooseSeed('seed.xml');
  await waitForFigure('Pages', '12');
  expect(seedPanel().queryByRole('combobox', { name: 'Seed page' })).toBeNull();
});
