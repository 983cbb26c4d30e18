/**
 * Footer template: invalid HTML is reported with its position, buttons insert placeholders, and the editor
 * takes over text and selection of the plain field.
 */
import { fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chooseSeed,
  field,
  installBrowserParts,
  makeDraft,
  openCreateForm,
  section,
  type,
} from './form-fixture.tsx';
import { makeOutcome, makeSeed, makeTable, makeUse } from './section-fixture.tsx';

const FIELD = 'Footer link template';
const TOO_LONG = 'The footer link template must be at most 10,000 characters';
const footer = () => within(section('Footer Link Structure'));
const notices = () =>
  footer()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(installBrowserParts);

test('malformed HTML is reported with its place and doesn’t block saving', async () => {
  await openCreateForm();
  expect(notices()).toEqual([]);
  type(FIELD, '<a href="[geo_url]">[geo_city]');
  expect(notices()).toEqual([
    'NoticeLine 1, column 1Invalid HTML: <a> is not closed. Write </a> where it ends.',
  ]);
  type(FIELD, '<a href="[geo_url]">[geo_city]</a>');
  expect(notices()).toEqual([]);
});

test('two lists show the template that their links are made from', async () => {
  const linkTemplate = '<a href="[geo_url]">[service] in [geo_city]</a><br>';
  const outcome = makeOutcome({ linkTemplate });
  const column = { name: 'service', places: 1, empty: 0, samples: ['Drains'] };
  const combined = makeTable({ columns: [column], rows: [{ row: 2, cells: ['Drains'] }] });
  const inspection = { problems: [], seed: makeSeed(), table: makeTable(), combined, outcome };
  await openCreateForm({ found: { inspection } });
  expect(await footer().findByText(linkTemplate)).toBeTruthy();
  expect((await footer().findByRole('button', { name: '[service]' })).title).toBe('in the first row Drains');
  expect(footer().getByText('The first row’s link appears here once the pages can be built.')).toBeTruthy();
});

test('a placeholder is inserted at the cursor and replaces the selection', async () => {
  const columns = ['City', 'Link'].map((name) => ({ name, places: 1, empty: 0, samples: [] }));
  const firstLink = { html: '<a href="/houston">Houston</a>', text: 'Houston', url: '/houston' };
  await openCreateForm({
    found: {
      inspection: {
        problems: [],
        seed: makeSeed(),
        table: makeTable({ columns, rows: [{ row: 2, cells: ['Houston', '/houston'] }] }),
        outcome: makeOutcome({ firstLink }),
      },
    },
  });
  type(FIELD, '<a href="[geo_url]">NAME</a>');
  const area = field(FIELD);
  area.setSelectionRange(20, 24);
  const button = await footer().findByRole('button', { name: '[City]' });
  expect(button.title).toBe('in the first row Houston');
  fireEvent.click(button);
  expect(field(FIELD).value).toBe('<a href="[geo_url]">[City]</a>');
  expect(await footer().findByText('/houston')).toBeTruthy();
});

test('a placeholder is inserted at the end of a field that had no focus', async () => {
  await openCreateForm();
  fireEvent.click(await footer().findByRole('button', { name: '[geo_city]' }));
  expect(field(FIELD).value).toBe('<a href="[geo_url]">[geo_city]</a><br>[geo_city]');
});

test('before there is a sheet the address of the page and the names of the seed are offered', async () => {
  const waiting = { state: 'waiting' as const, columns: [] };
  const placeholders = [makeUse('[geo_url]', waiting), makeUse('[phone]', waiting)];
  const page = await openCreateForm();
  const names = () =>
    within(footer().getByRole('toolbar', { name: 'Insert at the cursor' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['[geo_url]', '[geo_city]']);
  page.server.found = { inspection: { problems: [], seed: makeSeed({ placeholders }) } };
  chooseSeed('seed.xml');
  await waitFor(() => expect(names()).toEqual(['[geo_url]', '[phone]']));
});

test('a fault of the template is shown at the template', async () => {
  const text = 'No column fills [geo_towm].';
  await openCreateForm({
    found: {
      inspection: { problems: [{ code: 'a', severity: 'fault', text, file: 'footer link template' }] },
    },
  });
  expect(await footer().findByText(text)).toBeTruthy();
});

test('a template that is too long is reported when the field loses focus, and by the field itself', async () => {
  await openCreateForm();
  type(FIELD, 'x'.repeat(10_001));
  expect(footer().queryByText(TOO_LONG)).toBeNull();
  const button = footer().getByRole('button', { name: '[geo_city]' });
  fireEvent.blur(field(FIELD), { relatedTarget: button });
  const message = footer().getByText(TOO_LONG);
  expect(field(FIELD).getAttribute('aria-describedby')).toBe(message.id);
  expect(field(FIELD).getAttribute('aria-invalid')).toBe('true');
  type(FIELD, 'x'.repeat(10_000));
  expect(footer().queryByText(TOO_LONG)).toBeNull();
  expect(field(FIELD).getAttribute('aria-describedby')).toBeNull();
});

describe('the field that colors the template', () => {
  const colored = () =>
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
      await openCreateForm({ draft: makeDraft({ fields: { ...makeDraft().fields, footer_links: links } }) });
      fireEvent.focus(field(FIELD));
      expect(lines(await colored())).toEqual(['<b>', '[geo_city]', '</b>', '']);
      const unload = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(unload);
      expect(unload.defaultPrevented).toBe(false);
    },
  );

  test('says of itself what is wrong', async () => {
    await openCreateForm();
    type(FIELD, 'x'.repeat(10_001));
    fireEvent.focus(field(FIELD));
    const place = await colored();
    expect(place.getAttribute('aria-describedby')).toBeNull();
    fireEvent.blur(place);
    const message = await footer().findByText(TOO_LONG);
    await waitFor(() => expect(place.getAttribute('aria-describedby')).toBe(message.id));
    expect(place.getAttribute('aria-invalid')).toBe('true');
  });
});
