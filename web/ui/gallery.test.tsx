import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { Gallery, type GalleryProps } from './gallery.tsx';
import { easeByFriction, GALLERY, NAVIGATION_MS } from './gallery.rules.ts';

const image = (name: string, signature = 'a') => ({
  url: `/files/${name}.jpg?signature=${signature}`,
  name: `${name}.jpg`,
  thumbnailUrl: `/thumbnails/${name}.webp`,
  width: 1600,
  height: 1200,
});
const IMAGES = ['van', 'heater', 'tap', 'bench', 'night'].map((name) => image(name));

beforeEach(() => {
  // The simulated document has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.stubGlobal('innerWidth', 1200);
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  // Its animations reject when they are replaced.
  vi.spyOn(Element.prototype, 'animate').mockImplementation(() => new Animation());
});

function open(more: Partial<GalleryProps> = {}) {
  const onClose = vi.fn<() => void>();
  const onRenew = vi.fn<() => Promise<void>>(async () => {});
  const build = (props: Partial<GalleryProps> = {}) => (
    <Gallery
      images={IMAGES}
      openedUrl={IMAGES[0]?.url ?? ''}
      onRenew={onRenew}
      onClose={onClose}
      {...more}
      {...props}
    />
  );
  const { rerender } = render(build());
  return { onClose, onRenew, change: (props: Partial<GalleryProps>) => rerender(build(props)) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Gallery' });
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('.yarl__carousel img')];
const shown = () =>
  document.querySelector<HTMLImageElement>('.yarl__carousel .yarl__slide_current img') ?? undefined;
const isShown = (name: string) => waitFor(() => expect(shown()?.alt).toBe(name));

/** Like the browser when the image has loaded. */
async function loadShown() {
  const current = shown();
  if (!current) throw new Error('no image is shown');
  Object.assign(current, { decode: async () => {} });
  await act(async () => {
    fireEvent.load(current);
  });
}

async function failShown(status: number) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('', { status })),
  );
  const current = shown();
  if (!current) throw new Error('no image is shown');
  await act(async () => {
    fireEvent.error(current);
  });
}

it('advances the slideshow after 3000 ms, and not before the image has loaded', async () => {
  open({ isPlaying: true });
  await isShown('van.jpg');
  await loadShown();
  await pass(2999);
  await isShown('van.jpg');
  await pass(1);
  await isShown('heater.jpg');
  await pass(6000);
  await isShown('heater.jpg');
  await loadShown();
  await pass(3000);
  await isShown('tap.jpg');
  fireEvent.click(screen.getByRole('button', { name: 'Pause slideshow' }));
  await loadShown();
  await pass(6000);
  await isShown('tap.jpg');
});

it('hides its buttons 3500 ms after the last movement', async () => {
  open();
  const gallery = await dialog();
  const isIdle = () => gallery.className.includes('idle');
  await pass(3499);
  expect(isIdle()).toBe(false);
  fireEvent.pointerMove(gallery);
  await pass(3499);
  expect(isIdle()).toBe(false);
  await pass(1);
  expect(isIdle()).toBe(true);
  fireEvent.keyDown(gallery, { key: 'Tab' });
  expect(isIdle()).toBe(false);
});

it('is compact below 578 px, updated 50 ms after the last resize', async () => {
  open();
  const gallery = await dialog();
  const isCompact = () => gallery.className.includes('compact');
  expect(document.querySelector('.yarl__thumbnails_track')).not.toBeNull();
  vi.stubGlobal('innerWidth', 578);
  fireEvent(window, new Event('resize'));
  await pass(50);
  expect(isCompact()).toBe(false);
  vi.stubGlobal('innerWidth', 577);
  fireEvent(window, new Event('resize'));
  await pass(49);
  expect(isCompact()).toBe(false);
  await pass(1);
  await waitFor(async () => expect((await dialog()).className).toContain('compact'));
  expect(document.querySelector('.yarl__thumbnails_track')).toBeNull();
});

it('has thumbnails from two images on', async () => {
  const { change } = open({ images: IMAGES.slice(0, 1) });
  await dialog();
  expect(document.querySelector('.yarl__thumbnails_track')).toBeNull();
  change({ images: IMAGES.slice(0, 2) });
  await waitFor(() => expect(document.querySelector('.yarl__thumbnails_track')).not.toBeNull());
});

it('preloads one image to each side', async () => {
  open();
  await isShown('van.jpg');
  expect(pictures().map(({ alt }) => alt)).toEqual(['night.jpg', 'van.jpg', 'heater.jpg']);
});

it('takes at most one step per 150 ms', async () => {
  open();
  await isShown('van.jpg');
  const next = screen.getByRole('button', { name: 'Next' });
  const press = () => fireEvent.keyDown(next, { key: 'ArrowRight' });
  press();
  await isShown('heater.jpg');
  press();
  press();
  await pass(149);
  await isShown('heater.jpg');
  await pass(1);
  await isShown('tap.jpg');
  await pass(150);
  await isShown('tap.jpg');
});

it('slows down by a friction of 0.12 for each frame', () => {
  const [first, second, ...rest] = easeByFriction(GALLERY.friction, NAVIGATION_MS)
    .replace(/^linear\(|\)$/g, '')
    .split(', ')
    .map(Number);
  expect([first, rest.at(-1)]).toEqual([0, 1]);
  const way = 1 - 0.88 ** 18;
  expect(second).toBeCloseTo(0.12 / way, 3);
  expect(rest).toHaveLength(17);
});

it('shows a spinner for an image that takes longer than 250 ms', async () => {
  open({ images: IMAGES.slice(0, 1) });
  await isShown('van.jpg');
  await pass(249);
  expect(screen.queryByRole('status', { name: 'Loading the image' })).toBeNull();
  await pass(1);
  await screen.findByRole('status', { name: 'Loading the image' });
  await loadShown();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the image' })).toBeNull());
});

it.each([
  [404, 'Image Not Found'],
  [403, 'Error Loading AJAX : Forbidden'],
  [500, 'Something Went Wrong, Please Try Again Later'],
])('shows the error of an image with the status %i: %s', async (status, text) => {
  open();
  await isShown('van.jpg');
  await failShown(status);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

it('fetches new URLs when one has expired, and keeps its image', async () => {
  const { onRenew, change } = open({ openedUrl: IMAGES[1]?.url ?? '' });
  await isShown('heater.jpg');
  await failShown(403);
  await waitFor(() => expect(onRenew).toHaveBeenCalledOnce());
  change({ images: ['van', 'heater', 'tap'].map((name) => image(name, 'b')) });
  await waitFor(() => expect(shown()?.getAttribute('src')).toBe('/files/heater.jpg?signature=b'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows "Error Loading AJAX : Not Found" when no new URLs are available', async () => {
  open({
    onRenew: async () => {
      throw new Error('404');
    },
  });
  await isShown('van.jpg');
  await failShown(403);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Error Loading AJAX : Not Found'));
});

it('shows "HTML Element Not Found" when the image was removed meanwhile', async () => {
  const { change } = open({ openedUrl: IMAGES[1]?.url ?? '' });
  await isShown('heater.jpg');
  change({ images: [image('van')] });
  expect((await screen.findByRole('alert')).textContent).toBe('HTML Element Not Found');
});

it('closes with Escape', async () => {
  const { onClose } = open();
  await isShown('van.jpg');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Next' }), { key: 'Escape' });
  await pass(1000);
  expect(onClose).toHaveBeenCalledOnce();
});
