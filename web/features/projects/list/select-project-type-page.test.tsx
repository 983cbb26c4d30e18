import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readProjectType } from '#web/client/project-drafts.ts';
import { openPage } from '../shared/page-fixture.tsx';
import { findChosenType } from '../shared/project-types.rules.ts';
import { SelectProjectTypePage } from './select-project-type-page.tsx';

const open = () => openPage(SelectProjectTypePage, { path: '/projects/select-project-type' }, () => ({}));

test('shows the platforms in order, each of which can be chosen', () => {
  open();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map((radio) => [radio.getAttribute('aria-label'), radio.disabled])).toEqual([
    ['Geocoder', false],
    ['WordPress', false],
    ['HubSpot', false],
    ['Drupal', false],
    ['Wix', false],
    ['Webflow', false],
  ]);
  expect(screen.getByText('More platforms')).toBeTruthy();
  expect(screen.getByText('What Platform is Your Website Built on?')).toBeTruthy();
  expect(screen.getByText('Not sure?')).toBeTruthy();
});

test('each platform is described by the text of its card, and each sample has a unique name', () => {
  open();
  const radio = screen.getByRole('radio', { name: 'WordPress' });
  const ids = radio.getAttribute('aria-describedby')?.split(' ') ?? [];
  const card = radio.closest('label');
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  expect(texts.every((text) => text !== '' && card?.textContent.includes(text))).toBe(true);
  expect(texts.join(' ')).toMatch(/You bring.*You get/);
  const names = screen
    .getAllByRole('link', { name: /^Sample of/ })
    .map((link) => link.getAttribute('aria-label'));
  expect(names).toEqual(
    ['WordPress', 'HubSpot', 'Drupal', 'Wix', 'Webflow'].map((name) => `Sample of ${name}`),
  );
});

test.each(['click', 'Enter', ' '])('choosing by %s stores the type and opens the form', async (way) => {
  const page = open();
  const radio = screen.getByRole('radio', { name: 'WordPress' });
  if (way === 'click') fireEvent.click(radio);
  else fireEvent.keyDown(radio, { key: way });
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('WordPress');
});

test('Space opens the form of the platform that an arrow key has selected', async () => {
  const page = open();
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: 'HubSpot' });
  radio.checked = true;
  fireEvent.keyDown(radio, { key: ' ' });
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('HubSpot');
});

test('an arrow key selects, and does not leave the page', async () => {
  const page = open();
  const radio = screen.getByRole('radio', { name: 'WordPress' });
  fireEvent.keyDown(radio, { key: 'ArrowDown' });
  fireEvent.click(radio);
  fireEvent.keyUp(radio, { key: 'ArrowDown' });
  expect(page.path()).toBe('/projects/select-project-type');
  fireEvent.click(radio);
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
});

test.each([
  [undefined, 'WordPress'],
  ['WordPress', 'WordPress'],
  ['Drupal', 'Drupal'],
  ['Geocoder', 'Geocoder'],
  ['Typo3', 'WordPress'],
])('a stored choice of %s selects %s', (stored, name) => {
  expect(findChosenType(stored).name).toBe(name);
});
