/** Saving and testing a new project: validation, request, messages, redirect. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { storeProjectType } from '#web/client/project-drafts.ts';
import {
  button,
  listCalls,
  chooseSeed,
  chooseSheet,
  field,
  readFields,
  fillWhole,
  installBrowserParts,
  makeDraft,
  openCreateForm,
  press,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { DRAFT_ID, makeOutcome, makeSeed, makeTable, SEED_FILE, SHEET_FILE } from './section-fixture.tsx';

/** A pressed button keeps the focus: it's aria-disabled, not disabled. */
const isHeld = (name: string) =>
  button(name).getAttribute('aria-disabled') === 'true' && !button(name).disabled;

const SEED_MISSING = 'Seed Page is required';
const DATA_MISSING = 'Either Google Sheet Link or Manual Spreadsheet Data is required';
const SPLIT =
  'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?';

/** Error summary above the form. */
const failureBox = () =>
  screen
    .queryAllByRole('alert')
    .find((box) => box.getAttribute('tabindex') === '-1' && box.querySelector('strong'));
const listLinks = (box: HTMLElement | undefined) =>
  [...(box?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
const isWaiting = (path: string) => (sent: { path: string }) =>
  sent.path === path ? new Promise<never>(() => undefined) : undefined;

beforeEach(installBrowserParts);

test('the form of a WordPress project has the fixed sections, fields and buttons, and no others', async () => {
  await openCreateForm();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Project');
  expect(screen.getByText('Enter your project information below')).toBeTruthy();
  await screen.findByRole('heading', { name: 'Schedule' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Project Details',
    'Upload Seed Page',
    'Import Spreadsheet Data',
    'Footer Link Structure',
    'Primary Images',
    'Schedule',
    'What you’ll get',
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
    '%s lists everything that is missing at once, each with a link to its place, and sends nothing',
    async (name) => {
      const page = await openCreateForm();
      press(name);
      await waitFor(() => expect(document.activeElement).toBe(failureBox()));
      expect(within(failureBox() as HTMLElement).getByText('Fix the problems below')).toBeTruthy();
      expect(Object.fromEntries(listLinks(failureBox()))).toEqual({
        [DATA_MISSING]: '#field-google_spread_sheet',
        [SEED_MISSING]: '#upload-seed-page',
        'Title is required': '#field-title',
      });
      for (const [, address] of listLinks(failureBox())) {
        expect(document.querySelector(address ?? ''), address ?? '').not.toBeNull();
      }
      expect(listCalls(page).filter((call) => !/^GET|draft/.test(call))).toEqual([]);
    },
  );

  test('each text is at its own field too', async () => {
    await openCreateForm();
    press('Save Project');
    await waitFor(() => expect(failureBox()).toBeTruthy());
    expect(within(section('Project Details')).getByText('Title is required')).toBeTruthy();
    expect(within(section('Upload Seed Page')).getByText(SEED_MISSING)).toBeTruthy();
    expect(within(section('Import Spreadsheet Data')).getByText(DATA_MISSING)).toBeTruthy();
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
    expect(field('Google Sheet Link').getAttribute('aria-invalid')).toBe('true');
  });

  test('what is given goes from the list at once', async () => {
    await openCreateForm();
    press('Save Project');
    await waitFor(() => expect(failureBox()).toBeTruthy());
    type('Title', 'Roofs');
    expect(listLinks(failureBox()).map(([text]) => text)).not.toContain('Title is required');
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
  ])(
    '%s as %j: “%s”, said when the field is left and taken back when it is fixed',
    async (label, given, text) => {
      await openCreateForm();
      type(label, typeof given === 'number' ? 'y'.repeat(given) : given);
      expect(screen.queryByText(text)).toBeNull();
      fireEvent.blur(field(label));
      expect(screen.getByText(text)).toBeTruthy();
      type(label, label === 'Google Sheet Link' ? 'https://docs.google.com/x' : 'Well');
      expect(screen.queryByText(text)).toBeNull();
    },
  );

  test.each([
    ['Title', 300],
    ['Title', '🏠 تصليح <script>alert(1)</script>'],
    ['Notes', 10_000],
    ['Google Sheet Link', 'https://docs.google.com/spreadsheets/d/1/edit#gid=0'],
  ])('%s as %j is within them', async (label, given) => {
    const value = typeof given === 'number' ? 'y'.repeat(given) : given;
    await openCreateForm();
    type(label, value);
    fireEvent.blur(field(label));
    expect(field(label).getAttribute('aria-invalid')).not.toBe('true');
    expect(field(label).value).toBe(value);
  });

  test('a title that is empty is reported when the field loses focus', async () => {
    await openCreateForm();
    fireEvent.blur(field('Title'));
    expect(screen.getByText('Title is required')).toBeTruthy();
    type('Title', 'R');
    expect(screen.queryByText('Title is required')).toBeNull();
    type('Title', '');
    expect(screen.getByText('Title is required')).toBeTruthy();
  });
});

describe('a save', () => {
  test('brings what was typed, and the draft that has the files', async () => {
    const page = await openCreateForm();
    type('Notes', 'For the autumn');
    await fillWhole('Roof repair');
    press('Save Project');
    await waitFor(() => expect(listCalls(page)).toContain('POST save-xml'));
    expect(readFields(page, 'save-xml')).toEqual({
      title: 'Roof repair',
      notes: 'For the autumn',
      google_spread_sheet: '',
      footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
      keep: '',
      seed_page: '',
      site_base_url: '',
      schedule: '',
      domain_id: '',
      file_name: '',
      caption: '',
      type: 'wordpress',
      draft_id: DRAFT_ID,
      columns: '{}',
    });
  });

  test('waits until the last typed text has arrived', async () => {
    const page = await openCreateForm();
    await fillWhole();
    type('Notes', 'At the last moment');
    press('Save Project');
    await waitFor(() => expect(listCalls(page)).toContain('POST save-xml'));
    const sent = listCalls(page).filter((call) => !/^GET|inspect/.test(call));
    expect(sent.slice(-2)).toEqual(['PUT projects/drafts/ID', 'POST save-xml']);
    expect(page.server.draft.fields.notes).toBe('At the last moment');
  });

  test('names the domain that was picked among the active ones', async () => {
    const page = await openCreateForm({
      answer: ({ path }) =>
        path.startsWith('domains') ? { data: [{ id: 4, name: 'roofs.example', agency: null }] } : undefined,
    });
    await fillWhole();
    fireEvent.click(screen.getByRole('combobox', { name: 'Domain' }));
    fireEvent.click(await screen.findByRole('option', { name: 'roofs.example' }));
    expect(listCalls(page)).toContain('GET domains?status=1');
    press('Save Project');
    await pass(250);
    await waitFor(() => expect(readFields(page, 'save-xml').domain_id).toBe('4'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Domain' }).value).toBe('roofs.example');
  });

  test('waits for the columns that were remembered for the domain', async () => {
    const columns = { geocity: { column: 'Town', remembered: true } };
    const page = await openCreateForm({
      answer: ({ path, body }) => {
        if (path.startsWith('domains')) return { data: [{ id: 4, name: 'roofs.example', agency: null }] };
        const isOfDomain =
          typeof body === 'string' && body.includes('"domain_id":4') && path.includes('drafts/');
        return isOfDomain ? { data: { updated_at: '2026-11-21T12:00:00Z', columns } } : undefined;
      },
    });
    await fillWhole();
    fireEvent.click(screen.getByRole('combobox', { name: 'Domain' }));
    fireEvent.click(await screen.findByRole('option', { name: 'roofs.example' }));
    press('Save Project');
    await pass(250);
    await waitFor(() => expect(readFields(page, 'save-xml').columns).toBe(JSON.stringify(columns)));
  });

  test.each([
    ['https://www.other.example/houston/', true],
    ['https://www.roofs.example/houston/', false],
    ['/houston/', false],
  ])('with links like %s says whether they lead to another site than the domain: %s', async (url, isSaid) => {
    const outcome = makeOutcome({ pages: 12, skipped: 0, firstLink: { html: '', text: 'Houston', url } });
    await openCreateForm({
      found: { inspection: { seed: makeSeed(), table: makeTable(), outcome, problems: [] } },
      answer: ({ path }) =>
        path.startsWith('domains') ? { data: [{ id: 4, name: 'roofs.example', agency: null }] } : undefined,
    });
    await fillWhole();
    fireEvent.click(screen.getByRole('combobox', { name: 'Domain' }));
    fireEvent.click(await screen.findByRole('option', { name: 'roofs.example' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Domain' }).value).toBe('roofs.example'),
    );
    const words = 'The links of these pages lead to www.other.example, the site of the seed page.';
    await waitFor(() => expect(document.body.textContent.includes(words)).toBe(isSaid));
  });

  test('goes once, however often Save is pressed, and says so meanwhile', async () => {
    const page = await openCreateForm({ answer: isWaiting('save-xml') });
    await fillWhole();
    press('Save Project');
    fireEvent.click(button('Saving...'));
    await waitFor(() => expect(listCalls(page)).toContain('POST save-xml'));
    expect(isHeld('Saving...')).toBe(true);
    expect(button('Test Page').disabled).toBe(true);
    expect(button('Cancel').disabled).toBe(true);
    expect(screen.getByText('Sending to the server.')).toBeTruthy();
    expect(listCalls(page).filter((call) => call === 'POST save-xml')).toHaveLength(1);
  });

  test('that was taken says so in the fixed words, and opens the project 4000 ms later', async () => {
    const page = await openCreateForm();
    await fillWhole();
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(screen.getByRole('dialog', { name: 'Success!' })).toBeTruthy();
    await pass(3999);
    expect(page.path()).toBe('/projects/create-project');
    expect(isHeld('Save Project')).toBe(true);
    await pass(1);
    expect(page.path()).toBe('/projects/12');
    expect(localStorage.getItem('projectDraft')).toBeNull();
  });

  test('whose answer was lost is sent again with the same draft, so that it makes no second project', async () => {
    let isGone = true;
    const page = await openCreateForm({
      answer: ({ path }) => {
        if (path !== 'save-xml' || !isGone) return undefined;
        throw new TypeError('no net');
      },
    });
    await fillWhole();
    press('Save Project');
    await screen.findByText('Couldn’t reach the server. Check your connection and try again.');
    // Without a message from the server, the fixed text is the title.
    expect(failureBox()?.querySelector('strong')?.textContent).toBe('An error occurred');
    expect(screen.getByRole('dialog', { name: 'Oops!' }).textContent).toContain('An error occurred');
    isGone = false;
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(readFields(page, 'save-xml').draft_id).toBe(DRAFT_ID);
  });

  test('that was refused shows the message, every problem with its place, and the reference', async () => {
    await openCreateForm({
      answer: ({ path }) =>
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
    });
    await fillWhole('Kept');
    press('Save Project');
    await waitFor(() => expect(document.activeElement).toBe(failureBox()));
    const box = within(failureBox() as HTMLElement);
    expect(box.getByText('The pages cannot be made.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Oops!' }).textContent).toContain('The pages cannot be made.');
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
    await openCreateForm({
      answer: ({ path }) =>
        path === 'save-xml'
          ? {
              status: 422,
              code: 'invalid',
              message: 'Some fields aren’t valid.',
              errors: { [name]: [text] },
            }
          : undefined,
    });
    await fillWhole();
    press('Save Project');
    await waitFor(() => expect(listLinks(failureBox())).toEqual([[text, address]]));
    expect(document.querySelector(address)?.closest('section')?.textContent).toContain(text);
  });

  test('the server’s word on a file goes when another file is chosen', async () => {
    await openCreateForm({
      answer: ({ path }) =>
        path === 'save-xml'
          ? {
              status: 422,
              code: 'invalid',
              message: 'Some fields aren’t valid.',
              errors: { file: ['Only XML files are allowed'], script: ['The data is larger than 32 MiB'] },
            }
          : undefined,
    });
    await fillWhole();
    press('Save Project');
    await waitFor(() => expect(listLinks(failureBox())).toHaveLength(2));
    chooseSeed('seed.xml');
    await waitFor(() => expect(screen.queryByText('Only XML files are allowed')).toBeNull());
    chooseSheet('towns.csv');
    await waitFor(() => expect(screen.queryByText('The data is larger than 32 MiB')).toBeNull());
  });
});

describe('a test', () => {
  test('brings what was typed, and opens the project after two seconds', async () => {
    const page = await openCreateForm();
    await fillWhole('Tried');
    press('Test Page');
    await screen.findByText('Test was successfully started!');
    expect(listCalls(page)).not.toContain('POST save-xml');
    expect(readFields(page, 'save-test')).toMatchObject({
      title: 'Tried',
      type: 'wordpress',
      draft_id: DRAFT_ID,
    });
    await pass(1999);
    expect(page.path()).toBe('/projects/create-project');
    await pass(1);
    expect(page.path()).toBe('/projects/12');
  });

  test('says "Testing..." while it is begun', async () => {
    const page = await openCreateForm({ answer: isWaiting('save-test') });
    await fillWhole();
    press('Test Page');
    await waitFor(() => expect(listCalls(page)).toContain('POST save-test'));
    expect(isHeld('Testing...')).toBe(true);
    expect(button('Save Project').disabled).toBe(true);
  });

  test('after a save that waits for its split answer names the same new project', async () => {
    const page = await openCreateForm({
      answer: ({ path }) =>
        path === 'save-xml'
          ? { data: { project_id: 12, run_id: 3, revision: 1, question_is_split_file: true } }
          : undefined,
    });
    await fillWhole();
    press('Save Project');
    await screen.findByText(SPLIT);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText(SPLIT)).toBeNull());
    press('Test Page');
    await waitFor(() => expect(listCalls(page)).toContain('POST save-test'));
    expect(readFields(page, 'save-test')).toMatchObject({ project_id: 12, revision: 1, draft_id: DRAFT_ID });
  });
});

describe('the question about large output', () => {
  test.each([
    ['Yes', '2'],
    ['No', '0'],
  ])('answered with %s saves the same project with %s', async (answer, value) => {
    const page = await openCreateForm({
      answer: ({ path, body }) =>
        path === 'save-xml' && !(body as FormData).has('split_xml_file')
          ? { data: { project_id: 12, run_id: 3, revision: 5, question_is_split_file: true } }
          : undefined,
    });
    await fillWhole('Large');
    press('Save Project');
    await screen.findByText(SPLIT);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }));
    await screen.findByText('Project was successfully added!');
    expect(listCalls(page).filter((call) => call === 'POST save-xml')).toHaveLength(2);
    expect(readFields(page, 'save-xml')).toMatchObject({
      draft_id: DRAFT_ID,
      title: 'Large',
      project_id: '12',
      revision: '5',
      split_xml_file: value,
    });
  });

  test('is busy until the reply arrives, and is removed when it is refused', async () => {
    let refuse: ((answer: object) => void) | undefined;
    await openCreateForm({
      answer: ({ path, body }) => {
        if (path !== 'save-xml') return undefined;
        return (body as FormData).has('split_xml_file')
          ? new Promise((resolve) => {
              refuse = resolve;
            })
          : { data: { project_id: 12, run_id: 3, revision: 5, question_is_split_file: true } };
      },
    });
    await fillWhole();
    press('Save Project');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Action' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await within(dialog).findByText('Please Wait')).toBeTruthy();
    await waitFor(() => expect(refuse).toBeDefined());
    refuse?.({ status: 507, code: 'no_space', message: 'There is no space left on the server.' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm Action' })).toBeNull());
    expect(within(failureBox() as HTMLElement).getByText(/no space left/)).toBeTruthy();
  });
});

describe('an upload that fails', () => {
  test.each([
    ['the seed page', 'upload', 'Error uploading file. Please try again.', () => chooseSeed('seed.xml')],
    ['the sheet', 'sheet', 'Couldn’t upload the sheet.', () => chooseSheet('towns.csv')],
  ])('%s says why, with the reference, and is sent again on request', async (_what, path, text, give) => {
    let isDown = true;
    await openCreateForm({
      answer: (sent) =>
        sent.path.endsWith(path) && sent.method === 'POST' && isDown
          ? { status: 503, code: 'overloaded', message: 'The server is busy.' }
          : undefined,
    });
    give();
    const alert = (await screen.findByText((words) => words.startsWith(text))).closest('[role=alert]');
    expect(alert?.textContent).toContain('The server is busy. Reference: r-1');
    isDown = false;
    press('Try again');
    await waitFor(() => expect(screen.queryByText((words) => words.startsWith(text))).toBeNull());
    await screen.findByRole('heading', { name: /^(seed\.xml|towns\.csv)$/ });
  });

  test.each([
    ['seed page', 'The file is larger than 20 MiB.', 21, (file: File) => chooseSeed(file)],
    ['sheet', 'The file is larger than 32 MiB.', 33, (file: File) => chooseSheet(file)],
  ])('a %s that is too large is not sent, and can be replaced', async (_what, text, size, give) => {
    const page = await openCreateForm();
    const file = (bytes: number) =>
      Object.defineProperty(new File(['x'], 'file.csv', { type: 'text/xml' }), 'size', { value: bytes });
    give(file(size * 1024 * 1024));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(listCalls(page).filter((call) => /^POST (upload|.*sheet)$/.test(call))).toEqual([]);
    give(file(1));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    await screen.findByRole('heading', { name: 'file.csv' });
  });
});

test.each([
  ['WordPress', 'page.csv', 'Only XML files are allowed'],
  ['Drupal', 'page.csv', 'Only XML files are allowed'],
  ['Wix', 'page.xml', 'Only CSV files are allowed for Wix projects'],
])(
  'a seed page of the wrong type is refused in the fixed words and not sent: %s',
  async (name, file, text) => {
    storeProjectType(name);
    const page = await openCreateForm();
    chooseSeed(new File(['x'], file));
    expect(await within(section('Upload Seed Page')).findByText(text)).toBeTruthy();
    expect(listCalls(page)).not.toContain('POST upload');
  },
);

describe('why Save and Test send nothing yet', () => {
  const reason = (text: string, isDisabled = false, names = ['Save Project', 'Test Page']) =>
    waitFor(() => {
      for (const name of names) {
        expect(button(name).disabled).toBe(isDisabled);
        const words = document.getElementById(button(name).getAttribute('aria-describedby') ?? '');
        expect(words?.textContent).toContain(text);
      }
    });
  const fault = { code: 'seed-no-record', severity: 'fault', text: 'It has no page.' } as const;
  const limits = {
    plan: 'Free',
    limit: 10,
    used: 0,
    adding: 12,
    resets_at: '2026-12-01T00:00:00Z',
    upgrade: { name: 'Studio', limit: 5000 },
  };

  test('the seed page is uploading', async () => {
    await openCreateForm({ answer: isWaiting('upload') });
    chooseSeed('seed.xml');
    await reason('Uploading the seed page.');
  });

  test('a press waits for the seed page, and sends the project once that is there', async () => {
    const uploads: (() => void)[] = [];
    const page = await openCreateForm({
      answer: ({ path }) =>
        path === 'upload' && uploads.length === 0
          ? new Promise((resolve) => uploads.push(() => resolve({ data: {} })))
          : undefined,
    });
    type('Title', 'Roof repair');
    chooseSheet('towns.csv');
    await screen.findByRole('heading', { name: 'towns.csv' });
    chooseSeed('seed.xml');
    await reason('Uploading the seed page.');
    press('Save Project');
    await waitFor(() => expect(isHeld('Saving...')).toBe(true));
    expect(button('Test Page').disabled).toBe(true);
    expect(listCalls(page)).not.toContain('POST save-xml');
    page.server.draft = {
      ...page.server.draft,
      seed: { name: 'seed.xml', size: 9, url: '/seed', changes: [] },
    };
    uploads[0]?.();
    await waitFor(() => expect(listCalls(page).filter((call) => call === 'POST save-xml')).toHaveLength(1));
  });

  test('a press that waits is forgotten where a problem turns up meanwhile', async () => {
    const page = await openCreateForm();
    await fillWhole();
    page.server.found = { inspection: { problems: [fault] } };
    chooseSeed('seed-cut.xml');
    press('Save Project');
    await reason('Fix 1 problem to continue', true);
    expect(listCalls(page)).not.toContain('POST save-xml');
  });

  test('the sheet of the link is fetched once typing has paused', async () => {
    const page = await openCreateForm({ answer: isWaiting(`projects/drafts/${DRAFT_ID}/fetch-sheet`) });
    type('Google Sheet Link', 'https://docs.google.com/spreadsheets/d/1/edit');
    await pass(800);
    await reason('Fetching the sheet.');
    const calls = listCalls(page);
    expect(calls.indexOf('PUT projects/drafts/ID')).toBeLessThan(
      calls.indexOf('POST projects/drafts/ID/fetch-sheet'),
    );
  });

  test('an answer about older text is dropped', async () => {
    const answers: ((pages: number) => void)[] = [];
    await openCreateForm({
      draft: makeDraft({ seed: SEED_FILE, sheet: SHEET_FILE }),
      answer: ({ path }) =>
        path.endsWith('/inspect')
          ? new Promise((resolve) =>
              answers.push((pages) =>
                resolve({
                  data: {
                    inspection: { problems: [], outcome: makeOutcome({ pages, skipped: 0 }) },
                    other_platform: null,
                    platforms: [],
                    broken: null,
                    limits: null,
                  },
                }),
              ),
            )
          : undefined,
    });
    const footer = async (text: string) => {
      const asked = answers.length;
      type('Footer link template', text);
      await pass(250);
      await waitFor(() => expect(answers).toHaveLength(asked + 1));
    };
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(1);
    await waitForFigure('Pages', '1 of 1 row');
    await footer('<b>[geo_city]</b>');
    await reason('Reading the files.');
    await footer('<i>[geo_city]</i>');
    answers[1]?.(2);
    answers[2]?.(3);
    await waitForFigure('Pages', '3 of 3 rows');
    await waitFor(() => expect(screen.queryByText('Reading the files.')).toBeNull());
  });

  test('the files are being read', async () => {
    await openCreateForm({ answer: isWaiting(`projects/drafts/${DRAFT_ID}/inspect`) });
    await reason('Reading the files.');
  });

  test('a failed reading disables nothing, and is retried on request', async () => {
    let isDown = true;
    await openCreateForm({
      answer: ({ path }) =>
        path.endsWith('/inspect') && isDown
          ? { status: 500, code: 'internal', message: 'Something broke.' }
          : undefined,
    });
    await screen.findByText('Couldn’t read the files.');
    expect(screen.getByText(/What you entered is unchanged\. Something broke\./)).toBeTruthy();
    expect(button('Save Project').disabled).toBe(false);
    isDown = false;
    press('Try again');
    await waitFor(() => expect(screen.queryByText('Couldn’t read the files.')).toBeNull());
  });

  test('problems: their number, and a link to the first', async () => {
    await openCreateForm({
      found: { inspection: { problems: [{ ...fault, file: 'seed.xml' }, fault] } },
    });
    chooseSeed('seed.xml');
    await reason('Fix 2 problems to continue', true);
    expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toBe('#upload-seed-page');
  });

  test('more pages than the plan has left disable Save, but not Test', async () => {
    await openCreateForm({ found: { limits } });
    await reason('2 pages over your limit this month', true, ['Save Project']);
    expect(button('Test Page').disabled).toBe(false);
  });

  test('nothing closes them for rows that are left out; their number is reported', async () => {
    await openCreateForm({
      found: {
        inspection: {
          problems: [],
          table: makeTable(),
          outcome: { ...makeOutcome(), pages: 9, skipped: 3 },
        },
      },
    });
    expect(await screen.findByText('3 rows will be skipped')).toBeTruthy();
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
  });
});
