import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { ApiError } from '#web/client/call.ts';
import { ImageField, type StoredImage } from './image-field.tsx';
import { useForm } from './use-form.ts';
import { z } from 'zod';

type Upload = (file: File, signal: AbortSignal) => Promise<StoredImage>;

const sent = vi.fn<(values: unknown) => void>();
const discarded = vi.fn<(name: string) => void>();

function Form({ initial, upload }: { initial: string; upload: Upload }) {
  const form = useForm({
    schema: z.object({}),
    initial: { preview_name: initial },
    send: async (values) => sent(values),
  });
  return (
    <>
      <ImageField
        label="Preview image"
        url={initial === '' ? null : '/files/old'}
        upload={upload}
        onDiscard={discarded}
        {...form.field('preview_name')}
      />
      <button type="button" onClick={() => void form.submit()}>
        Save
      </button>
    </>
  );
}

const store: Upload = async ({ name }) => ({ name: `${name}.webp`, url: `/files/${name}` });

function open(initial = '', upload = store) {
  sent.mockClear();
  discarded.mockClear();
  render(
    <MantineProvider env="test">
      <Form initial={initial} upload={upload} />
    </MantineProvider>,
  );
}

const image = (name = 'a.png', type = 'image/png', size = 3) =>
  new File([new Uint8Array(size)], name, { type });
const dropOn = (files: File[]) =>
  fireEvent.drop(screen.getByRole('group', { name: 'Preview image' }), {
    dataTransfer: { types: ['Files'], files },
  });
const shown = () => screen.queryByRole('img', { name: 'Preview image' })?.getAttribute('src');

async function save(): Promise<unknown> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  return sent.mock.lastCall?.[0];
}

test('a dropped image is uploaded and shown, and its name is sent', async () => {
  open();
  expect(shown()).toBeUndefined();
  dropOn([image()]);
  await waitFor(() => expect(shown()).toBe('/files/a.png'));
  expect(await save()).toEqual({ preview_name: 'a.png.webp' });
});

test('a stored image is shown and can be removed; the focus moves to the drop area', async () => {
  open('old.webp');
  expect(shown()).toBe('/files/old');
  const remove = screen.getByRole('button', { name: 'Remove the preview image' });
  remove.focus();
  fireEvent.click(remove);
  const drop = screen.getByRole('button', { name: /Drop an image here/ });
  expect(document.activeElement).toBe(drop);
  expect(shown()).toBeUndefined();
  expect(await save()).toEqual({ preview_name: '' });
});

test('an image that is replaced or removed is discarded by its name', async () => {
  open();
  dropOn([image()]);
  await waitFor(() => expect(shown()).toBe('/files/a.png'));
  dropOn([image('b.png')]);
  await waitFor(() => expect(shown()).toBe('/files/b.png'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove the preview image' }));
  expect(discarded.mock.calls).toEqual([['a.png.webp'], ['b.png.webp']]);
});

test.each([
  ['an image of another format', image('a.gif', 'image/gif'), 'Only JPEG, PNG and WebP images are allowed.'],
  [
    'an image that is too large',
    image('a.png', 'image/png', IMAGE_BYTES + 1),
    'The image is larger than 5 MB.',
  ],
])('%s is not uploaded, and the previous image stays', async (_, file, text) => {
  const upload = vi.fn<Upload>(store);
  open('old.webp', upload);
  dropOn([file]);
  expect(screen.getByText(text)).toBeTruthy();
  expect(upload).not.toHaveBeenCalled();
  expect(await save()).toEqual({ preview_name: 'old.webp' });
});

test('a refused image shows the reason, and the next one clears it', async () => {
  const failure = {
    success: false as const,
    code: 'invalid' as const,
    message: 'No image.',
    request_id: '1',
  };
  let isRefused = true;
  open('', (file, signal) => (isRefused ? Promise.reject(new ApiError(422, failure)) : store(file, signal)));
  dropOn([image()]);
  expect(await screen.findByText('No image.')).toBeTruthy();
  isRefused = false;
  dropOn([image('b.png')]);
  await waitFor(() => expect(shown()).toBe('/files/b.png'));
  expect(screen.queryByText('No image.')).toBeNull();
});

test('during an upload a spinner covers the old image', async () => {
  let finish: (stored: StoredImage) => void = () => {};
  open('old.webp', () => new Promise((resolve) => (finish = resolve)));
  const overlay = () => screen.queryByRole('status')?.closest('.mantine-LoadingOverlay-root');
  expect(overlay()).toBeUndefined();
  dropOn([image()]);
  expect((await screen.findByRole('status')).textContent).toBe('Uploading a.png');
  expect(overlay()?.querySelector('svg')?.getAttribute('width')).toBe('80');
  expect(overlay()?.previousElementSibling?.getAttribute('src')).toBe('/files/old');
  await act(async () => finish({ name: 'a.webp', url: '/files/a' }));
  expect(overlay()).toBeUndefined();
  expect(shown()).toBe('/files/a');
});

test('of two images the newer one wins, whichever upload ends last', async () => {
  const ends = new Map<string, (image: StoredImage) => void>();
  open('', ({ name }) => new Promise((resolve) => ends.set(name, resolve)));
  dropOn([image('slow.png')]);
  dropOn([image('new.png')]);
  await act(async () => ends.get('new.png')?.({ name: 'new.webp', url: '/files/new' }));
  await act(async () => ends.get('slow.png')?.({ name: 'slow.webp', url: '/files/slow' }));
  expect(shown()).toBe('/files/new');
  expect(await save()).toEqual({ preview_name: 'new.webp' });
});

test('a removed upload doesn’t reappear', async () => {
  let finish: (image: StoredImage) => void = () => {};
  open('', () => new Promise((resolve) => (finish = resolve)));
  dropOn([image()]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the preview image' }));
  await act(async () => finish({ name: 'a.webp', url: '/files/a' }));
  expect(shown()).toBeUndefined();
  expect(await save()).toEqual({ preview_name: '' });
});
