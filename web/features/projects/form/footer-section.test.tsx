/**
 * The footer's template: broken markup is reported with its place, placeholders are put in by a press, and the
 * field that colors it takes over what the plain one held.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chooseSeed,
  chooseSheet,
  field,
  installBrowserParts,
  openCreate,
  openEdit,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { project } from '../shared/project-fixture.ts';

const FIELD = 'Footer link template';
const TOO_LONG = 'The footer link template must be at most 10,000 characters';
const footer = () => within(section('Footer Link Structure'));
const notices = () =>
  footer()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(installBrowserParts);

test('broken HTML is reported with its place, and keeps nobody from saving', async () => {
  openCreate();
  expect(notices()).toEqual([]);
  type(FIELD, '<a href="[geo_url]">[geo_city]');
  expect(notices()).toEqual([
    'NoticeLine 1, column 1Invalid HTML: <a> is not closed. Write </a> where it ends.',
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

test('a template that is too long is reported when the field is left, and by the field itself', () => {
  openCreate();
  type(FIELD, 'x'.repeat(10_001));
  expect(footer().queryByText(TOO_LONG)).toBeNull();
  const button = footer().getByRole('button', { name: '[geo_city]' });
  fireEvent.blur(field(FIELD), { relatedTarget: button });
  const told = footer().getByText(TOO_LONG);
  expect(field(FIELD).getAttribute('aria-describedby')).toBe(told.id);
  expect(field(FIELD).getAttribute('aria-invalid')).toBe('true');
  type(FIELD, 'x'.repeat(10_000));
  expect(footer().queryByText(TOO_LONG)).toBeNull();
  expect(field(FIELD).getAttribute('aria-describedby')).toBeNull();
});

describe('the field that colours the template', () => {
  const coloured = () =>
    waitFor(() => {
      const found = section('Footer Link Structure').querySelector('.cm-content');
      if (!found) throw new Error('It is not there yet.');
      return found;
    });
  const lines = (place: Element) =>
    [...place.querySelectorAll('.cm-line')].map(({ textContent }) => textContent);

  test.each(['\r\n', '\r', '\n'])(
    'takes over lines that end with %j, and nothing is changed',
    async (end) => {
      const links = ['<b>', '[geo_city]', '</b>', ''].join(end);
      openEdit(({ path }) =>
        path === 'projects/7/edit' ? { data: [project({ footer_links: links })] } : undefined,
      );
      fireEvent.focus(await screen.findByLabelText(FIELD));
      expect(lines(await coloured())).toEqual(['<b>', '[geo_city]', '</b>', '']);
      const unload = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(unload);
      expect(unload.defaultPrevented).toBe(false);
    },
  );

  test('says of itself what is wrong', async () => {
    openCreate();
    type(FIELD, 'x'.repeat(10_001));
    fireEvent.focus(field(FIELD));
    const place = await coloured();
    expect(place.getAttribute('aria-describedby')).toBeNull();
    fireEvent.blur(place);
    const told = await footer().findByText(TOO_LONG);
    await waitFor(() => expect(place.getAttribute('aria-describedby')).toBe(told.id));
    expect(place.getAttribute('aria-invalid')).toBe('true');
  });
});
