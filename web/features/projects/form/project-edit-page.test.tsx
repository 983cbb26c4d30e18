/** `/projects/{id}/edit`: content of the form, saving, and conflicts with other changes of the project. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import type { FakeReply, Sent } from '../shared/page-fixture.tsx';
import {
  answerDialog,
  button,
  listCalls,
  chooseSeed,
  field,
  readFields,
  installBrowserParts,
  makeDraft,
  openEdit,
  OTHER_ID,
  press,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { DRAFT_ID, PASTED, SEED_FILE } from './section-fixture.tsx';

const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };
const CHANGED =
  /^Grace Hopper saved this project today \d+:\d\d [AP]M, after you opened it\. Reload it before you save\. Your changes stay in the form\.$/;
const KEEP_MS = 250;

const stored = makeDraft({
  project_id: 7,
  revision: 3,
  seed: SEED_FILE,
  sheet: PASTED,
  fields: { ...makeDraft().fields, title: 'Roofs', notes: 'For the autumn', domain_id: 4 },
});

type Answering = (sent: Sent) => FakeReply | Promise<FakeReply> | undefined;

/** Renders the form of a stored project and waits for the inspection. */
async function open(answer: Answering = () => undefined, draft = stored) {
  const page = openEdit({ answer, draft });
  await screen.findByRole('heading', { level: 1, name: 'Roofs' });
  await waitForFigure('Pages', '12 of 12 rows');
  await waitFor(() => expect(button('Save Project').disabled).toBe(false));
  return page;
}

beforeEach(installBrowserParts);

describe('the form', () => {
  test('holds everything that is stored; the title can be read only', async () => {
    const page = await open();
    expect(readFields(page, 'projects/drafts')).toMatchObject({ project_id: 7 });
    expect([field('Title').value, field('Title').readOnly]).toEqual(['Roofs', true]);
    expect(field('Notes').value).toBe('For the autumn');
    expect(within(section('Upload Seed Page')).getByRole('heading', { name: 'seed.xml' })).toBeTruthy();
    expect(field('Manual spreadsheet data').value).toBe('City\nHouston');
  });

  test('opens “Build a construct” with a paragraph of the Quality tab to vary', async () => {
    openEdit({ draft: stored }, undefined, { vary: 'A burst pipe doesn’t wait.' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Build a construct' }));
    expect(dialog.getByRole('tab', { name: 'Variants' }).getAttribute('aria-selected')).toBe('true');
    expect(dialog.getByDisplayValue('A burst pipe doesn’t wait.')).toBeTruthy();
  });

  test('names the files that can’t be found', async () => {
    const unreadable = 'The seed page of this draft can’t be found in the file store.';
    const dropped = 'You no longer have access to the domain of this draft, so it was removed from the form.';
    openEdit({ draft: { ...stored, seed: null, unreadable, dropped } });
    expect(await screen.findByText(unreadable)).toBeTruthy();
    expect(screen.getByText(dropped)).toBeTruthy();
    press('Save Project');
    expect(await screen.findAllByText('Seed Page is required')).toBeTruthy();
  });

  test('offers changes that were left, and continues with them', async () => {
    const changes = { ...stored, id: OTHER_ID, fields: { ...stored.fields, notes: 'Begun' } };
    const page = openEdit({
      draft: stored,
      closed: { id: OTHER_ID, type: 'wordpress', title: 'Roofs', updated_at: '2026-11-21T12:00:00Z' },
      answer: ({ path }) => (path.endsWith('/restore') ? { data: changes } : undefined),
    });
    await screen.findByText(/^You have unsaved changes to this project, /);
    expect(listCalls(page)).toContain('GET projects/drafts?project_id=7');
    press('Restore draft');
    await waitFor(() => expect(field('Notes').value).toBe('Begun'));
  });
});

describe('a project that cannot be loaded', () => {
  test('is reported in the fixed words, with reason and reference, and loaded on another try', async () => {
    let isBroken = true;
    openEdit({
      draft: stored,
      answer: ({ method, path }) =>
        method === 'POST' && path === 'projects/drafts' && isBroken
          ? { status: 500, code: 'internal', message: 'Something broke.' }
          : undefined,
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error Fetching The Project Data.');
    expect(alert.textContent).toContain('Something broke.');
    isBroken = false;
    press('Try again');
    await screen.findByRole('heading', { level: 1, name: 'Roofs' });
  });

  test('is loaded automatically once the server is back', async () => {
    let isBroken = true;
    openEdit({
      draft: stored,
      answer: ({ method, path }) =>
        method === 'POST' && path === 'projects/drafts' && isBroken ? isDown : undefined,
    });
    await screen.findByRole('alert');
    isBroken = false;
    await pass(5000);
    await screen.findByRole('heading', { level: 1, name: 'Roofs' });
  });

  test('because it was deleted shows the way back to the list', async () => {
    openEdit({
      draft: stored,
      answer: ({ method, path }) =>
        method === 'POST' && path === 'projects/drafts'
          ? { status: 404, code: 'not_found', message: 'We couldn’t find that.' }
          : undefined,
    });
    await screen.findByRole('heading', { name: 'Error Fetching The Project Data' });
    expect(screen.getByRole('link', { name: 'Back to projects' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test.each(['abc', '0', '1e3', '0x7', '-1'])('because its address names no number: %s', async (id) => {
    const page = openEdit({}, `/projects/${id}/edit`);
    await screen.findByRole('heading', { name: 'Error Fetching The Project Data' });
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
    expect(listCalls(page).filter((call) => call.includes('draft'))).toEqual([]);
  });
});

describe('a save', () => {
  test('brings what was typed and the revision that was opened, and says so for 4000 ms', async () => {
    const page = await open();
    type('Notes', 'For the spring');
    press('Save Project');
    await screen.findByText('Project was successfully updated!');
    expect(readFields(page, 'projects/7')).toMatchObject({
      title: 'Roofs',
      notes: 'For the spring',
      domain_id: '4',
      project_id: '7',
      revision: '3',
      draft_id: DRAFT_ID,
    });
    await pass(3999);
    expect(page.path()).toBe('/projects/7/edit');
    await pass(1);
    expect(page.path()).toBe('/projects/12');
  });

  test.each([
    ['Yes', '2'],
    ['No', '0'],
  ])('asks about large output; %s saves again with %s', async (name, value) => {
    const page = await open(({ method, path, body }) =>
      method === 'PUT' && path === 'projects/7' && !(body as FormData).has('split_xml_file')
        ? { data: { project_id: 7, run_id: 3, revision: 4, question_is_split_file: true, split_xml_file: 2 } }
        : undefined,
    );
    press('Save Project');
    await screen.findByText(/^Your output XML file is larger than 10MB\./);
    await answerDialog(name === 'Yes' ? 'Yes' : 'No');
    await screen.findByText('Project was successfully updated!');
    expect(readFields(page, 'projects/7')).toMatchObject({ split_xml_file: value, revision: '4' });
  });

  test('that another user saved first offers to reload; changes made here stay, the rest is updated', async () => {
    const page = await open(({ method, path }) =>
      method === 'PUT' && path === 'projects/7'
        ? {
            status: 409,
            code: 'conflict',
            message: 'The project was changed.',
            newer: { revision: 4, saved_by: 'Grace Hopper', saved_at: new Date().toISOString() },
          }
        : undefined,
    );
    type('Notes', 'Mine');
    chooseSeed('seed-misspelt.xml');
    await screen.findByRole('heading', { name: 'seed-misspelt.xml' });
    press('Save Project');
    expect(await screen.findByText(CHANGED)).toBeTruthy();
    page.server.draft = {
      ...stored,
      id: OTHER_ID,
      revision: 4,
      fields: { ...stored.fields, notes: 'Theirs', footer_links: '<i>Theirs</i>' },
    };
    press('Reload');
    await screen.findByText(
      'The latest version of the project is loaded. Your changes are back in the form: notes, seed page.',
    );
    expect(readFields(page, 'projects/drafts')).toMatchObject({
      project_id: 7,
      from: { draft_id: DRAFT_ID, parts: ['seed'] },
    });
    expect(field('Notes').value).toBe('Mine');
    expect(field('Footer link template').value).toBe('<i>Theirs</i>');
    await pass(KEEP_MS);
    await waitFor(() => expect(listCalls(page)).toContain('PUT projects/drafts/OTHER'));
  });

  test('during a run is refused with the server’s message', async () => {
    const message = 'A run of this project is in progress.';
    await open(({ method, path }) =>
      method === 'PUT' && path === 'projects/7' ? { status: 409, code: 'run_active', message } : undefined,
    );
    press('Save Project');
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });
});

test('a test of changes keeps them in the draft, with a message', async () => {
  const page = await open();
  type('Notes', 'Tried');
  press('Test Page');
  await screen.findByText('Test was successfully started!');
  expect(screen.getByText('Opening the project. Your changes are saved as a draft')).toBeTruthy();
  expect(readFields(page, 'save-test')).toMatchObject({ project_id: 7, notes: 'Tried', draft_id: DRAFT_ID });
  expect(page.server.draft.fields.notes).toBe('Tried');
  await pass(2000);
  expect(page.path()).toBe('/projects/7');
});

describe('Delete Project', () => {
  const removals = ({ sent }: { sent: Sent[] }) =>
    sent
      .filter(({ method }) => method === 'DELETE')
      .map(({ path }) => path)
      .filter((path) => !path.includes('draft'));

  test('asks first, says the server’s message, and leads to the list after 4000 ms', async () => {
    const page = await open(({ method, path }) =>
      method === 'DELETE' && path.startsWith('projects?')
        ? { data: {}, message: 'Project was deleted.' }
        : undefined,
    );
    const countPaces = () => listCalls(page).filter((call) => call === 'GET projects/save-pace').length;
    const paces = countPaces();
    press('Delete Project');
    expect(await screen.findByText(/^Delete “Roofs” with all runs and stored files\?/)).toBeTruthy();
    expect(removals(page)).toEqual([]);
    await answerDialog('Yes');
    await screen.findByText('Project was deleted.');
    expect(removals(page)).toEqual(['projects?project_id=7&type=wordpress']);
    expect(screen.getByText('Opening the project list')).toBeTruthy();
    expect(countPaces(), 'nothing is asked of the deleted project').toBe(paces);
    await pass(3999);
    expect(page.path()).toBe('/projects/7/edit');
    await pass(1);
    expect(page.path()).toBe('/projects');
  });

  test('that fails says why, with the reference, and leaves the form as it was', async () => {
    const page = await open(({ method, path }) =>
      method === 'DELETE' && path.startsWith('projects?') ? isDown : undefined,
    );
    type('Notes', 'Still here');
    press('Delete Project');
    await answerDialog('Yes');
    const toast = (await screen.findByText('Couldn’t delete the project.')).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
    expect(field('Notes').value).toBe('Still here');
    expect(page.path()).toBe('/projects/7/edit');
    await waitFor(() => expect(button('Delete Project').disabled).toBe(false));
  });
});

describe('leaving', () => {
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('without a change asks nothing, and tells the server', async () => {
    const page = await open();
    expect(unload()).toBe(false);
    await page.goTo('/projects');
    expect(page.path()).toBe('/projects');
    await waitFor(() => expect(listCalls(page)).toContain('GET project/cancel-project'));
  });

  test('with a change asks, and No stays with everything', async () => {
    const page = await open();
    type('Notes', 'Changed');
    expect(unload()).toBe(true);
    await pass(KEEP_MS);
    await waitFor(() => expect(screen.getByText(/^Draft saved/)).toBeTruthy());
    expect(unload()).toBe(true);
    await page.goTo('/projects');
    expect(
      await screen.findByText('Leave this page? Your draft is kept. You can restore it for 24 hours.'),
    ).toBeTruthy();
    await answerDialog('No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.path()).toBe('/projects/7/edit');
    expect(field('Notes').value).toBe('Changed');
    await page.goTo('/projects');
    await answerDialog('Yes');
    await waitFor(() => expect(page.path()).toBe('/projects'));
  });

  test('after the change was taken back asks nothing', async () => {
    const page = await open();
    type('Notes', 'Changed');
    type('Notes', 'For the autumn');
    expect(unload()).toBe(false);
    await page.goTo('/projects');
    expect(page.path()).toBe('/projects');
  });
});
