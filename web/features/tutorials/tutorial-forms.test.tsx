/** Creating and editing a tutorial: fixed texts, validation, redirect, and removing a preview image. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { CreateTutorialPage, EditTutorialPage } from './tutorial-form.tsx';

const TUTORIAL = {
  id: 6,
  title: 'Export a page',
  description: 'How a page leaves WordPress.',
  link: 'https://v.example/1',
  level: 'hard',
  preview_url: null,
  preview_name: null,
  revision: 1,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
};
const PREVIEW = '7d3c1f0e-0d4b-4b8e-9d0a-3f1c2b5a6e7f.webp';

function reply({ method, path }: Sent) {
  if (path === 'tutorials/level-list') return { data: ['easy', 'medium', 'hard'].map((name) => ({ name })) };
  if (path === 'tutorials/upload-preview') return { data: { preview_name: PREVIEW, preview_url: '/p' } };
  return { data: method === 'GET' ? [TUTORIAL] : TUTORIAL };
}
const open = () => openPage(CreateTutorialPage, { path: '/tutorials/create' }, reply);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Tutorial' }));

test('a new tutorial lists missing fields, and opens the list after four seconds', async () => {
  const page = open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('New Tutorial');
  save();
  for (const text of ['Title is required', 'Tutorial description is required', 'Link to video is required'])
    expect((await screen.findAllByText(text)).length, text).toBeGreaterThan(0);
  type('Title', 'Export a page');
  type('Tutorial description', 'In eight words and a bit more.');
  type('Link to video', 'https://v.example/1');
  save();
  expect(await screen.findByText('Tutorial was successfully added!')).toBeTruthy();
  const { body } = page.sent.findLast(({ method }) => method === 'POST') ?? {};
  expect(JSON.parse(body as string)).toMatchObject({ title: 'Export a page', difficulty_level: 'easy' });
  await pass(3999);
  expect(page.path()).toBe('/tutorials/create');
  await pass(1);
  expect(page.path()).toBe('/tutorials');
});

test.each([
  ['1234567', 1],
  ['12345678', 0],
])('a description needs 8 characters, and the message says 15: %s', async (text, faults) => {
  open();
  type('Tutorial description', text);
  save();
  await screen.findByText(/^Fix \d problems to continue$/);
  const messages = screen.queryAllByText('Tutorial description must be at least 15 characters');
  expect(Math.min(messages.length, 1)).toBe(faults);
});

test('an edit shows the stored values, reports that it was saved, and stays on the page', async () => {
  const page = openPage(EditTutorialPage, { path: '/tutorials/:id/edit', at: '/tutorials/6/edit' }, reply);
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Tutorial' })).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Export a page'));
  expect(screen.getByLabelText<HTMLSelectElement>('Difficulty level').value).toBe('hard');
  type('Title', 'Export two pages');
  save();
  expect(await screen.findByText('Tutorial was successfully updated!')).toBeTruthy();
  await pass(5000);
  expect(page.path()).toBe('/tutorials/6/edit');
});

test('a preview image that is removed before the save is deleted on the server', async () => {
  const page = open();
  const file = new File([new Uint8Array(3)], 'a.png', { type: 'image/png' });
  fireEvent.drop(screen.getByRole('group', { name: 'Preview Image' }), {
    dataTransfer: { types: ['Files'], files: [file] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the preview image' }));
  // Removed during the upload or just after it: on a busy machine the reply may be faster than the click.
  await waitFor(() => expect(page.sent.map(({ path }) => path)).toContain('tutorials/upload-preview'));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Preview Image' })).toBeNull());
  fireEvent.drop(screen.getByRole('group', { name: 'Preview Image' }), {
    dataTransfer: { types: ['Files'], files: [file] },
  });
  await screen.findByRole('img', { name: 'Preview Image' });
  fireEvent.click(screen.getByRole('button', { name: 'Remove the preview image' }));
  await waitFor(() =>
    expect(page.sent.at(-1)).toMatchObject({
      method: 'DELETE',
      path: 'tutorials/delete-preview',
      body: JSON.stringify({ preview_name: PREVIEW }),
    }),
  );
});

test('a save that fails opens “Oops!” with the fixed text, lists the reason, and closes after 2000 ms', async () => {
  openPage(CreateTutorialPage, { path: '/tutorials/create' }, (sent) =>
    sent.method === 'POST' ? Promise.reject(new TypeError('no net')) : reply(sent),
  );
  type('Title', 'Export a page');
  type('Tutorial description', 'In eight words and a bit more.');
  type('Link to video', 'https://v.example/1');
  save();
  const dialog = await screen.findByRole('dialog', { name: 'Oops!' });
  expect(dialog.textContent).toBe('Oops!Something went wrong');
  expect(screen.getByText(/^Couldn’t reach the server/)).toBeTruthy();
  await pass(2000);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Oops!' })).toBeNull());
});

test('a tutorial that fails to load shows the fixed message', async () => {
  openPage(EditTutorialPage, { path: '/tutorials/:id/edit', at: '/tutorials/6/edit' }, () => ({
    status: 403,
    code: 'forbidden',
    message: 'Not for you.',
  }));
  expect(await screen.findByText('Failed to fetch tutorial')).toBeTruthy();
});
