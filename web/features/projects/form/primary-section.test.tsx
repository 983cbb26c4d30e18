/** "Primary Images" in forms of projects with pages. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import { storeProjectType } from '#web/client/project-drafts.ts';
import {
  listCalls,
  choosePrimary,
  readFields,
  installBrowserParts,
  makeDraft,
  openCreate,
  openEdit,
  press,
  section,
} from './form-fixture.tsx';
import { DRAFT_ID, SEED_FILE, SHEET_FILE } from './section-fixture.tsx';
import { HeldRequest, holdUploads, image, photo, take } from './upload-fixture.ts';

const items = () => within(section('Primary Images')).queryAllByRole('listitem');
const names = () => items().map((item) => item.querySelector('bdi')?.textContent);
const inRail = () => screen.getByRole('link', { name: /^Primary Images/ }).textContent;

/** Waits for the form. */
async function openForm(type = 'WordPress') {
  storeProjectType(type);
  const page = openCreate();
  await screen.findByText(/many at once/);
  return page;
}

const urlOf = (name: string) => image(name).url;

const openStored = (files: ImageFile[], answer?: Parameters<typeof openEdit>[0]) =>
  openEdit({ draft: makeDraft({ project_id: 7, files }), ...answer });

beforeEach(() => {
  installBrowserParts();
  holdUploads();
});

test.each(['WordPress', 'HubSpot', 'Drupal', 'Wix'])('go to the draft of a %s form', async (type) => {
  await openForm(type);
  choosePrimary(photo('deck.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  const [request] = HeldRequest.all;
  expect(request?.address).toBe('/api/v1/images/upload-primary');
  expect(request?.sent?.get('type')).toBe(type.toLowerCase());
});

test('are taken on a page that came over plain HTTP', async () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  await openForm();
  choosePrimary(photo('deck.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  expect(names()).toEqual(['deck.jpg']);
});

test('are not in the form of a Geocoder', async () => {
  await openForm('Geocoder');
  expect(screen.queryByRole('region', { name: 'Primary Images' })).toBeNull();
});

test('are uploaded three at a time and listed in the order in which they were chosen', async () => {
  await openForm();
  choosePrimary(
    photo('a.jpg', 5_242_880),
    photo('large.jpg', 5_242_881),
    new File([Uint8Array.of(0x89), 'PNG\r\n\x1a\n'], 'b.png', { type: 'image/png' }),
    new File(['just a text'], 'no-image.png', { type: 'image/png' }),
    new File(['x'], 'plan.pdf', { type: 'application/pdf' }),
    photo('c.jpg'),
    photo('d.jpg'),
  );
  await screen.findByText('3 files skipped: only JPEG, PNG and WebP images of up to 5 MB are used.');
  await waitFor(() => expect(HeldRequest.all).toHaveLength(3));
  expect(inRail()).toContain('being read');
  const moments = HeldRequest.all.map(({ sent }) => JSON.stringify(sent?.get('chosen_at')));
  expect(moments).toEqual([...new Set(moments)].toSorted());
  take(2, 'c.jpg');
  await waitFor(() => expect(HeldRequest.all).toHaveLength(4));
  [0, 1, 3].forEach((index) => take(index, ['a.jpg', 'b.png', '', 'd.jpg'][index] ?? ''));
  await screen.findByText(/^4 images, /);
  expect(names()).toEqual(['a.jpg', 'b.png', 'c.jpg', 'd.jpg']);
  expect(inRail()).toContain('done');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('are optional, and the form waits for those that are on their way', async () => {
  const page = openCreate({ draft: makeDraft({ seed: SEED_FILE, sheet: SHEET_FILE }) });
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Roofs' } });
  choosePrimary(photo('a.jpg'));
  await screen.findByText('Uploading the images.');
  press('Save Project');
  await screen.findByRole('button', { name: 'Saving...' });
  expect(listCalls(page)).not.toContain('POST save-xml');
  press('Remove a.jpg');
  await waitFor(() => expect(listCalls(page)).toContain('POST save-xml'));
});

test('of a stored project are in its form, and removed from there', async () => {
  const page = openStored([image('van.jpg'), image('tap.jpg')]);
  await screen.findByText(/^2 images, /);
  expect(names()).toEqual(['van.jpg', 'tap.jpg']);
  press('Remove van.jpg');
  await waitFor(() => expect(listCalls(page)).toContain('DELETE images/delete-upload'));
  expect(readFields(page, 'images/delete-upload')).toEqual({ url: image('van.jpg').url, type: 'wordpress' });
  expect(names()).toEqual(['tap.jpg']);
});

test('that cannot be removed come back to their place, with the reason', async () => {
  openStored(['a.jpg', 'b.jpg', 'c.jpg'].map(image), {
    answer: ({ path }) => (path === 'images/delete-upload' ? { status: 500 } : undefined),
  });
  await screen.findByText(/^3 images, /);
  press('Remove b.jpg');
  expect(names()).toEqual(['a.jpg', 'c.jpg']);
  await screen.findByText('Couldn’t remove the image.');
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('that the server has removed already stay removed', async () => {
  const page = openStored(['a.jpg', 'b.jpg'].map(image), {
    answer: ({ path }) => (path === 'images/delete-upload' ? { status: 404 } : undefined),
  });
  await screen.findByText(/^2 images, /);
  const readings = () => listCalls(page).filter((sent) => sent.endsWith('/inspect')).length;
  await waitFor(() => expect(readings()).toBe(1));
  press('Remove b.jpg');
  await waitFor(() => expect(readings()).toBe(2));
  expect(names()).toEqual(['a.jpg']);
});

test('removed after the last byte has left are taken out of the draft once the server answers', async () => {
  const page = await openForm();
  choosePrimary(photo('late.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  HeldRequest.all[0]?.report(4, 4);
  await screen.findByText('100%');
  press('Remove late.jpg');
  expect([names(), HeldRequest.all[0]?.isAborted]).toEqual([[], false]);
  take(0, 'late.jpg');
  await waitFor(() =>
    expect(readFields(page, 'images/delete-upload')).toMatchObject({ url: urlOf('late.jpg') }),
  );
  expect(names()).toEqual([]);
});

const orders = (page: ReturnType<typeof openEdit>) =>
  listCalls(page).filter((sent) => sent === 'PUT images/order').length;

test('are moved by their arrows, which keep the focus, and the order is kept on the server', async () => {
  const page = openStored(['a.jpg', 'b.jpg', 'c.jpg'].map(image));
  await screen.findByText(/^3 images, /);
  const button = screen.getByRole('button', { name: 'Move a.jpg later' });
  button.focus();
  fireEvent.click(button);
  expect(names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
  expect(document.activeElement).toBe(button);
  expect(screen.getByText('a.jpg is image 2 of 3')).toBeDefined();
  await waitFor(() =>
    expect(readFields(page, 'images/order')).toEqual({ urls: ['b.jpg', 'a.jpg', 'c.jpg'].map(urlOf) }),
  );
  fireEvent.click(button);
  await waitFor(() => expect(orders(page)).toBe(2));
  fireEvent.click(button);
  expect([names(), button.getAttribute('aria-disabled')]).toEqual([['b.jpg', 'c.jpg', 'a.jpg'], 'true']);
  expect(items().map((item) => item.querySelector('code')?.textContent)).toEqual([
    '[image_1]',
    '[image_2]',
    '[image_3]',
  ]);
});

test('are dragged to another place', async () => {
  const page = openStored(['a.jpg', 'b.jpg', 'c.jpg'].map(image));
  await screen.findByText(/^3 images, /);
  const [first, , last] = items();
  if (!first || !last) throw new Error('no images');
  const dataTransfer = new DataTransfer();
  fireEvent.dragStart(last, { dataTransfer });
  fireEvent.dragOver(first, { dataTransfer });
  expect(first.hasAttribute('data-over')).toBe(true);
  fireEvent.drop(first, { dataTransfer });
  expect(names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  await waitFor(() =>
    expect(readFields(page, 'images/order')).toEqual({ urls: ['c.jpg', 'a.jpg', 'b.jpg'].map(urlOf) }),
  );
});

test('moved during an upload are ordered once it is complete', async () => {
  const page = openStored([image('a.jpg')]);
  await screen.findByText(/^1 image, /);
  choosePrimary(photo('new.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  press('Move new.jpg earlier');
  expect(orders(page)).toBe(0);
  take(0, 'new.jpg');
  await waitFor(() =>
    expect(readFields(page, 'images/order')).toEqual({ urls: ['new.jpg', 'a.jpg'].map(urlOf) }),
  );
});

test('whose order cannot be kept say so', async () => {
  openStored(['a.jpg', 'b.jpg'].map(image), {
    answer: ({ path }) => (path === 'images/order' ? { status: 500 } : undefined),
  });
  await screen.findByText(/^2 images, /);
  press('Move b.jpg earlier');
  await screen.findByText('Couldn’t save the order of the images.');
});

test('change the inspection: it is repeated after one is added, moved or removed', async () => {
  const page = openStored(['a.jpg', 'b.jpg'].map(image));
  await screen.findByText(/^2 images, /);
  const readings = () => listCalls(page).filter((sent) => sent.endsWith('/inspect')).length;
  await waitFor(() => expect(readings()).toBe(1));
  choosePrimary(photo('new.jpg'));
  await waitFor(() => expect(HeldRequest.all).toHaveLength(1));
  expect(HeldRequest.all[0]?.sent?.get('draft_id')).toBe(DRAFT_ID);
  take(0, 'new.jpg');
  await waitFor(() => expect(readings()).toBe(2));
  press('Move b.jpg earlier');
  await waitFor(() => expect(readings()).toBe(3));
  press('Remove a.jpg');
  await waitFor(() => expect(readings()).toBe(4));
});
