/** `/projects/{id}/edit`: what is in the form, what a save brings, and what else may happen to the project. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession, storeUserData } from '#web/client/session.ts';
import { pass } from '#testkit/web-clock.ts';
import type { Project } from '#contract/project-shapes.ts';
import {
  callsOf,
  choosePrimary,
  chooseSeed,
  field,
  fieldsOf,
  installBrowserParts,
  openEdit,
  press,
  readFixture,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import type { Answer, Sent } from '../shared/page-fixture.tsx';
import { project } from '../shared/project-fixture.ts';
import { HeldRequest, holdUploads, image, photo, take } from './upload-fixture.ts';

const towns = new TextDecoder().decode(readFixture('towns.csv'));
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };
const CHANGED =
  'This project was changed elsewhere since you opened it. Reload it before you save. Your changes stay in the form.';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const bytesOf = (bytes: BodyInit) => new Response(bytes).body as ReadableStream<Uint8Array<ArrayBuffer>>;
const stored = (more: Partial<Project> = {}) =>
  project({ title: 'Roofs', notes: 'For the autumn', script: towns, ...more });

type Answering = (sent: Sent) => Answer | Promise<Answer> | undefined;

/** The form of a project as the server has it, read to its end. */
async function open(answer: Answering = () => undefined, more: Partial<Project> = {}) {
  const page = openEdit((sent) => {
    const own = answer(sent);
    if (own !== undefined) return own;
    if (sent.path === 'projects/7/edit') return { data: [stored(more)] };
    return sent.path === '/seed' ? bytesOf(readFixture('seed.xml')) : undefined;
  });
  await screen.findByRole('heading', { level: 1, name: 'Roofs' });
  await waitForFigure('Pages', '12');
  await waitFor(() => expect(button('Save Project').disabled).toBe(false));
  return page;
}

beforeEach(installBrowserParts);

describe('images of the project', () => {
  const seed = new TextDecoder().decode(readFixture('seed.xml'));
  const withImage = new TextEncoder().encode(
    seed.replace('<h2>', '<img src="[featured_image]" alt="[image_1_alt]"><h2>'),
  );
  const openWith = (files: Project['files']) =>
    openEdit(({ path }) => {
      if (path === 'projects/7/edit') return { data: [stored({ files })] };
      return path === '/seed' ? bytesOf(withImage) : undefined;
    });

  test('fill their placeholders in the form', async () => {
    openWith([image('van.jpg')]);
    await waitForFigure('Pages', '12');
    expect(screen.queryByText(/primary image/)).toBeNull();
  });

  test('are asked for where the project has none, until one is there', async () => {
    holdUploads();
    openWith([]);
    await waitFor(() => expect(screen.getAllByText(/\[image_1_alt\]/).length).toBeGreaterThan(0));
    expect(screen.getAllByText(/refers to a primary image/).length).toBeGreaterThan(0);
    choosePrimary(photo('van.jpg'));
    await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
    take(0, 'van.jpg');
    await waitForFigure('Pages', '12');
    expect(screen.queryByText(/refers to a primary image/)).toBeNull();
  });
});

describe('the form', () => {
  test('holds everything that is stored; the title can be read only', async () => {
    await open();
    expect(field('Title').value).toBe('Roofs');
    expect(field('Title').readOnly).toBe(true);
    expect(field('Notes').value).toBe('For the autumn');
    expect(field('Manual spreadsheet data').value).toBe(towns);
    expect(within(section('Upload Seed Page')).getByRole('heading', { name: 'seed.xml' })).toBeTruthy();
    expect(document.title).toBe('Edit Roofs – Geoloom');
    for (const name of ['Save Project', 'Test Page', 'Delete Project']) expect(button(name)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('reads data that is too large for the answer by its own address', async () => {
    await open(({ path }) => (path === '/sheet' ? bytesOf(towns) : undefined), {
      script: null,
      script_url: '/sheet',
    });
    expect(field('Manual spreadsheet data').value).toBe(towns);
  });

  test('shows data that came from a file under its name, and saves it under that name', async () => {
    const page = openEdit(({ path }) => {
      if (path === 'projects/7/edit') return { data: [stored({ script_name: 'rows-500.csv' })] };
      return path === '/seed' ? bytesOf(readFixture('seed.xml')) : undefined;
    });
    const sheet = await screen.findByRole('region', { name: 'Import Spreadsheet Data' });
    expect(within(sheet).getByRole('heading', { name: 'rows-500.csv' })).toBeTruthy();
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
    press('Save Project');
    await waitFor(() => expect(callsOf(page)).toContain('PUT projects/7'));
    expect(fieldsOf(page, 'projects/7')).toMatchObject({ script: towns, script_name: 'rows-500.csv' });
  });

  test('shows very long data as a file, which a text field would only slow down', async () => {
    const more = ['a', 'b', 'c'].map((slug) => `Waco,TX,5,${slug},${'x'.repeat(40_000)},no\n`);
    const long = towns + more.join('');
    openEdit(({ path }) => {
      if (path === 'projects/7/edit') return { data: [stored({ script: long })] };
      return path === '/seed' ? bytesOf(readFixture('seed.xml')) : undefined;
    });
    const sheet = await screen.findByRole('region', { name: 'Import Spreadsheet Data' });
    expect(within(sheet).getByRole('heading', { name: 'pasted-data.csv' })).toBeTruthy();
    await waitForFigure('Pages', '15');
  });
});

describe('a project that cannot be loaded', () => {
  test('is reported in the fixed words, with reason and reference, and loaded on another try', async () => {
    let answer: Answer = isDown;
    openEdit(({ path }) => {
      if (path === 'projects/7/edit') return answer;
      return path === '/seed' ? bytesOf(readFixture('seed.xml')) : undefined;
    });
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'Error Fetching The Project Data. The server is busy.',
      ),
    );
    expect(button('Copy the reference r-1')).toBeTruthy();
    answer = { data: [stored()] };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Roofs' })).toBeTruthy();
  });

  test.each(['abc', '0', '1e3', '0x7', '-1'])('because its address names no number: %s', async (id) => {
    const page = openEdit(() => undefined, `/projects/${id}/edit`);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'Error Fetching The Project Data. This project does not exist, or you may not have access to it.',
      ),
    );
    expect(callsOf(page)).toEqual([]);
  });
});

describe('a save', () => {
  test('brings fields, data, seed page and the revision that was opened, and says so for 4000 ms', async () => {
    const page = await open();
    type('Notes', 'For the winter');
    press('Save Project');
    await screen.findByText('Project was successfully updated!');
    const { file, ...fields } = fieldsOf(page, 'projects/7');
    expect(fields).toEqual({
      title: 'Roofs',
      script_name: 'pasted-data.csv',
      file_name: '',
      caption: '',
      notes: 'For the winter',
      google_spread_sheet: '',
      footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
      domain_id: '',
      keep: '',
      seed_page: '',
      site_base_url: '',
      script: towns,
      type: 'wordpress',
      project_id: '7',
      revision: '3',
    });
    expect((file as File).name).toBe('seed.xml');
    await pass(3999);
    expect(page.path()).toBe('/projects/7/edit');
    await pass(1);
    expect(page.path()).toBe('/projects/12');
  });

  test.each([
    ['Save Project', 'Saving...', 'projects/7'],
    ['Test Page', 'Testing...', 'save-test'],
  ])('or test by %s closes all buttons and reads “%s” while it is sent', async (name, words, path) => {
    const page = await open((sent) =>
      sent.path === path && sent.method !== 'GET' ? new Promise<never>(() => undefined) : undefined,
    );
    press(name);
    await waitFor(() => expect(page.sent.some((sent) => sent.path === path)).toBe(true));
    expect(button(words).disabled).toBe(true);
    expect(button('Delete Project').disabled).toBe(true);
  });

  test.each([
    ['Yes', '2'],
    ['No', '0'],
  ])('of large output asks; %s sends the same with %s and the newest revision', async (answer, value) => {
    const page = await open(({ method, body }) =>
      method === 'PUT' && !(body as FormData).has('split_xml_file')
        ? { data: { project_id: 7, run_id: 3, revision: 4, split_xml_file: 5, question_is_split_file: true } }
        : undefined,
    );
    press('Save Project');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await screen.findByText('Project was successfully updated!');
    expect(fieldsOf(page, 'projects/7')).toMatchObject({ split_xml_file: value, revision: '4' });
  });

  test('that somebody else overtook offers to reload; what was changed here stays, the rest is new', async () => {
    let isOvertaken = false;
    const page = await open(({ path, method }) => {
      if (method === 'PUT' && !isOvertaken) {
        isOvertaken = true;
        return { status: 409, code: 'conflict', message: 'Someone else changed this in the meantime.' };
      }
      return isOvertaken && path === 'projects/7/edit'
        ? { data: [stored({ notes: 'Theirs', google_spread_sheet: 'https://example.com/s', revision: 9 })] }
        : undefined;
    });
    type('Notes', 'Mine');
    press('Save Project');
    expect(await screen.findByText(CHANGED)).toBeTruthy();
    expect(button('Copy the reference r-1')).toBeTruthy();
    // Typing on does not make the form any newer.
    type('Notes', 'Mine, and more');
    expect(screen.getByText(CHANGED)).toBeTruthy();
    press('Reload');
    await waitFor(() => expect(screen.queryByText(CHANGED)).toBeNull());
    await waitFor(() => expect(field('Notes').value).toBe('Mine, and more'));
    expect(field('Google Sheet Link').value).toBe('https://example.com/s');
    expect(await screen.findByText(/^The latest version of the project is loaded/)).toBeTruthy();
    await waitFor(() => expect(button('Save Project').disabled).toBe(false));
    press('Save Project');
    await screen.findByText('Project was successfully updated!');
    expect(fieldsOf(page, 'projects/7')).toMatchObject({ notes: 'Mine, and more', revision: '9' });
  });

  test('next to a run in progress is refused in the server’s words, without an offer to reload', async () => {
    const message = 'A run of this project is in progress. Wait for it, or cancel it.';
    await open(({ method }) =>
      method === 'PUT' ? { status: 409, code: 'run_in_progress', message } : undefined,
    );
    press('Save Project');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });
});

describe('a session that ended', () => {
  test('keeps what was changed for the same person’s next sign-in, files and all', async () => {
    const page = await open();
    type('Notes', 'Typed in time');
    chooseSeed('seed-misspelt.xml');
    await screen.findByRole('group', { name: '[geo_cty] has no matching column' });
    endSession('token');
    page.unmount();
    openEdit(({ path }) => {
      if (path === 'projects/7/edit') return { data: [stored()] };
      return path === '/seed' ? bytesOf(readFixture('seed.xml')) : undefined;
    });
    expect(
      await screen.findByText(/^You were signed out\. What you entered is back in the form/),
    ).toBeTruthy();
    expect(field('Notes').value).toBe('Typed in time');
    expect(screen.getByRole('heading', { name: 'seed-misspelt.xml' })).toBeTruthy();
  });

  test('shows nothing of it to somebody else', async () => {
    const page = await open();
    type('Notes', 'Typed in time');
    endSession('token');
    page.unmount();
    storeUserData({ access_token: 'other', role: 'user', id: 2, name: 'Grace', avatar: '/a.svg' });
    const { findHeldForm } = await import('./form-memory.ts');
    expect(findHeldForm({ owner: 2, projectId: 7 })).toBeUndefined();
    expect(findHeldForm({ owner: 1, projectId: 8 })).toBeUndefined();
  });
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
    press('Delete Project');
    expect(await screen.findByText(/^Delete “Roofs” with all runs and stored files\?/)).toBeTruthy();
    expect(removals(page)).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await screen.findByText('Project was deleted.');
    expect(removals(page)).toEqual(['projects?project_id=7&type=wordpress']);
    expect(screen.getByText('Opening the project list')).toBeTruthy();
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
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    const toast = (await screen.findByText('The project could not be deleted.')).closest('[role=alert]');
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
    await waitFor(() => expect(callsOf(page)).toContain('GET project/cancel-project'));
  });

  test('with a change asks, and No stays with everything', async () => {
    const page = await open();
    type('Notes', 'Changed');
    expect(unload()).toBe(true);
    await page.goTo('/projects');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
    expect(dialog.getByText('Leave this page? Your changes to this project are not saved yet.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.path()).toBe('/projects/7/edit');
    expect(field('Notes').value).toBe('Changed');
    await page.goTo('/projects');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
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
