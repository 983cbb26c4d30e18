/** "Not sure?" on Select Project Type: the server inspects an export and recognizes its platform. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readDraftId, readProjectType } from '#web/client/project-drafts.ts';
import {
  listCalls,
  fixtureFile,
  installBrowserParts,
  makeDraft,
  openCreateForm,
} from '../form/form-fixture.tsx';
import { DRAFT_ID, SEED_FILE } from '../form/section-fixture.tsx';
import { type OpenedPage, openPage } from '../shared/page-fixture.tsx';
import { SelectProjectTypePage } from './select-project-type-page.tsx';

beforeEach(installBrowserParts);

const open = (reply: object = { data: {} }): OpenedPage =>
  openPage(SelectProjectTypePage, { path: '/projects/select-project-type' }, ({ path }) =>
    path === 'projects/recognize' ? reply : { data: {} },
  );
const ofOne = { data: { platforms: ['wordpress'], draft_id: DRAFT_ID } };
const ofTwo = { data: { platforms: ['wordpress', 'hubspot'] } };
const card = () =>
  screen.getByRole('heading', { name: 'Not sure?' }).closest('div')?.parentElement as HTMLElement;
const words = () => card().querySelector('[role=status]')?.textContent;
const DISCARD = 'DELETE projects/drafts/ID';

function choose(file: File) {
  const picker = card().querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  Object.defineProperty(picker, 'files', { value: [file], configurable: true });
  fireEvent.change(picker);
}

test('explains itself before a file is dropped', () => {
  open();
  expect(words()).toBe('Drop an export here and we’ll tell you which platform it came from.');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
});

test('a recognized file opens a form of its type, with the file', async () => {
  const page = open(ofOne);
  choose(fixtureFile('seed.xml', 'text/xml'));
  await waitFor(() => expect(words()).toMatch(/^This is a WordPress export\. seed\.xml /));
  fireEvent.click(screen.getByRole('button', { name: 'Continue with WordPress' }));
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect([readProjectType(), readDraftId()]).toEqual(['WordPress', DRAFT_ID]);
  expect(listCalls(page)).not.toContain(DISCARD);
  cleanup();
  const form = await openCreateForm({ draft: makeDraft({ seed: SEED_FILE, is_changed: true }) });
  await screen.findByRole('heading', { name: 'seed.xml' });
  expect(listCalls(form)).not.toContain('POST projects/drafts');
});

test('a file from one of two platforms offers both, and is uploaded into the form of the chosen one', async () => {
  const page = open(ofTwo);
  choose(fixtureFile('seed.xml', 'text/xml'));
  await waitFor(() => expect(words()).toMatch(/^This could be a WordPress or HubSpot export\. /));
  expect(screen.getByRole('button', { name: 'Continue with WordPress' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Continue with HubSpot' }));
  await waitFor(() => expect(page.path()).toBe('/projects/create-project'));
  expect(readProjectType()).toBe('HubSpot');
  cleanup();
  const form = await openCreateForm();
  await screen.findByRole('heading', { name: 'seed.xml' });
  expect(listCalls(form)).toContain('POST upload');
  cleanup();
  await openCreateForm();
  expect(screen.queryByRole('heading', { name: 'seed.xml' })).toBeNull();
});

test('an unrecognized file can’t be used, and can be replaced', async () => {
  open({ data: { platforms: [] } });
  choose(new File(['a,b'], 'towns.csv'));
  await waitFor(() => expect(words()).toMatch(/^We don’t recognize towns\.csv\. /));
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
});

test('a file that the server can’t read shows the reason', async () => {
  open({ status: 503, code: 'overloaded', message: 'The server is busy.' });
  choose(fixtureFile('seed.xml', 'text/xml'));
  await waitFor(() => expect(words()).toMatch(/^We couldn’t read the file\. The server is busy\./));
});

test.each([
  ['another file is chosen', async () => choose(fixtureFile('seed.xml', 'text/xml'))],
  ['the page is left', (page: OpenedPage) => page.goTo('/projects')],
])('the draft with the file is deleted when %s', async (_when, act) => {
  const page = open(ofOne);
  choose(fixtureFile('seed.xml', 'text/xml'));
  await screen.findByRole('button', { name: 'Continue with WordPress' });
  await act(page);
  await waitFor(() => expect(listCalls(page)).toContain(DISCARD));
});

test('a file may be dropped on the whole card', async () => {
  open(ofOne);
  const dataTransfer = { types: ['Files'], files: [fixtureFile('seed.xml', 'text/xml')] };
  fireEvent.dragEnter(card(), { dataTransfer });
  expect(card().hasAttribute('data-over')).toBe(true);
  fireEvent.drop(card(), { dataTransfer });
  await waitFor(() => expect(words()).toMatch(/^This is a WordPress export\./));
  expect(card().hasAttribute('data-over')).toBe(false);
});
