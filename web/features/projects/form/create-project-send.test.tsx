/** Saving and testing a new project: what is asked for, what is sent, what is said, where it leads. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import {
  callsOf,
  chooseSeed,
  chooseSheet,
  field,
  fieldsOf,
  fillWhole,
  fixtureFile,
  installBrowserParts,
  openCreate,
  press,
  section,
  SEED_ID,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { draft } from '../shared/project-fixture.ts';

const SEED_MISSING = 'Seed Page is required';
const DATA_MISSING = 'Either Google Sheet Link or Manual Spreadsheet Data is required';
const SPLIT =
  'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?';

/** The box at the end of the form that says why nothing was sent. */
const failureBox = () =>
  screen
    .queryAllByRole('alert')
    .find((box) => box.getAttribute('tabindex') === '-1' && box.querySelector('strong'));
const linksOf = (box: HTMLElement | undefined) =>
  [...(box?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isWaiting = (path: string) => (sent: { path: string }) =>
  sent.path === path ? new Promise<never>(() => undefined) : undefined;

beforeEach(installBrowserParts);

test('the form of a WordPress project has the fixed sections, fields and buttons, and no others', () => {
  openCreate();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Project');
  expect(screen.getByText('Enter your project information below')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Project Details',
    'Upload Seed Page',
    'Import Spreadsheet Data',
    'Footer Link Structure',
    'Primary Images',
    'What you will get',
  ]);
  expect(screen.getAllByRole('textbox').map((each) => each.id)).toEqual([
    'field-title',
    'field-notes',
    'field-google_spread_sheet',
    'field-footer_links',
  ]);
  expect(field('Footer link template').value).toBe('<a href="[geo_url]">[geo_city]</a><br>');
  for (const name of ['Save Project', 'Test Page', 'Cancel']) expect(button(name).disabled).toBe(false);
});

describe('with nothing in it', () => {
  test.each(['Save Project', 'Test Page'])(
    '%s tells everything that is missing at once, each with the way to its place, and sends nothing',
    async (name) => {
      const page = openCreate();
      press(name);
      await waitFor(() => expect(document.activeElement).toBe(failureBox()));
      expect(within(failureBox() as HTMLElement).getByText('Fix the problems below')).toBeTruthy();
      expect(Object.fromEntries(linksOf(failureBox()))).toEqual({
        [DATA_MISSING]: '#field-google_spread_sheet',
        [SEED_MISSING]: '#upload-seed-page',
        'Title is required': '#field-title',
      });
      for (const [, address] of linksOf(failureBox())) {
        expect(document.querySelector(address ?? ''), address ?? '').not.toBeNull();
      }
      expect(callsOf(page).filter((call) => !/^GET|draft/.test(call))).toEqual([]);
    },
  );

  test('each text is at its own field too', async () => {
    openCreate();
    press('Save Project');
    await waitFor(() => expect(failureBox()).toBeTruthy());
    expect(within(section('Project Details')).getByText('Title is required')).toBeTruthy();
    expect(within(section('Upload Seed Page')).getByText(SEED_MISSING)).toBeTruthy();
    expect(within(section('Import Spreadsheet Data')).getByText(DATA_MISSING)).toBeTruthy();
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
    expect(field('Google Sheet Link').getAttribute('aria-invalid')).toBe('true');
  });

  test('what is given goes from the list at once', async () => {
    openCreate();
    press('Save Project');
    await waitFor(() => expect(failureBox()).toBeTruthy());
    type('Title', 'Roofs');
    expect(linksOf(failureBox()).map(([text]) => text)).not.toContain('Title is required');
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitFor(() => expect(screen.queryByText(SEED_MISSING)).toBeNull());
    expect(screen.queryByText(DATA_MISSING)).toBeNull();
    expect(failureBox()).toBeUndefined();
  });
});

describe('the limits of the fields', () => {
  test.each([
    ['Title', 301, 'Title must be at most 300 characters'],
    ['Title', '   ', 'Title is required'],
    ['Notes', 10_001, 'Notes must be at most 10,000 characters'],
    ['Google Sheet Link', 'towns of Texas', 'Enter a valid URL'],
    ['Google Sheet Link', 'ftp://example.com/towns', 'Enter a valid URL'],
    ['Google Sheet Link', 'https://', 'Enter a valid URL'],
  ])('%s as %j: “%s”, said when the field is left and taken back when it is fixed', (label, given, text) => {
    openCreate();
    type(label, typeof given === 'number' ? 'y'.repeat(given) : given);
    expect(screen.queryByText(text)).toBeNull();
    fireEvent.blur(field(label));
    expect(screen.getByText(text)).toBeTruthy();
    type(label, label === 'Google Sheet Link' ? 'https://docs.google.com/x' : 'Well');
    expect(screen.queryByText(text)).toBeNull();
  });

  test.each([
    ['Title', 300],
    ['Title', '🏠 تصليح <script>alert(1)</script>'],
    ['Notes', 10_000],
    ['Google Sheet Link', 'https://docs.google.com/spreadsheets/d/1/edit#gid=0'],
  ])('%s as %j is within them', (label, given) => {
    const value = typeof given === 'number' ? 'y'.repeat(given) : given;
    openCreate();
    type(label, value);
    fireEvent.blur(field(label));
    expect(field(label).getAttribute('aria-invalid')).not.toBe('true');
    expect(field(label).value).toBe(value);
  });

  test('a title that is left empty, or emptied, is missed when the field is left', () => {
    openCreate();
    fireEvent.blur(field('Title'));
    expect(screen.getByText('Title is required')).toBeTruthy();
    type('Title', 'R');
    expect(screen.queryByText('Title is required')).toBeNull();
    type('Title', '');
    expect(screen.getByText('Title is required')).toBeTruthy();
  });
});

describe('a save', () => {
  test('brings fields, data and seed page in one form, under a key of its own', async () => {
    const page = openCreate();
    type('Notes', 'For the autumn');
    await fillWhole('Roof repair');
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    const { file, script, key, ...fields } = fieldsOf(page, 'save-xml');
    expect(fields).toEqual({
      title: 'Roof repair',
      script_name: 'towns.csv',
      notes: 'For the autumn',
      google_spread_sheet: '',
      footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
      keep: '',
      seed_page: '',
      site_base_url: '',
      domain_id: '',
      file_name: '',
      caption: '',
      type: 'wordpress',
    });
    expect(file).toBeInstanceOf(File);
    expect((file as File).name).toBe('seed.xml');
    expect(String(script).split('\n')).toHaveLength(14);
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('names the domain that was picked among the active ones', async () => {
    const page = openCreate(({ path }) =>
      path.startsWith('domains') ? { data: [{ id: 4, name: 'roofs.example', agency: null }] } : undefined,
    );
    await fillWhole();
    fireEvent.click(screen.getByRole('combobox', { name: 'Domain' }));
    fireEvent.click(await screen.findByRole('option', { name: 'roofs.example' }));
    expect(callsOf(page)).toContain('GET domains?status=1');
    press('Save Project');
    await waitFor(() => expect(fieldsOf(page, 'save-xml').domain_id).toBe('4'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Domain' }).value).toBe('roofs.example');
  });

  test('goes once, however often Save is pressed, and says so meanwhile', async () => {
    const page = openCreate(isWaiting('save-xml'));
    await fillWhole();
    press('Save Project');
    fireEvent.click(button('Saving...'));
    await waitFor(() => expect(callsOf(page)).toContain('POST save-xml'));
    expect(button('Saving...').disabled).toBe(true);
    expect(button('Test Page').disabled).toBe(true);
    expect(button('Cancel').disabled).toBe(true);
    expect(screen.getByText('Sending to the server.')).toBeTruthy();
    expect(callsOf(page).filter((call) => call === 'POST save-xml')).toHaveLength(1);
  });

  test('that was taken says so in the fixed words, and opens the project 4000 ms later', async () => {
    const page = openCreate();
    await fillWhole();
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(screen.getByRole('dialog', { name: 'Success!' })).toBeTruthy();
    await pass(3999);
    expect(page.path()).toBe('/projects/create-project');
    expect(button('Save Project').disabled).toBe(true);
    await pass(1);
    expect(page.path()).toBe('/projects/12');
    expect(localStorage.getItem('projectDraft')).toBeNull();
  });

  test('leaves an earlier draft alone that nobody has answered about', async () => {
    const page = openCreate(({ method, path }) =>
      method === 'GET' && path === 'projects/draft' ? { data: draft() } : undefined,
    );
    await screen.findByRole('button', { name: 'Restore draft' });
    await fillWhole();
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(fieldsOf(page, 'save-xml').draft).toBe('leave');
  });

  test('whose answer was lost is sent again under the same key, so that it makes no second project', async () => {
    let isGone = true;
    const page = openCreate(({ path }) => {
      if (path !== 'save-xml' || !isGone) return undefined;
      throw new TypeError('no net');
    });
    await fillWhole();
    press('Save Project');
    await screen.findByText('The server cannot be reached. Please check the connection and try again.');
    // No words of the server: the fixed ones head the box.
    expect(screen.getByRole('alert').querySelector('strong')?.textContent).toBe('An error occurred');
    const { key } = fieldsOf(page, 'save-xml');
    isGone = false;
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(fieldsOf(page, 'save-xml').key).toBe(key);
    expect(key).toBeTruthy();
  });

  test('that was refused shows the message, every problem with its place, and the reference', async () => {
    openCreate(({ path }) =>
      path === 'save-xml'
        ? {
            status: 422,
            code: 'invalid',
            message: 'The pages cannot be made.',
            problems: [
              { code: 'a', severity: 'fault', text: 'It is cut off.', line: 212, column: 14 },
              { code: 'b', severity: 'loss', text: 'The slug is taken.', row: 4218, field: 'geo_url' },
            ],
          }
        : undefined,
    );
    await fillWhole('Kept');
    press('Save Project');
    await waitFor(() => expect(document.activeElement).toBe(failureBox()));
    const box = within(failureBox() as HTMLElement);
    expect(box.getByText('The pages cannot be made.')).toBeTruthy();
    expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'FaultLine 212, column 14It is cut off.',
      'Row skippedRow 4,218, geo_urlThe slug is taken.',
    ]);
    expect(box.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
    expect(field('Title').value).toBe('Kept');
    expect(screen.getByRole('heading', { name: 'towns.csv' })).toBeTruthy();
    expect(button('Save Project').disabled).toBe(false);
  });

  test.each([
    ['title', 'That title is taken', '#field-title'],
    ['file', 'Only XML files are allowed', '#upload-seed-page'],
    ['script', 'The data is larger than 32 MiB', '#import-spreadsheet-data'],
  ])('that the server refuses for its %s leads to where that is fixed', async (name, text, address) => {
    openCreate(({ path }) =>
      path === 'save-xml'
        ? { status: 422, code: 'invalid', message: 'Some fields are not valid.', errors: { [name]: [text] } }
        : undefined,
    );
    await fillWhole();
    press('Save Project');
    await waitFor(() => expect(linksOf(failureBox())).toEqual([[text, address]]));
    expect(document.querySelector(address)?.closest('section')?.textContent).toContain(text);
  });

  test('the server’s word on a file goes when another file is chosen', async () => {
    openCreate(({ path }) =>
      path === 'save-xml'
        ? {
            status: 422,
            code: 'invalid',
            message: 'Some fields are not valid.',
            errors: { file: ['Only XML files are allowed'], script: ['The data is larger than 32 MiB'] },
          }
        : undefined,
    );
    await fillWhole();
    press('Save Project');
    await waitFor(() => expect(linksOf(failureBox())).toHaveLength(2));
    chooseSeed('seed.xml');
    await waitFor(() => expect(screen.queryByText('Only XML files are allowed')).toBeNull());
    chooseSheet('towns.csv');
    await waitFor(() => expect(screen.queryByText('The data is larger than 32 MiB')).toBeNull());
  });
});

describe('a test', () => {
  test('brings the seed page to the draft first, then the fields, and opens the project after two seconds', async () => {
    const page = openCreate();
    await fillWhole('Tried');
    await waitFor(() => expect(callsOf(page)).toContain('POST upload'));
    const before = callsOf(page).length;
    press('Test Page');
    await screen.findByText('Test was successfully started!');
    const sent = callsOf(page).slice(before);
    expect(sent.filter((call) => !call.startsWith('GET'))).toEqual(['POST upload', 'POST save-test']);
    expect(fieldsOf(page, 'save-test')).toMatchObject({ title: 'Tried', type: 'wordpress' });
    await pass(1999);
    expect(page.path()).toBe('/projects/create-project');
    await pass(1);
    expect(page.path()).toBe('/projects/12');
  });

  test('says "Testing..." while it is begun', async () => {
    const page = openCreate(isWaiting('save-test'));
    await fillWhole();
    press('Test Page');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-test'));
    expect(button('Testing...').disabled).toBe(true);
    expect(button('Save Project').disabled).toBe(true);
  });

  test('after a save that waits for its split answer names the same new project', async () => {
    const page = openCreate(({ path }) =>
      path === 'save-xml'
        ? { data: { project_id: 12, run_id: 3, revision: 1, question_is_split_file: true } }
        : undefined,
    );
    await fillWhole();
    press('Save Project');
    await screen.findByText(SPLIT);
    const { key } = fieldsOf(page, 'save-xml');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText(SPLIT)).toBeNull());
    press('Test Page');
    await waitFor(() => expect(callsOf(page)).toContain('POST save-test'));
    expect(fieldsOf(page, 'save-test').key).toBe(key);
  });
});

describe('the question about large output', () => {
  test.each([
    ['Yes', '2'],
    ['No', '0'],
  ])('answered with %s saves the same project with %s', async (answer, value) => {
    const page = openCreate(({ path, body }) =>
      path === 'save-xml' && !(body as FormData).has('split_xml_file')
        ? { data: { project_id: 12, run_id: 3, revision: 5, question_is_split_file: true } }
        : undefined,
    );
    await fillWhole('Large');
    press('Save Project');
    await screen.findByText(SPLIT);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }));
    await screen.findByText('Project was successfully added!');
    expect(callsOf(page).filter((call) => call === 'POST save-xml')).toHaveLength(2);
    const { key: _key, ...fields } = fieldsOf(page, 'save-xml');
    expect(fields).toMatchObject({
      title: 'Large',
      project_id: '12',
      revision: '5',
      split_xml_file: value,
    });
  });

  test('stands busy while the answer is on its way, and goes when it was refused', async () => {
    let refuse: ((answer: object) => void) | undefined;
    openCreate(({ path, body }) => {
      if (path !== 'save-xml') return undefined;
      return (body as FormData).has('split_xml_file')
        ? new Promise((resolve) => {
            refuse = resolve;
          })
        : { data: { project_id: 12, run_id: 3, revision: 5, question_is_split_file: true } };
    });
    await fillWhole();
    press('Save Project');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Action' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await within(dialog).findByText('Please Wait')).toBeTruthy();
    await waitFor(() => expect(refuse).toBeDefined());
    refuse?.({ status: 507, code: 'no_space', message: 'There is no space left on the server.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(failureBox() as HTMLElement).getByText(/no space left/)).toBeTruthy();
  });
});

describe('why Save and Test send nothing yet', () => {
  const reason = (text: string, isDisabled = false) =>
    waitFor(() => {
      for (const name of ['Save Project', 'Test Page']) {
        expect(button(name).disabled).toBe(isDisabled);
        const words = document.getElementById(button(name).getAttribute('aria-describedby') ?? '');
        expect(words?.textContent).toContain(text);
      }
    });

  test('the seed page is on its way', async () => {
    openCreate(isWaiting('upload'));
    await pass(0);
    chooseSeed('seed.xml');
    await reason('Uploading the seed page.');
  });

  test('a press waits for the seed page, and sends the project once that is there', async () => {
    const uploads: ((answer: { data: { id: string } }) => void)[] = [];
    const page = openCreate(({ path }) =>
      path === 'upload' ? new Promise((resolve) => uploads.push(resolve)) : undefined,
    );
    type('Title', 'Roof repair');
    chooseSheet('towns.csv');
    chooseSeed('seed.xml');
    await waitForFigure('Pages', '12');
    await reason('Uploading the seed page.');
    press('Save Project');
    await waitFor(() => expect(button('Saving...').disabled).toBe(true));
    expect(button('Test Page').disabled).toBe(true);
    expect(callsOf(page)).not.toContain('POST save-xml');
    uploads[0]?.({ data: { id: SEED_ID } });
    await waitFor(() => expect(callsOf(page).filter((call) => call === 'POST save-xml')).toHaveLength(1));
  });

  test('a press that waits is forgotten where a problem turns up meanwhile', async () => {
    const page = openCreate();
    await fillWhole();
    type('Footer link template', '<a href="[geo_url]">[geo_cty]</a>');
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
    chooseSeed('seed-misspelt.xml');
    press('Save Project');
    await reason('Fix', true);
    expect(callsOf(page)).not.toContain('POST save-xml');
  });

  test('the sheet behind the link is', async () => {
    openCreate(isWaiting('projects/inspect'));
    type('Google Sheet Link', 'https://docs.google.com/spreadsheets/d/1/edit');
    await pass(800);
    await reason('Fetching the sheet.');
  });

  test('the files are being read, and a reader that broke closes nothing', async () => {
    let breakDown = () => {};
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {
          breakDown = () => void this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
        }
        terminate = () => undefined;
      },
    );
    openCreate();
    chooseSeed('seed.xml');
    await reason('Reading the files.');
    breakDown();
    expect(
      await screen.findByText('The files could not be read because the file reader stopped.'),
    ).toBeTruthy();
    expect(screen.getByText(/Reason: out of memory/)).toBeTruthy();
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
  });

  test.each([
    ['a placeholder that no column fills', 'seed-misspelt.xml', 'towns.csv', '#upload-seed-page'],
    ['a seed that cannot be read', 'seed-cut.xml', 'towns.csv', '#upload-seed-page'],
    ['a sheet with a header doubled', 'seed.xml', 'towns-doubled-header.csv', '#import-spreadsheet-data'],
  ])('%s: the number of problems, and the way to the first', async (_what, seed, sheet, place) => {
    openCreate();
    chooseSeed(seed);
    chooseSheet(sheet);
    await reason('Fix 1 problem to continue', true);
    expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toBe(place);
  });

  test('nothing closes them for rows that are left out; their number is reported', async () => {
    openCreate();
    chooseSeed(fixtureFile('seed.xml', 'text/xml'));
    chooseSheet('towns-with-problems.csv');
    expect(await screen.findByText('3 rows will be skipped')).toBeTruthy();
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
  });
});
