/** Carousel next to the forms before sign-in: when it moves and when it pauses. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass, stopClock } from '#testkit/web-clock.ts';
import { PromoCarousel } from './promo-carousel.tsx';

const current = () =>
  screen.getByRole('button', { name: /^Slide/, current: true }).getAttribute('aria-label');
const carousel = () => screen.getByRole('region', { name: 'What Geoloom does' });
const hover = () => fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
const leave = () => fireEvent.pointerLeave(carousel(), { pointerType: 'mouse' });

function open() {
  stopClock();
  render(
    <MantineProvider env="test">
      <PromoCarousel slidesClass="" />
    </MantineProvider>,
  );
}

test('moves after 5000 ms', async () => {
  open();
  await pass(4999);
  expect(current()).toMatch(/^Slide 1/);
  await pass(1);
  expect(current()).toMatch(/^Slide 2/);
});

test('pauses while the pointer is over it, and continues 5000 ms later', async () => {
  open();
  await pass(3000);
  hover();
  await pass(60_000);
  expect(current()).toMatch(/^Slide 1/);
  leave();
  await pass(4999);
  expect(current()).toMatch(/^Slide 1/);
  await pass(1);
  expect(current()).toMatch(/^Slide 2/);
});

test('stays paused by its button after the pointer leaves', async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  hover();
  leave();
  await pass(60_000);
  expect(current()).toMatch(/^Slide 1/);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await pass(5000);
  expect(current()).toMatch(/^Slide 2/);
});
