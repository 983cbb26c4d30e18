/** Images that are added while an earlier draft is offered: the banner blocks nothing, and the draft keeps its own. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Draft } from '#contract/project-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import {
  callsOf,
  choosePrimary,
  fieldsOf,
  installBrowserParts,
  openEdit,
  press,
  readFixture,
  section,
  waitForFigure,
} from './form-fixture.tsx';
import type { OpenedPage } from '../shared/page-fixture.tsx';
import { draft, project } from '../shared/project-fixture.ts';
import { HeldRequest, holdUploads, image, photo, take } from './upload-fixture.ts';

const KEEP = 'PUT projects/draft';
const BESIDE = 'id of new.jpg';
const EARLIER = draft({ revision: 3, fields: { notes: 'Begun' }, files: [image('earlier.jpg')] });
const bytesOf = (name: string) =>
  new Response(readFixture(name)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
const names = () =>
  within(section('Primary Images'))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);

/** The edit form of a project with one image. */
function openStored(earlier: Draft | null): OpenedPage {
  const script = new TextDecoder().decode(readFixture('towns.csv'));
  return openEdit(({ method, path }) => {
    if (path === 'projects/7/edit') return { data: [project({ script, files: [image('van.jpg')] })] };
    if (path === '/seed') return bytesOf('seed.xml');
    const isAsked = method === 'GET' && path.startsWith('projects/draft');
    return isAsked || path.startsWith('projects/restore-draft') ? { data: earlier } : undefined;
  });
}

/** Next to an earlier draft, after another image was added. */
async function addBeside(): Promise<OpenedPage> {
  const page = openStored(EARLIER);
  await screen.findByRole('button', { name: 'Restore draft' });
  await waitForFigure('Pages', '12');
  choosePrimary(photo('new.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  expect(HeldRequest.all[0]?.sent?.get('draft')).toBe('leave');
  take(0, 'new.jpg');
  await screen.findByText(/^2 images, /);
  return page;
}

beforeEach(() => {
  installBrowserParts();
  holdUploads();
});

test.each([
  ['Save Project', 'projects/7', 'Project was successfully updated!'],
  ['Test Page', 'save-test', 'Test was successfully started!'],
])('%s names them and leaves the draft alone', async (name, path, message) => {
  const page = await addBeside();
  press(name);
  await screen.findByText(message);
  expect(fieldsOf(page, path)).toMatchObject({ draft: 'leave', image_ids: BESIDE });
  expect(callsOf(page)).not.toContain(KEEP);
});

test('are tested with the seed page that the project has, also from the draft of the form itself', async () => {
  const page = openStored(null);
  await waitForFigure('Pages', '12');
  choosePrimary(photo('new.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  take(0, 'new.jpg');
  await screen.findByText(/^2 images, /);
  press('Test Page');
  await screen.findByText('Test was successfully started!');
  expect(fieldsOf(page, 'save-test')).toMatchObject({ draft: 'leave', image_ids: BESIDE });
});

test('come into the new draft once the earlier one was discarded', async () => {
  const page = await addBeside();
  press('Discard draft');
  // It could still be taken back, so its place is not free yet.
  choosePrimary(photo('newer.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(2));
  expect(HeldRequest.all[1]?.sent?.get('draft')).toBe('leave');
  fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
  await waitFor(() => expect(callsOf(page)).toContain('DELETE projects/draft?project_id=7'));
  await pass(2500);
  await waitFor(() => expect(fieldsOf(page, 'projects/draft')).toMatchObject({ image_ids: BESIDE }));
  // One that arrives later is kept, too.
  take(1, 'newer.jpg');
  await screen.findByText(/^3 images, /);
  await pass(2500);
  const both = `${BESIDE},id of newer.jpg`;
  await waitFor(() => expect(fieldsOf(page, 'projects/draft')).toMatchObject({ image_ids: both }));
  press('Save Project');
  await screen.findByText('Project was successfully updated!');
  expect(fieldsOf(page, 'projects/7')).toMatchObject({ image_ids: both });
  expect(fieldsOf(page, 'projects/7')).not.toHaveProperty('draft');
});

test('make room for those of the earlier draft once that is restored, like what was typed', async () => {
  const page = await addBeside();
  press('Restore draft');
  await waitFor(() => expect(names()).toEqual(['van.jpg', 'earlier.jpg']));
  await waitForFigure('Pages', '12');
  press('Save Project');
  await screen.findByText('Project was successfully updated!');
  expect(fieldsOf(page, 'projects/7')).not.toHaveProperty('image_ids');
});
