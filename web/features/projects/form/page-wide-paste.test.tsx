/** What is pasted while no field has the focus becomes the sheet, and nothing else does. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import {
  chooseSeed,
  field,
  installBrowserParts,
  openCreate,
  press,
  readFixture,
  section,
  waitForFigure,
} from './form-fixture.tsx';

/** What is pasted is read as what is typed is: after a pause. */
const TYPING_PAUSE_MS = 250;
const SHEET = 'Import Spreadsheet Data';
const towns = new TextDecoder().decode(readFixture('towns.csv'));
const cells = towns.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\t');
const isFresh = () => waitFor(() => expect(screen.queryByText(/^Reading/)).toBeNull());

/** As a code editor is: what is edited is a place of the page and no field. */
function openColoured(): Element {
  const place = document.createElement('div');
  place.contentEditable = 'true';
  place.append(document.createElement('span'));
  section('Footer Link Structure').append(place);
  return place.firstElementChild ?? place;
}

function pasteOn(element: Element, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  fireEvent(element, event);
}

beforeEach(installBrowserParts);

test('cells from a spreadsheet may be pasted anywhere on the page', async () => {
  openCreate();
  chooseSeed('seed.xml');
  pasteOn(document.body, cells);
  await pass(TYPING_PAUSE_MS);
  await waitForFigure('Pages', '12');
  await waitFor(() => expect(section(SHEET).textContent).toContain('separated by tabs'));
  expect(field('Manual spreadsheet data').value).toContain('Houston\tTX');
});

test('more cells than a text field bears are taken as a file', async () => {
  openCreate();
  pasteOn(document.body, `geo_city\tgeo_url\n${'Houston\thouston\n'.repeat(7000)}`);
  await waitFor(() => expect(section(SHEET).textContent).toContain('pasted-data.csv'));
  await waitFor(() => expect(section(SHEET).textContent).toContain('7,000 rows'));
  expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
});

test.each([
  ['into a text field', () => field('Notes'), cells],
  ['into a field that colors its text', openColoured, cells],
  ['as a single word', () => document.body, 'Houston'],
])('what is pasted %s is none of the sheet', async (_what, target, text) => {
  openCreate();
  pasteOn(target(), text);
  await pass(TYPING_PAUSE_MS);
  expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
  await isFresh();
});

test('what something else on the page has taken is none of the sheet', async () => {
  openCreate();
  const taker = section('Footer Link Structure');
  taker.addEventListener('paste', (event) => event.preventDefault());
  pasteOn(taker, cells);
  await pass(TYPING_PAUSE_MS);
  expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
  await isFresh();
});

test('pasted data goes when a file is wanted instead', async () => {
  openCreate();
  pasteOn(document.body, cells);
  await pass(TYPING_PAUSE_MS);
  await waitFor(() => expect(section(SHEET).textContent).toContain('12 rows'));
  press('Use a file instead');
  expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
  await waitFor(() => expect(section(SHEET).textContent).not.toContain('12 rows'));
});
