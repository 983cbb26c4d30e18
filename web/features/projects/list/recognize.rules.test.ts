import { expect, test } from 'vitest';
import { recognize } from './unsure-card.tsx';

test('names the platform of an export', () => {
  expect(recognize('seed.xml', ['wordpress'])).toEqual({
    platforms: ['WordPress'],
    verdict: 'This is a WordPress export.',
    facts: 'seed.xml is ready to be used as the seed page.',
  });
});

test('doesn’t offer to continue with an unrecognized file', () => {
  expect(recognize('photo.jpg', [])).toEqual({
    platforms: [],
    verdict: 'We don’t recognize photo.jpg.',
    facts: 'It isn’t an export from any of these platforms.',
  });
});

test('names each platform that a file may come from', () => {
  expect(recognize('seed.xml', ['wordpress', 'hubspot'])).toEqual({
    platforms: ['WordPress', 'HubSpot'],
    verdict: 'This could be a WordPress or HubSpot export.',
    facts: 'seed.xml could be from either one. Choose where the pages will go.',
  });
});
