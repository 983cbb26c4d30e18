/** Illustrated guides: steps, pictures, and links from tutorials. */
import { existsSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findWalkthrough, WALKTHROUGHS } from '#web/ui/walkthrough.tsx';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { TutorialPage } from '../tutorials/tutorial-page.tsx';
import { WalkthroughPage } from './walkthrough-page.tsx';

const openGuide = (slug: string) =>
  openPage(WalkthroughPage, { path: '/resources/:slug', at: `/resources/${slug}` }, () => ({ data: [] }));
const tutorial = (link: string) => ({
  id: 6,
  title: 'Build your first project',
  description: 'From an exported page to files.',
  link,
  level: 'easy',
  preview_url: null,
  preview_name: null,
  revision: 1,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
});
const openTutorial = (link: string) =>
  openPage(TutorialPage, { path: '/tutorials/:id', at: '/tutorials/6' }, () => ({ data: [tutorial(link)] }));

test('a guide numbers its steps and shows a picture that exists', () => {
  openGuide('first-project');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Build your first project');
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  for (const { steps } of WALKTHROUGHS)
    for (const { picture, alt } of steps) {
      if (picture === undefined) continue;
      expect(existsSync(`web/public/guides/${picture}.webp`), picture).toBe(true);
      expect(alt).toBeTruthy();
    }
});

test('an unknown guide links back to the resources', () => {
  openGuide('gone');
  expect(screen.getByText('We couldn’t find that guide.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Resources' }).getAttribute('href')).toBe('/resources');
});

test('a tutorial that links to a guide shows its steps in place of a video', async () => {
  openTutorial(`${location.origin}/resources/first-project`);
  expect((await screen.findAllByRole('img')).length).toBe(4);
  expect(screen.queryByText(/Open the video/)).toBeNull();
});

test('a guide of another site is an ordinary link', async () => {
  openTutorial('https://other.example/resources/first-project');
  await screen.findByRole('link', { name: /Open the video at other.example/ });
  expect(findWalkthrough('https://other.example/resources/first-project', location.origin)).toBeUndefined();
});
