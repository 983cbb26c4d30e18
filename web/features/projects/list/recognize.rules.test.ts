import { expect, test } from 'vitest';
import type { SeedInspection } from '#engine';
import { recognize } from './recognize.rules.ts';

const seed: SeedInspection = {
  file: 'seed.xml',
  bytes: 1,
  platform: 'wordpress',
  format: 'WXR 1.2',
  builder: 'Elementor',
  records: [],
  media: 0,
  parents: 0,
  placeholders: [],
  untouched: [],
};

test('names the platform of an export and what its page was built with', () => {
  expect(recognize({ seed, problems: [] }, 'seed.xml')).toEqual({
    platforms: ['WordPress'],
    verdict: 'This is a WordPress export.',
    facts: 'seed.xml: WXR 1.2, built with Elementor.',
  });
});

test('says why a file was not recognized, and offers no way on', () => {
  const problem = {
    code: 'seed-no-export',
    severity: 'fault',
    text: 'This is no WordPress export.',
  } as const;
  const answer = recognize({ problems: [problem] }, 'photo.jpg');
  expect(answer).toEqual({ platforms: [], verdict: 'photo.jpg was not recognized.', facts: problem.text });
});

test('names each platform that a file may come from', () => {
  expect(recognize({ seed, problems: [] }, 'seed.xml', ['wordpress', 'hubspot'])).toEqual({
    platforms: ['WordPress', 'HubSpot'],
    verdict: 'This could be a WordPress or HubSpot export.',
    facts: 'seed.xml could be from either one. Choose where the pages will go.',
  });
});
