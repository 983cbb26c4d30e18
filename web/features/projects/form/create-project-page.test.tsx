/** What happens to drafts on the page of a new project: kept, offered, restored, discarded on request only. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeProjectDraft } from '#web/client/project-drafts.ts';
import { storeUserData } from '#web/client/session.ts';
import { pass } from '#testkit/web-clock.ts';
import { type OpenedPage } from '../shared/page-fixture.tsx';
import { callsOf, field, installSilentWorker, openCreate, press, type } from './form-fixture.tsx';
import { draft } from '../shared/project-fixture.ts';
import type { Draft } from '#contract/project-shapes.ts';

const PATH = '/projects/create-project';
const KEEP = 'PUT projects/draft';
const DISCARD = 'DELETE projects/draft';
const CLOSE = 'GET project/cancel-project';

const stored = draft({ fields: { notes: 'Earlier' } });

/** The form before a server that has, or has not, an earlier draft. */
const open = (earlier: Draft | null = null): OpenedPage =>
  openCreate(({ method, path }) => {
    if (path === 'projects/draft' && method === 'GET') return { data: earlier };
    return { data: path === 'projects/restore-draft' ? stored : {} };
  });

/** Lets the pause pass after which a draft is kept. */
const pauseTyping = () => pass(2000);

beforeEach(installSilentWorker);

describe('an earlier draft', () => {
  test('is not overwritten by what is typed before the person has chosen', async () => {
    const page = open(stored);
    await screen.findByText(/“Begun” was started but not saved/);
    type('Title', 'Something else');
    expect(screen.getByText(/Restoring it replaces what you have entered since/)).toBeTruthy();
    await pass(10_000);
    expect(callsOf(page)).not.toContain(KEEP);
  });

  test('comes back whole on request, and is kept from then on', async () => {
    const page = open(stored);
    type('Title', 'Something else');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(() => expect(field('Title').value).toBe('Begun'));
    expect(field('Notes').value).toBe('Earlier');
    expect(field('Footer link template').value).toBe('<a href="[geo_url]">[geo_city]</a><br>');
    expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull();
    await pauseTyping();
    await waitFor(() => expect(callsOf(page)).toContain(KEEP));
  });

  test('is discarded on request only, and what was typed is kept instead', async () => {
    const page = open(stored);
    type('Title', 'Something else');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
    await waitFor(() => expect(callsOf(page)).toContain(DISCARD));
    await pauseTyping();
    await waitFor(() => expect(callsOf(page)).toContain(KEEP));
    expect(field('Title').value).toBe('Something else');
  });

  test('that was discarded is there again with one click, and nothing was asked of the server', async () => {
    const page = open(stored);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(() => expect(field('Title').value).toBe('Begun'));
    expect(callsOf(page)).not.toContain(DISCARD);
  });

  test('that was discarded goes with the page, and the way back goes with it', async () => {
    const page = open(stored);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    await screen.findByRole('button', { name: 'Undo' });
    await page.goTo('/projects');
    await waitFor(() => expect(callsOf(page)).toContain(DISCARD));
    await pass(1000);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('is offered again when the server does not let it go', async () => {
    openCreate(({ method, path }) =>
      method === 'DELETE'
        ? { status: 503, code: 'overloaded', message: 'Busy' }
        : { data: path === 'projects/draft' ? stored : {} },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
    await screen.findByText('The draft could not be discarded.');
    await screen.findByRole('button', { name: 'Restore draft' });
  });

  test('and what was typed while it was offered are both there after a reload', async () => {
    storeUserData({
      id: 1,
      access_token: 'token',
      role: 'user',
      name: 'Ada Lovelace',
      avatar: '/avatar.svg',
    });
    storeProjectDraft({
      type: 'wordpress',
      fields: { title: 'First words' },
      savedAt: '2026-11-21T11:00:00Z',
    });
    open();
    await screen.findByText(/“First words” was started but not saved/);
    type('Title', 'Second words');
    await pauseTyping();
    await screen.findByText(/Draft saved in this browser/);
    cleanup();
    open();
    await screen.findByText(/“First words” was started .* What you typed later is back in the form/);
    expect(field('Title').value).toBe('Second words');
    type('Title', '');
    cleanup();
    open();
    await screen.findByText(/“First words” was started but not saved, [^.]+\.$/);
    expect(field('Title').value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Restore draft' }));
    await waitFor(() => expect(field('Title').value).toBe('First words'));
  });

  test('that has gone meanwhile leaves what was typed next to it in the form', async () => {
    storeUserData({
      id: 1,
      access_token: 'token',
      role: 'user',
      name: 'Ada Lovelace',
      avatar: '/avatar.svg',
    });
    storeProjectDraft(
      { type: 'wordpress', fields: { title: 'Typed beside' }, savedAt: '2026-11-21', isAside: true },
      1,
    );
    open();
    await screen.findByText('What you typed earlier is back in the form.');
    expect(field('Title').value).toBe('Typed beside');
  });

  test('that has lost its data says so', async () => {
    open({ ...stored, unreadable: 'The data of this draft cannot be found.' });
    await screen.findByText(/“Begun” was started .* The data of this draft cannot be found\./);
  });

  test('stays when the form is canceled without a choice', async () => {
    const page = open(stored);
    await screen.findByRole('button', { name: 'Restore draft' });
    press('Cancel');
    await screen.findByText('Elsewhere');
    expect(callsOf(page)).toContain(CLOSE);
    expect(callsOf(page)).not.toContain(DISCARD);
  });

  test('of an edited project is none of a new one', async () => {
    const page = open();
    storeProjectDraft({ type: 'wordpress', projectId: 7, fields: { notes: 'x' }, savedAt: '2026-11-21' });
    await pass(0);
    expect(callsOf(page)).toContain('GET projects/draft');
    expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull();
  });
});

describe('Cancel', () => {
  test('leaves an untouched form at once, by the call cancel-project', async () => {
    const page = open();
    press('Cancel');
    await screen.findByText('Elsewhere');
    expect(page.path()).toBe('/projects');
    expect(callsOf(page)).toContain(CLOSE);
  });

  test('asks first when something was entered, and then forgets it everywhere', async () => {
    const page = open();
    await pass(0);
    expect(callsOf(page)).toContain('GET projects/draft');
    type('Title', 'Unwanted');
    press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Confirm Action' });
    expect(page.path()).toBe(PATH);
    fireEvent.click(within(question).getByRole('button', { name: 'Yes' }));
    await screen.findByText('Elsewhere');
    expect(callsOf(page)).toContain(DISCARD);
    expect(localStorage.getItem('projectDraft')).toBeNull();
  });
});

describe('the draft', () => {
  test('says that it is saved only while it is the newest state', async () => {
    open();
    type('Title', 'One');
    await pauseTyping();
    await screen.findByText(/Draft saved/);
    type('Title', 'One and more');
    expect(screen.queryByText(/Draft saved/)).toBeNull();
    await pauseTyping();
    await screen.findByText(/Draft saved/);
  });

  test('is in this browser when the server does not take it', async () => {
    openCreate(({ method }) =>
      method === 'PUT' ? { status: 503, code: 'overloaded', message: 'Busy' } : { data: null },
    );
    type('Notes', 'Words that must not be lost');
    await pauseTyping();
    await screen.findByText(/Draft saved in this browser/);
    expect(localStorage.getItem('projectDraft')).toContain('Words that must not be lost');
  });
});
