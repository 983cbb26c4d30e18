import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { openPage } from '../shared/page-fixture.tsx';
import { PrimaryImages } from './primary-images.tsx';

const image = (name: string): ImageFile => ({
  id: name,
  url: `/api/v1/files/image/${name}/image.jpg?expires=99999999999&signature=a`,
  name: `${name}.jpg`,
  fileName: `${name}.jpg`,
  size: 412_600,
  width: 1600,
  height: 1200,
  chosen_at: '2026-01-01T00:00:00.000Z',
  thumbnail_url: `/api/v1/files/thumbnail/${name}/thumbnail.webp?signature=a`,
});

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'animate').mockImplementation(() => new Animation());
});

const open = (images: ImageFile[]) =>
  openPage(
    () => <PrimaryImages projectId={7} type="wordpress" images={images} />,
    { path: '/projects/7' },
    () => ({ data: [] }),
  );

it('shows Primary Images with their sizes, each loaded when it scrolls into view', () => {
  open([image('van'), image('heater')]);
  expect(screen.getByRole('heading', { name: 'Primary Images' })).toBeDefined();
  const items = screen.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['van.jpg412.60 KB', 'heater.jpg412.60 KB']);
  const pictures = [...document.querySelectorAll('img')];
  expect(pictures.map((each) => each.getAttribute('loading'))).toEqual(['lazy', 'lazy']);
});

it('opens an image and restores the focus', async () => {
  open([image('van'), image('heater')]);
  const opener = screen.getByRole('button', { name: 'Open heater.jpg' });
  opener.focus();
  fireEvent.click(opener);
  const gallery = await screen.findByRole('dialog', { name: 'Gallery' });
  await waitFor(() =>
    expect(gallery.querySelector<HTMLImageElement>('.yarl__slide_current img')?.alt).toBe('heater.jpg'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(1000);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

it('removes the image that the gallery shows after a confirmation', async () => {
  const { sent } = open([image('van'), image('heater')]);
  fireEvent.click(screen.getByRole('button', { name: 'Open heater.jpg' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the image' }));
  await screen.findByText('Remove heater.jpg from the project? Pages that are built already keep it.');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Gallery' })).toBeNull());
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  const body = JSON.stringify({ url: image('heater').url, type: 'wordpress' });
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: 'images/delete-upload', body }]));
});

it('offers a slideshow for two images or more', async () => {
  const { unmount } = open([image('van')]);
  expect(screen.queryByRole('button', { name: 'Slideshow' })).toBeNull();
  unmount();
  open([image('van'), image('heater')]);
  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }));
  await screen.findByRole('button', { name: 'Pause slideshow' });
});
