/** Seed page and sheet in the form, read by the engine: what is in the panels and in the rail next to them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import {
  callsOf,
  chooseSeed,
  chooseSheet,
  field,
  fieldsOf,
  fixtureFile,
  installBrowserParts,
  openCreate,
  press,
  readFixture,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { draft } from '../shared/project-fixture.ts';

const SEED = 'Upload Seed Page';
const SHEET = 'Import Spreadsheet Data';
const seedPanel = () => within(section(SEED));
const sheetPanel = () => within(section(SHEET));
const towns = new TextDecoder().decode(readFixture('towns.csv'));
const says = (panel: string, text: string) =>
  waitFor(() => expect(section(panel).textContent).toContain(text));
const isFresh = () => waitFor(() => expect(screen.queryByText(/^Reading/)).toBeNull());
const canSave = () =>
  waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
  );

/** Types, and waits as long as any field does before it looks at what was typed. */
async function typeAndPause(label: string, value: string): Promise<void> {
  type(label, value);
  await pass(800);
}

/** Lets a file go over an element. */
function drop(element: Element, file: File): void {
  const dataTransfer = { types: ['Files'], files: [file] };
  fireEvent.dragEnter(element, { dataTransfer });
  fireEvent.drop(element, { dataTransfer });
}

beforeEach(installBrowserParts);

describe('the seed page', () => {
  test('that was read says what it is, and opens each placeholder at its line', async () => {
    openCreate();
    chooseSeed('seed.xml');
    await says(SEED, '5 placeholders');
    expect(seedPanel().getByRole('heading', { name: 'seed.xml' })).toBeTruthy();
    expect(section(SEED).textContent).toContain('WordPress export');
    fireEvent.click(seedPanel().getByRole('button', { name: /^\[state_code\] waits for a sheet/ }));
    const chip = seedPanel().getByRole('button', { name: /^\[state_code\]/ });
    expect(chip.getAttribute('aria-expanded')).toBe('true');
    const place = document.getElementById(chip.getAttribute('aria-controls') ?? '');
    expect(place?.querySelector('mark')?.textContent).toBe('[state_code]');
    fireEvent.click(chip);
    expect(document.querySelector('mark')).toBeNull();
  });

  test('leaves the sample sheet where the sheet is still missing', async () => {
    openCreate();
    const sample = { name: 'sample sheet' };
    expect(seedPanel().getByRole('link', sample)).toBeTruthy();
    expect(sheetPanel().queryByRole('link', sample)).toBeNull();
    chooseSeed('seed.xml');
    expect(await sheetPanel().findByRole('link', sample)).toBeTruthy();
    chooseSheet('towns.csv');
    await waitFor(() => expect(sheetPanel().queryByRole('link', sample)).toBeNull());
  });

  test.each([
    ['a sheet', () => fixtureFile('towns.csv', 'text/csv')],
    ['a picture', () => new File(['x'], 'roof.jpg', { type: 'image/jpeg' })],
    ['a file without an ending', () => new File(['x'], 'seed')],
  ])(
    'that is %s is refused in the fixed words; what was there stays, and the next good one takes them away',
    async (_what, wrong) => {
      const page = openCreate();
      chooseSeed('seed.xml');
      await says(SEED, '5 placeholders');
      const uploads = callsOf(page).length;
      chooseSeed(wrong());
      expect(seedPanel().getByRole('alert').textContent).toBe('Only XML files are allowed');
      expect(seedPanel().getByRole('heading', { name: 'seed.xml' })).toBeTruthy();
      expect(callsOf(page)).toHaveLength(uploads);
      chooseSeed('seed.xml');
      await waitFor(() => expect(seedPanel().queryByText('Only XML files are allowed')).toBeNull());
    },
  );

  test('that cannot be read is under the fixed headline, with line and remedy', async () => {
    openCreate();
    chooseSeed('seed-cut.xml');
    await waitFor(() =>
      expect(seedPanel().getByText('Error uploading file. Please try again.')).toBeTruthy(),
    );
    expect(seedPanel().getAllByRole('listitem')[0]?.textContent).toMatch(/^FaultLine \d+/);
  });

  test('may be dropped on the whole card, which says that it may be let go', async () => {
    openCreate();
    const button = seedPanel().getByRole('button', { name: /Drop the seed page here/ });
    fireEvent.dragEnter(button, { dataTransfer: { types: ['Files'] } });
    expect(seedPanel().getByText('Drop to upload')).toBeTruthy();
    fireEvent.dragLeave(button);
    expect(seedPanel().queryByText('Drop to upload')).toBeNull();
    drop(button, fixtureFile('seed.xml', 'text/xml'));
    await says(SEED, '5 placeholders');
  });

  test('goes with its button, and leaves nothing behind', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12');
    fireEvent.click(seedPanel().getByRole('button', { name: 'Remove the seed page' }));
    await waitForFigure('Pages', '–');
    expect(seedPanel().getByRole('button', { name: /Drop the seed page here/ })).toBeTruthy();
    expect(sheetPanel().getByRole('heading', { name: 'towns.csv' })).toBeTruthy();
  });

  test('that the server does not take keeps its reading, says why, and goes on another try', async () => {
    let isDown = true;
    const page = openCreate(({ path }) =>
      path === 'upload' && isDown
        ? { status: 503, code: 'overloaded', message: 'The server is busy.' }
        : undefined,
    );
    await waitFor(() => expect(callsOf(page)).toContain('GET projects/draft'));
    chooseSeed('seed.xml');
    await says(SEED, 'Error uploading file. Please try again.');
    await says(SEED, 'The server is busy.');
    await says(SEED, '5 placeholders');
    isDown = false;
    fireEvent.click(seedPanel().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(seedPanel().queryByText(/Error uploading file/)).toBeNull());
  });

  test('with a misspelt placeholder names the column that was meant, fixes it, and sends the fixed file', async () => {
    const page = openCreate();
    type('Title', 'Fixed');
    chooseSeed('seed-misspelt.xml');
    chooseSheet('towns.csv');
    const wrong = within(await seedPanel().findByRole('group', { name: '[geo_cty] has no matching column' }));
    expect(wrong.getByText('[geo_city]')).toBeTruthy();
    fireEvent.click(wrong.getByRole('button', { name: 'Use [geo_city]' }));
    await waitForFigure('Pages', '12');
    expect(seedPanel().getByRole('heading', { name: 'seed-misspelt-fixed.xml' })).toBeTruthy();
    await says(SEED, 'Fixed here: [geo_cty] → [geo_city]. Your own file is unchanged.');
    expect(seedPanel().getByRole('button', { name: 'Download seed-misspelt-fixed.xml' })).toBeTruthy();
    await canSave();
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    const file = fieldsOf(page, 'save-xml').file as File;
    const text = await file.text();
    expect([file.name, text.includes('geo_cty'), text.includes('[geo_city]')]).toEqual([
      'seed-misspelt-fixed.xml',
      false,
      true,
    ]);
  });

  test('with other tools’ spellings offers to convert them all, and sends the converted file', async () => {
    const page = openCreate();
    type('Title', 'Converted');
    const text = new TextDecoder()
      .decode(readFixture('seed.xml'))
      .replace('<h2>', '<h2>{geo_city} {{ geo_city }} ');
    chooseSeed(new File([text], 'seed.xml', { type: 'text/xml' }));
    chooseSheet('towns.csv');
    await says(SEED, "{geo_city} looks like another tool's placeholder");
    await says(SEED, "{{geo_city}} looks like another tool's placeholder");
    fireEvent.click(seedPanel().getByRole('button', { name: 'Convert all' }));
    await says(SEED, 'Fixed here: {geo_city} → [geo_city], {{geo_city}} → [geo_city].');
    expect(seedPanel().queryByText(/another tool's placeholder/)).toBeNull();
    expect(seedPanel().queryByRole('button', { name: 'Convert all' })).toBeNull();
    await waitForFigure('Pages', '12');
    await canSave();
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    const file = fieldsOf(page, 'save-xml').file as File;
    expect([file.name, await file.text()]).toEqual([
      'seed-fixed.xml',
      text.replace('{geo_city} {{ geo_city }}', '[geo_city] [geo_city]'),
    ]);
  });

  test('with noindex offers to remove it, and sends the file without it', async () => {
    const page = openCreate();
    type('Title', 'Found');
    const meta = (key: string, value: string) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
    const text = new TextDecoder()
      .decode(readFixture('seed.xml'))
      .replace(/<\/item>(?![^]*<\/item>)/, `${meta('geo_note', '1')}${meta('_genesis_noindex', '1')}</item>`);
    chooseSeed(new File([text], 'hidden.xml', { type: 'text/xml' }));
    chooseSheet('towns.csv');
    await says(SEED, 'All pages ask search engines not to list them');
    const remedy = seedPanel().getByRole('button', { name: 'Remove noindex' });
    remedy.focus();
    fireEvent.click(remedy);
    await says(SEED, 'Fixed here: noindex removed. Your own file is unchanged.');
    await waitFor(() => expect(seedPanel().queryByText(/not to list them/)).toBeNull());
    expect(seedPanel().queryByRole('button', { name: 'Remove noindex' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Replace');
    await canSave();
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    const file = fieldsOf(page, 'save-xml').file as File;
    expect(file.name).toBe('hidden-fixed.xml');
    expect(await file.text()).toBe(text.replace(meta('_genesis_noindex', '1'), ''));
  });

  test('with the placeholder of an image that the project does not have asks for it once', async () => {
    openCreate();
    const text = new TextDecoder()
      .decode(readFixture('seed.xml'))
      .replace('<h2>', '<img src="[image_1]"><h2>');
    chooseSeed(new File([text], 'seed.xml', { type: 'text/xml' }));
    chooseSheet('towns.csv');
    const wrong = await seedPanel().findByRole('group', { name: '[image_1] has no matching column' });
    expect(wrong.textContent).toContain(
      '[image_1] refers to a primary image that the project doesn’t have. Upload one under Primary Images.',
    );
    expect(seedPanel().getAllByText(/refers to a primary image/)).toHaveLength(1);
  });

  test('with a name that is no column leaves it as a shortcode on request, and takes it back', async () => {
    openCreate();
    chooseSeed('seed-misspelt.xml');
    chooseSheet('towns.csv');
    const wrong = within(await seedPanel().findByRole('group', { name: '[geo_cty] has no matching column' }));
    await waitForFigure('Placeholders filled', '5 of 6');
    fireEvent.click(wrong.getByRole('button', { name: 'Leave as shortcode' }));
    await waitForFigure('Pages', '12');
    expect(seedPanel().queryByRole('group', { name: '[geo_cty] has no matching column' })).toBeNull();
    await says(SEED, 'Left as shortcodes');
    fireEvent.click(seedPanel().getByRole('button', { name: 'Use [geo_cty] as a placeholder again' }));
    expect(await seedPanel().findByRole('group', { name: '[geo_cty] has no matching column' })).toBeTruthy();
    expect(seedPanel().queryByText(/Left as shortcodes/)).toBeNull();
  });
});

describe('the sheet', () => {
  const grid = () => within(sheetPanel().getByRole('region', { name: 'First rows of the sheet' }));

  test('that was read says its size and how it is written, and shows its first rows', async () => {
    openCreate();
    chooseSheet('towns.csv');
    await says(SHEET, '12 rows, 6 columns, headings in row 1UTF-8, separated by commas');
    expect(
      grid()
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Row', ...(towns.split('\n')[0]?.split(',') ?? [])]);
    expect(grid().getByRole('rowheader', { name: '2' }).closest('tr')?.textContent).toContain('Houston');
    expect(sheetPanel().getByRole('tab', { name: 'All rows' })).toBeTruthy();
  });

  test('with a seed page tells how many places each column fills, and which fill none', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12');
    await says(SHEET, '1 column is not used: open_sunday');
    fireEvent.click(sheetPanel().getByRole('tab', { name: 'Columns' }));
    const rows = within(sheetPanel().getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.at(-1)?.textContent).toBe('open_sunday00');
    fireEvent.click(sheetPanel().getByRole('tab', { name: /^Problems/ }));
    expect(sheetPanel().getByText('None of the 12 rows has a problem.')).toBeTruthy();
  });

  test('marks the cells of rows that are left out, and says of each row and column why', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns-with-problems.csv');
    await waitForFigure('Rows skipped', '3');
    fireEvent.click(sheetPanel().getByRole('tab', { name: /^Problems/ }));
    const problems = within(sheetPanel().getByRole('region', { name: 'Rows with a problem' }));
    const marked = [...section(SHEET).querySelectorAll('td[data-severity=loss]')];
    expect(marked.map(({ textContent }) => textContent)).toContain('empty');
    expect(problems.getByRole('rowheader', { name: '4' }).closest('tr')?.textContent).toContain(
      'springfield-mo',
    );
    expect(problems.getAllByText(/without a problem$/).length).toBeGreaterThan(0);
    const words = sheetPanel()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    expect(words.slice(0, 3).map((text) => /^Row skippedRow (\d+)/.exec(text)?.[1])).toEqual(['4', '6', '8']);
    expect(words.some((text) => text.startsWith('NoticeRow 10, phone'))).toBe(true);
  });

  test('with a name twice in its header is refused where the seed uses it', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns-doubled-header.csv');
    await says(SHEET, 'The rows cannot be used yet.');
    expect(sheetPanel().getAllByRole('listitem')[0]?.textContent).toMatch(/^FaultRow 1/);
  });

  test('may be a workbook', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(fixtureFile('towns.xlsx'));
    await says(SHEET, 'spreadsheet cells');
    await waitForFigure('Pages', '12');
  });

  test('of another kind is refused, and the one that is there stays', async () => {
    openCreate();
    chooseSheet('towns.csv');
    await says(SHEET, '12 rows');
    chooseSheet(fixtureFile('seed.xml', 'text/xml'));
    expect(sheetPanel().getByRole('alert').textContent).toMatch(/^Only CSV, TSV and XLSX files are allowed/);
    expect(sheetPanel().getByRole('heading', { name: 'towns.csv' })).toBeTruthy();
    fireEvent.click(sheetPanel().getByRole('button', { name: 'Remove the sheet' }));
    expect(sheetPanel().queryByRole('alert')).toBeNull();
    expect(sheetPanel().getByRole('button', { name: /Drop the sheet here/ })).toBeTruthy();
  });
});

describe('pasted data', () => {
  const area = () => field('Manual spreadsheet data');

  test('is read while it is typed, after a pause', async () => {
    openCreate();
    chooseSeed('seed.xml');
    await says(SEED, '5 placeholders');
    press('Paste data');
    expect(document.activeElement).toBe(area());
    await typeAndPause('Manual spreadsheet data', towns);
    await waitForFigure('Pages', '12');
    await says(SHEET, '12 rows, 6 columns');
    await typeAndPause('Manual spreadsheet data', `${towns}Waco,TX,5,waco-tx,x,no\n`);
    await waitForFigure('Pages', '13');
  });

  test('and a file each wait for the other to be left again', async () => {
    openCreate();
    press('Paste data');
    await typeAndPause('Manual spreadsheet data', 'geo_city,geo_url\nWaco,waco\n');
    await says(SHEET, '1 row, 2 columns');
    press('Use a file instead');
    expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
    press('Back to the pasted data');
    expect(area().value).toBe('geo_city,geo_url\nWaco,waco\n');
    await pass(800);
    await says(SHEET, '1 row, 2 columns');
    type('Manual spreadsheet data', 'geo_city,geo_url\nWaco,waco\nTemple,temple\n');
    drop(area(), fixtureFile('towns.csv', 'text/csv'));
    await says(SHEET, '12 rows');
    press('Back to the pasted data');
    await waitFor(() => expect(document.activeElement).toBe(area()));
    expect(area().value).toContain('Temple');
    await pass(800);
    await says(SHEET, '2 rows, 2 columns');
    press('Back to the file');
    await says(SHEET, '12 rows');
    expect(sheetPanel().getByRole('heading', { name: 'towns.csv' })).toBeTruthy();
  });

  test('that was taken out by hand does not come back', async () => {
    openCreate();
    chooseSheet('towns.csv');
    await says(SHEET, '12 rows');
    fireEvent.click(sheetPanel().getByRole('button', { name: 'Remove the sheet' }));
    press('Paste data');
    type('Manual spreadsheet data', 'geo_city\nWaco\n');
    type('Manual spreadsheet data', '');
    press('Use a file instead');
    await pass(800);
    expect(sheetPanel().getByRole('button', { name: 'Paste data' })).toBeTruthy();
  });

  test('gives way to a file that is dropped on it', async () => {
    openCreate();
    press('Paste data');
    type('Manual spreadsheet data', 'geo_city\nWaco\n');
    drop(area(), fixtureFile('towns.csv', 'text/csv'));
    await pass(800);
    await says(SHEET, '12 rows');
    expect(screen.queryByLabelText('Manual spreadsheet data')).toBeNull();
  });

  test('that was restored is in the area, whatever was typed there before', async () => {
    const stored = draft({ script: towns });
    const page = openCreate(({ path }) =>
      path === 'projects/draft' || path === 'projects/restore-draft' ? { data: stored } : undefined,
    );
    await screen.findByRole('button', { name: 'Restore draft' });
    press('Paste data');
    type('Manual spreadsheet data', 'geo_city\nWaco\n');
    press('Restore draft');
    await pass(800);
    await waitFor(() => expect(field('Title').value).toBe('Begun'));
    await waitFor(() => expect(area().value).toBe(towns));
    chooseSeed('seed.xml');
    await waitForFigure('Pages', '12');
    await canSave();
    press('Save Project');
    await waitFor(() => expect(fieldsOf(page, 'save-xml').script).toBe(towns));
  });

  test('that was restored is read once: Save stays open for who has waited for it', async () => {
    const stored = draft({ fields: { footer_links: '<a>[geo_city]</a>' }, script: towns });
    openCreate(({ path }) =>
      path === 'projects/draft' || path === 'projects/restore-draft' ? { data: stored } : undefined,
    );
    await screen.findByRole('button', { name: 'Restore draft' });
    press('Paste data');
    type('Manual spreadsheet data', 'geo_city\nWaco\n');
    press('Restore draft');
    await pass(800);
    await waitFor(() => expect(area().value).toBe(towns));
    chooseSeed('seed.xml');
    await waitForFigure('Pages', '12');
    await canSave();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' });
    let wasClosed = false;
    const watcher = new MutationObserver(() => {
      wasClosed ||= save.disabled;
    });
    watcher.observe(document.body, { attributes: true, childList: true, subtree: true });
    await pass(1000);
    watcher.disconnect();
    expect(wasClosed).toBe(false);
  });

  test('that is only blanks is none', async () => {
    openCreate();
    press('Paste data');
    type('Manual spreadsheet data', '  \n ');
    press('Save Project');
    expect(
      (await screen.findAllByText('Either Google Sheet Link or Manual Spreadsheet Data is required')).length,
    ).toBeGreaterThan(0);
  });
});

describe('the link to a Google Sheet', () => {
  const LINK = 'https://docs.google.com/spreadsheets/d/1/edit#gid=0';
  const sheet = (more = {}) => ({
    data: {
      sheet: { text: towns, name: 'Towns.csv', fetched_at: new Date().toISOString(), notice: null, ...more },
    },
  });
  const inspections = (page: Parameters<typeof callsOf>[0]) =>
    callsOf(page).filter((call) => call === 'POST projects/inspect').length;

  test('is fetched once the typing has paused, and says when it came', async () => {
    const page = openCreate(({ path }) => (path === 'projects/inspect' ? sheet() : undefined));
    chooseSeed('seed.xml');
    await says(SEED, '5 placeholders');
    type('Google Sheet Link', LINK.slice(0, -6));
    await pass(700);
    type('Google Sheet Link', LINK);
    await pass(799);
    expect(inspections(page)).toBe(0);
    await pass(1);
    await waitFor(() => expect(inspections(page)).toBe(1));
    expect(fieldsOf(page, 'projects/inspect')).toEqual({ type: 'wordpress', google_spread_sheet: LINK });
    await waitFor(() => expect(section(SHEET).textContent).toMatch(/Fetched today \d{1,2}:\d\d [AP]M/));
    expect(sheetPanel().getByRole('button', { name: 'Fetch again' })).toBeTruthy();
  });

  test('is fetched again on request', async () => {
    let text = towns;
    const page = openCreate(({ path }) => (path === 'projects/inspect' ? sheet({ text }) : undefined));
    chooseSeed('seed.xml');
    await typeAndPause('Google Sheet Link', LINK);
    await waitForFigure('Pages', '12');
    await says(SHEET, '12 rows, 6 columns');
    text = `${towns}Waco,TX,5,waco-tx,x,no\n`;
    press('Fetch again');
    await waitForFigure('Pages', '13');
    expect(inspections(page)).toBe(2);
  });

  test('that cannot be read says what to change, at the field, and takes the old rows away', async () => {
    const reason = 'This sheet is private. In Google Sheets choose Share, then “Anyone with the link”.';
    let isPrivate = false;
    openCreate(({ path }) => {
      if (path !== 'projects/inspect') return undefined;
      return isPrivate
        ? {
            status: 422,
            code: 'invalid',
            message: 'Some fields are not valid.',
            errors: { google_spread_sheet: [reason] },
          }
        : sheet();
    });
    chooseSeed('seed.xml');
    await typeAndPause('Google Sheet Link', LINK);
    await waitForFigure('Pages', '12');
    isPrivate = true;
    press('Fetch again');
    await says(SHEET, reason);
    await waitForFigure('Pages', '–');
    expect(field('Google Sheet Link').getAttribute('aria-invalid')).toBe('true');
    type('Google Sheet Link', `${LINK}1`);
    expect(screen.queryByText(reason)).toBeNull();
  });

  test('shows the notice about it although its rows came', async () => {
    const notice = 'The first of 3 tabs was read.';
    openCreate(({ path }) => (path === 'projects/inspect' ? sheet({ notice }) : undefined));
    await typeAndPause('Google Sheet Link', LINK);
    await says(SHEET, notice);
  });

  test('next to manual data is not used, the page says so, and counts when that is gone', async () => {
    const page = openCreate(({ path }) => (path === 'projects/inspect' ? sheet() : undefined));
    chooseSeed('seed.xml');
    press('Paste data');
    await typeAndPause(
      'Manual spreadsheet data',
      'geo_city,geo_url,phone,state_code,local_intro\nWaco,waco-tx,5,TX,x\n',
    );
    await waitForFigure('Pages', '1');
    await typeAndPause('Google Sheet Link', LINK);
    await says(
      SHEET,
      'The manual data below is used, not the link. Remove it to use the sheet behind the link.',
    );
    await waitFor(() => expect(inspections(page)).toBe(1));
    await waitForFigure('Pages', '1');
    await says(SHEET, '1 row, 5 columns');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
    );
    press('Use a file instead');
    await waitForFigure('Pages', '12');
    expect(section(SHEET).textContent).not.toContain('The manual data below is used');
  });

  test('whose older answer comes late is not believed', async () => {
    const waiting: ((answer: object) => void)[] = [];
    openCreate(({ path }) =>
      path === 'projects/inspect' ? new Promise((resolve) => void waiting.push(resolve)) : undefined,
    );
    chooseSeed('seed.xml');
    await typeAndPause('Google Sheet Link', LINK);
    await waitFor(() => expect(waiting).toHaveLength(1));
    await typeAndPause('Google Sheet Link', `${LINK}2`);
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(sheet());
    await waitForFigure('Pages', '12');
    waiting[0]?.(sheet({ text: 'geo_city,geo_url\nWaco,waco\n' }));
    await isFresh();
    await waitForFigure('Pages', '12');
  });

  test('can be fetched only when it is one', () => {
    openCreate();
    const button = () => sheetPanel().getByRole<HTMLButtonElement>('button', { name: 'Fetch' });
    expect(button().disabled).toBe(true);
    type('Google Sheet Link', 'towns of Texas');
    expect(button().disabled).toBe(true);
    type('Google Sheet Link', LINK);
    expect(button().disabled).toBe(false);
  });
});

describe('the footer template', () => {
  test('shows what the first row makes of it, after a pause in the typing', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12');
    await typeAndPause('Footer link template', '<a href="[geo_url]">Roofer in <b>[geo_city]</b></a>');
    await waitFor(() => expect(section('Footer Link Structure').textContent).toContain('Roofer in Houston'));
    expect(section('Footer Link Structure').querySelector('b')).toBeNull();
  });

  test('tells a placeholder that no column fills, at its place', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12');
    await typeAndPause('Footer link template', '<a href="[geo_url]">[geo_towm]</a>');
    await waitFor(() =>
      expect(within(section('Footer Link Structure')).getByRole('listitem').textContent).toContain(
        'geo_towm',
      ),
    );
    expect(screen.getByText('Fix 1 problem to continue')).toBeTruthy();
  });
});

describe('the rail next to the form', () => {
  const states = () =>
    within(screen.getByRole('navigation', { name: 'Sections of this form' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('says of each section how far it is, and how many problems it has', async () => {
    openCreate();
    expect(states()).toEqual([
      'Project Detailsnothing yet',
      'Upload Seed Pagenothing yet',
      'Import Spreadsheet Datanothing yet',
      'Footer Link Structuredone',
      'Primary Imagesnothing yet',
    ]);
    type('Title', 'Roofs');
    chooseSeed('seed.xml');
    chooseSheet('towns-with-problems.csv');
    await waitForFigure('Pages', '9');
    expect(states()).toEqual([
      'Project Detailsdone',
      'Upload Seed Pagedone',
      '!Import Spreadsheet Dataproblems3 skipped',
      'Footer Link Structuredone',
      'Primary Imagesnothing yet',
    ]);
  });

  test('tells the outcome in figures, and aloud in one sentence', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12');
    await waitForFigure('Parts', '1');
    await waitForFigure('Placeholders filled', '5 of 5');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '12 of 12 pages ready to import.',
    );
  });
});
