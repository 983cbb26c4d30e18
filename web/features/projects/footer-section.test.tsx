/** The footer's template: broken markup is told with its place, placeholders are put in by a press. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chooseSeed,
  chooseSheet,
  field,
  installBrowserParts,
  openCreate,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';

const FIELD = 'Footer link template';
const footer = () => within(section('Footer Link Structure'));
const notices = () =>
  footer()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  localStorage.clear();
  installBrowserParts();
});
afterEach(cleanup);

test('broken HTML is told with its place, and keeps nobody from saving', async () => {
  openCreate();
  expect(notices()).toEqual([]);
  type(FIELD, '<a href="[geo_url]">[geo_city]');
  expect(notices()).toEqual([
    'NoticeLine 1, column 1The HTML is broken: <a> is not closed. Write </a> where it ends.',
  ]);
  type(FIELD, '<a href="[geo_url]">[geo_city]</a>');
  expect(notices()).toEqual([]);
});

test('a placeholder is put in where the cursor stands, instead of what is selected', async () => {
  openCreate();
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12');
  type(FIELD, '<a href="[geo_url]">NAME</a>');
  const area = field(FIELD);
  area.setSelectionRange(20, 24);
  const button = await footer().findByRole('button', { name: '[geo_city]' });
  expect(button.title).toBe('in the first row Houston');
  fireEvent.click(button);
  expect(field(FIELD).value).toBe('<a href="[geo_url]">[geo_city]</a>');
  await waitFor(() => expect(footer().getByText('Houston')).toBeTruthy());
});

test('before there is a sheet the address of the page and the names of the seed are offered', async () => {
  openCreate();
  const names = () =>
    within(footer().getByRole('group', { name: 'Insert at the cursor' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['[geo_url]', '[geo_city]']);
  chooseSeed('seed.xml');
  await waitFor(() => expect(names().length).toBeGreaterThan(2));
  expect(names()[0]).toBe('[geo_url]');
  expect(screen.getByLabelText(FIELD)).toBeTruthy();
});
