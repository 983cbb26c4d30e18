/** The draft of a new project: opened, saved, offered again, restored, and discarded only on request. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readDraftId, readProjectType, storeDraftId, storeProjectType } from '#web/client/project-drafts.ts';
import { endSession, storeUserData } from '#web/client/session.ts';
import { pass } from '#testkit/web-clock.ts';
import { expectDraft } from './form-memory.ts';
import {
  answerDialog,
  listCalls,
  chooseSeed,
  chooseSheet,
  field,
  readFields,
  installBrowserParts,
  makeDraft,
  openCreateForm,
  OTHER_ID,
  press,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import { DRAFT_ID, makeSeed, makeTable, makeUse, SEED_FILE, SHEET_FILE } from './section-fixture.tsx';

const PATH = '/projects/create-project';
const KEEP = 'PUT projects/drafts/ID';
const CLOSE = 'GET project/cancel-project';
const PAUSE_MS = 250;
const ADA = {
  id: 1,
  access_token: 'token',
  role: 'user',
  name: 'Ada Lovelace',
  avatar: '/avatar.svg',
} as const;
const closed = { id: OTHER_ID, type: 'wordpress', title: 'Begun', updated_at: '2026-11-21T12:00:00Z' };
const begun = makeDraft({
  id: OTHER_ID,
  is_changed: true,
  fields: { ...makeDraft().fields, title: 'Begun' },
});

const isUnavailable = { status: 503, code: 'overloaded', message: 'The server is busy.' };

/** The server has a closed draft, and restores it. */
const openOffered = (answer: Parameters<typeof openCreateForm>[0] = {}) =>
  openCreateForm({
    closed,
    ...answer,
    answer: (sent) =>
      answer.answer?.(sent) ??
      (sent.path === `projects/drafts/${OTHER_ID}/restore` ? { data: begun } : undefined),
  });

/** Simulates the history of a tab. */
const reload = () => window.history.replaceState({ draft: OTHER_ID }, '');

/**
 * Fakes the browser's locks, some of which another tab has.
 * @param isReleased true if the other tab releases them while a request waits
 */
function stubLocks(held: string[], isReleased = (_options: LockOptions) => false): void {
  const request = async (name: string, options: LockOptions, act?: (lock: object | null) => boolean) => {
    if (!held.includes(name) || isReleased(options)) return act?.({ name });
    if (options.ifAvailable) return act?.(null);
    throw new DOMException('The wait took too long.', 'TimeoutError');
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

beforeEach(() => {
  installBrowserParts();
  Reflect.deleteProperty(navigator, 'locks');
  window.history.replaceState(null, '');
});

describe('what is typed', () => {
  test('is saved once after a pause, with everything else in the form', async () => {
    const page = await openCreateForm();
    type('Title', 'Ro');
    type('Title', 'Roofs');
    type('Notes', 'For the autumn');
    await pass(PAUSE_MS - 1);
    expect(listCalls(page)).not.toContain(KEEP);
    await pass(1);
    await screen.findByText(/^Draft saved \d/);
    expect(listCalls(page).filter((call) => call === KEEP)).toHaveLength(1);
    expect(readFields(page, 'projects/drafts/ID')).toMatchObject({
      fields: { title: 'Roofs', notes: 'For the autumn', domain_id: null, columns: {} },
    });
  });

  test('is inspected only if pages depend on it', async () => {
    const page = await openCreateForm();
    const readings = () =>
      listCalls(page).filter((call) => call === 'POST projects/drafts/ID/inspect').length;
    await waitFor(() => expect(readings()).toBe(1));
    type('Notes', 'Nothing of a page');
    await pass(PAUSE_MS);
    await screen.findByText(/^Draft saved/);
    expect(readings()).toBe(1);
    type('Footer link template', '<b>[geo_city]</b>');
    await pass(PAUSE_MS);
    await waitFor(() => expect(readings()).toBe(2));
  });

  test('shows “Not saved” while the server refuses it, and is retried until it is accepted', async () => {
    let isDown = true;
    const page = await openCreateForm({
      answer: ({ method }) => (method === 'PUT' && isDown ? isUnavailable : undefined),
    });
    type('Title', 'Words that must not be lost');
    await pass(PAUSE_MS);
    expect(await screen.findByText('Not saved')).toBeTruthy();
    isDown = false;
    await pass(5000);
    await pass(PAUSE_MS);
    await screen.findByText(/^Draft saved/);
    expect(page.server.draft.fields.title).toBe('Words that must not be lost');
  });

  test('arrives in the order in which it was typed', async () => {
    const answers: (() => void)[] = [];
    const page = await openCreateForm({
      answer: ({ method }) =>
        method === 'PUT'
          ? new Promise((resolve) =>
              answers.push(() => resolve({ data: { updated_at: '2026-11-21T12:00:00Z', columns: null } })),
            )
          : undefined,
    });
    const titles = () =>
      page.sent.flatMap(({ method, body }) =>
        method === 'PUT' ? [(JSON.parse(body as string) as { fields: { title: string } }).fields.title] : [],
      );
    type('Title', 'First');
    await pass(PAUSE_MS);
    type('Title', 'Second');
    await pass(PAUSE_MS);
    expect(titles()).toEqual(['First']);
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
    answers[0]?.();
    await waitFor(() => expect(titles()).toEqual(['First', 'Second']));
    answers[1]?.();
    await screen.findByText(/^Draft saved/);
  });

  test('loads the columns remembered for the domain, and they are inspected', async () => {
    const columns = { geocity: { column: 'Town' } };
    const page = await openCreateForm({
      answer: ({ method }) =>
        method === 'PUT' ? { data: { updated_at: '2026-11-21T12:00:00Z', columns } } : undefined,
    });
    type('Title', 'Roofs');
    chooseSeed('seed.xml');
    chooseSheet('towns.csv');
    await waitForFigure('Pages', '12 of 12 rows');
    await pass(PAUSE_MS);
    await screen.findByText(/^Draft saved/);
    press('Test Page');
    await screen.findByText('Test was successfully started!');
    expect(readFields(page, 'save-test').columns).toBe(JSON.stringify(columns));
  });

  test('keeps a column that was chosen while those of the domain were on their way', async () => {
    const columns = { geocity: { column: 'Town', remembered: true } };
    let bring: (() => void) | undefined;
    const page = await openCreateForm({
      draft: makeDraft({ seed: SEED_FILE, sheet: SHEET_FILE }),
      found: {
        inspection: {
          problems: [],
          seed: makeSeed({ placeholders: [makeUse('[geo_phone]', { state: 'unknown', nearest: 'Phone' })] }),
          table: makeTable(),
        },
      },
      answer: ({ method }) =>
        method === 'PUT' && !bring
          ? new Promise((resolve) => {
              bring = () => resolve({ data: { updated_at: '2026-11-21T12:00:00Z', columns } });
            })
          : undefined,
    });
    type('Title', 'Roofs');
    await pass(PAUSE_MS);
    fireEvent.click(await screen.findByRole('button', { name: 'Use Phone' }));
    bring?.();
    await pass(0);
    await pass(PAUSE_MS);
    await waitFor(() =>
      expect(page.server.draft.fields.columns).toEqual({ ...columns, geophone: { column: 'Phone' } }),
    );
  });
});

describe('an earlier draft', () => {
  test('is offered above an empty form, which does not touch it', async () => {
    const page = await openOffered();
    await screen.findByText(/^“Begun” was started but not saved, /);
    type('Title', 'Something else');
    await screen.findByText(/Restoring it replaces what you have entered since/);
    await pass(PAUSE_MS);
    await screen.findByText(/^Draft saved/);
    expect(listCalls(page).filter((call) => call.includes('OTHER'))).toEqual([]);
    expect(readDraftId()).toBe(DRAFT_ID);
  });

  test('is restored on request; the draft of the open form is deleted', async () => {
    const page = await openOffered();
    await screen.findByText(/“Begun”/);
    const restore = screen.getByRole('button', { name: 'Restore draft' });
    restore.focus();
    fireEvent.click(restore);
    await waitFor(() => expect(field('Title').value).toBe('Begun'));
    expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field('Title')));
    await waitFor(() => expect(listCalls(page)).toContain('DELETE projects/drafts/ID'));
    expect(readDraftId()).toBe(OTHER_ID);
    type('Notes', 'More');
    await pass(PAUSE_MS);
    await waitFor(() => expect(listCalls(page)).toContain('PUT projects/drafts/OTHER'));
  });

  test('of another platform opens the form of that platform', async () => {
    await openOffered({
      answer: ({ path }) => (path.endsWith('/restore') ? { data: { ...begun, type: 'drupal' } } : undefined),
    });
    press('Restore draft');
    expect(await screen.findByLabelText('Site base URL')).toBeTruthy();
  });

  test('is deleted only after a question, and what was typed stays', async () => {
    const page = await openOffered();
    type('Title', 'Something else');
    press('Discard');
    await answerDialog('No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(listCalls(page)).not.toContain('DELETE projects/drafts/OTHER');
    press('Discard');
    await answerDialog('Yes');
    await waitFor(() => expect(listCalls(page)).toContain('DELETE projects/drafts/OTHER'));
    await waitFor(() => expect(screen.queryByText(/“Begun”/)).toBeNull());
    expect(field('Title').value).toBe('Something else');
  });

  test.each([
    ['Restore draft', 'Couldn’t restore the draft.', false],
    ['Discard', 'Couldn’t discard the draft.', true],
  ])('is still offered if %s fails, with the reason', async (name, text, isAsked) => {
    await openOffered({
      answer: ({ path, method }) =>
        path.endsWith('/restore') || method === 'DELETE' ? isUnavailable : undefined,
    });
    press(name);
    if (isAsked) await answerDialog('Yes');
    const toast = (await screen.findByText(text)).closest('[role=alert]');
    expect(toast?.textContent).toContain('The server is busy.');
    expect(screen.getByRole('button', { name: 'Restore draft' })).toBeTruthy();
  });

  test('that can’t be looked up doesn’t block a new one', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await openCreateForm({
      answer: ({ method, path }) =>
        method === 'GET' && path === 'projects/drafts' ? isUnavailable : undefined,
    });
    expect(field('Title').value).toBe('');
  });
});

describe('the draft that this tab had open', () => {
  const own = () => storeDraftId(OTHER_ID);
  const openOwn = (isOpen: boolean) =>
    openCreateForm({
      answer: ({ method, path }) =>
        method === 'GET' && path === `projects/drafts/${OTHER_ID}`
          ? { data: { ...begun, is_open: isOpen } }
          : undefined,
    });
  beforeEach(() => storeUserData(ADA));

  test('continues after a reload of the page, without a question', async () => {
    own();
    stubLocks([]);
    reload();
    const page = await openOwn(false);
    expect(field('Title').value).toBe('Begun');
    expect(listCalls(page)).not.toContain('POST projects/drafts');
  });

  test('continues also if the page before the reload releases it a moment later', async () => {
    own();
    stubLocks([`draft ${OTHER_ID}`], (options) => 'signal' in options);
    reload();
    await openOwn(false);
    expect(field('Title').value).toBe('Begun');
  });

  test('is offered, like any other, to a new page', async () => {
    own();
    stubLocks([]);
    await openOwn(false);
    expect(field('Title').value).toBe('');
  });

  test('marks its page and the sections in it until the form is left', async () => {
    const page = await openCreateForm();
    expect(window.history.state).toEqual({ draft: DRAFT_ID });
    window.history.replaceState(null, '', '#upload-seed-page');
    window.dispatchEvent(new Event('hashchange'));
    expect(window.history.state).toEqual({ draft: DRAFT_ID });
    page.unmount();
    window.history.replaceState(null, '', '/');
    window.dispatchEvent(new Event('hashchange'));
    expect(window.history.state).toBeNull();
  });

  test('continues if it was never closed', async () => {
    own();
    stubLocks([]);
    await openOwn(true);
    expect(field('Title').value).toBe('Begun');
  });

  test('stays with the tab that has it open', async () => {
    own();
    stubLocks([`draft ${OTHER_ID}`]);
    reload();
    await openOwn(true);
    expect(field('Title').value).toBe('');
  });

  test('that was deleted is replaced with a new one', async () => {
    own();
    stubLocks([]);
    reload();
    await openCreateForm({
      answer: ({ method, path }) =>
        method === 'GET' && path === `projects/drafts/${OTHER_ID}`
          ? { status: 404, code: 'not_found', message: 'Not found' }
          : undefined,
    });
    expect(field('Title').value).toBe('');
  });

  test('continues after a sign-in, with changes that the server doesn’t have', async () => {
    own();
    expectDraft(OTHER_ID, { values: { title: 'Typed last' }, note: 'You were signed out.' });
    await openOwn(true);
    expect(field('Title').value).toBe('Typed last');
    expect(screen.getByText('You were signed out.')).toBeTruthy();
  });

  test('waits for the next sign-in of the same user when the session ends', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const page = await openCreateForm();
    type('Title', 'Typed last');
    chooseSheet('towns.csv');
    endSession('token');
    page.unmount();
    expect(listCalls(page)).not.toContain(CLOSE);
    storeUserData({ ...ADA, access_token: 'next' });
    expect(readDraftId()).toBe(DRAFT_ID);
    await openCreateForm();
    expect(field('Title').value).toBe('Typed last');
    expect(screen.getByText('You were signed out. What you entered is back in the form.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'towns.csv' })).toBeTruthy();
  });
});

describe('Cancel', () => {
  test('leaves an untouched form at once, by the call cancel-project', async () => {
    const page = await openCreateForm();
    press('Cancel');
    await waitFor(() => expect(page.path()).toBe('/projects'));
    expect(listCalls(page)).toContain(CLOSE);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks first when something was entered, and then deletes the draft', async () => {
    const page = await openCreateForm();
    type('Title', 'Discarded');
    press('Cancel');
    expect(await screen.findByText('Discard what you entered? This cannot be undone.')).toBeTruthy();
    await answerDialog('No');
    expect(page.path()).toBe(PATH);
    press('Cancel');
    await answerDialog('Yes');
    await waitFor(() => expect(page.path()).toBe('/projects'));
    expect(listCalls(page)).toContain('DELETE projects/drafts/ID');
    expect(readDraftId()).toBeUndefined();
  });

  test('that the server refuses stays, with the reason', async () => {
    const page = await openCreateForm({
      answer: ({ method }) => (method === 'DELETE' ? isUnavailable : undefined),
    });
    press('Cancel');
    await screen.findByText('Couldn’t clear the form.');
    expect(page.path()).toBe(PATH);
  });
});

describe('leaving', () => {
  test('sends what was typed last, and then closes the draft', async () => {
    const page = await openCreateForm();
    type('Title', 'Typed last');
    await page.goTo('/projects');
    await answerDialog('Yes');
    await waitFor(() => expect(listCalls(page)).toContain(CLOSE));
    expect(listCalls(page).slice(-2)).toEqual([KEEP, CLOSE]);
    expect(readDraftId()).toBeUndefined();
  });

  test('closes the draft only once what was typed last has arrived', async () => {
    let arrive = () => {};
    const page = await openCreateForm({
      answer: ({ method }) =>
        method === 'PUT'
          ? new Promise((resolve) => {
              arrive = () => resolve({ data: { updated_at: '2026-11-21T12:00:00Z', columns: null } });
            })
          : undefined,
    });
    type('Title', 'Typed last');
    await page.goTo('/projects');
    await answerDialog('Yes');
    await waitFor(() => expect(listCalls(page)).toContain(KEEP));
    await pass(0);
    expect(listCalls(page)).not.toContain(CLOSE);
    arrive();
    await waitFor(() => expect(listCalls(page)).toContain(CLOSE));
  });

  test('delays the next form until the previous draft is closed', async () => {
    let close = () => {};
    const page = await openCreateForm({
      answer: ({ path }) =>
        path === 'project/cancel-project'
          ? new Promise((resolve) => {
              close = () => resolve({ data: {} });
            })
          : undefined,
    });
    await page.goTo('/projects');
    await waitFor(() => expect(listCalls(page)).toContain(CLOSE));
    await page.goTo(PATH);
    await pass(0);
    expect(listCalls(page).filter((call) => call === 'GET projects/drafts')).toHaveLength(1);
    close();
    await waitFor(() =>
      expect(listCalls(page).filter((call) => call === 'GET projects/drafts')).toHaveLength(2),
    );
  });
});

describe('the project type', () => {
  test('changes at once if nothing was entered', async () => {
    const page = await openCreateForm();
    fireEvent.click(screen.getByRole('radio', { name: 'Drupal' }));
    expect(await screen.findByLabelText('Site base URL')).toBeTruthy();
    expect(readFields(page, 'projects/drafts').type).toBe('drupal');
    expect(readProjectType()).toBe('Drupal');
  });

  test('asks before entries are cleared, and No keeps them', async () => {
    const page = await openCreateForm();
    type('Title', 'Roofs');
    chooseSeed('seed.xml');
    await screen.findByRole('heading', { name: 'seed.xml' });
    fireEvent.click(screen.getByRole('radio', { name: 'Drupal' }));
    await answerDialog('No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Title').value).toBe('Roofs');
    page.server.draft = makeDraft();
    fireEvent.click(screen.getByRole('radio', { name: 'Drupal' }));
    await screen.findByText(/^Change the project type to Drupal\? The seed page, the images/);
    await answerDialog('Yes');
    await waitFor(() => expect(readFields(page, 'projects/drafts').type).toBe('drupal'));
    expect(readFields(page, 'projects/drafts')).not.toHaveProperty('from');
  });

  test('of a file from another platform keeps all entries', async () => {
    storeProjectType('WordPress');
    const page = await openCreateForm({ found: { other_platform: 'hubspot' } });
    type('Title', 'Roofs');
    chooseSeed('seed.xml');
    const button = await screen.findByRole('button', { name: 'Switch to HubSpot' });
    page.server.draft = { ...page.server.draft, id: OTHER_ID };
    fireEvent.click(button);
    await screen.findByText('The project type was changed. What you entered is still in the form.');
    expect(readFields(page, 'projects/drafts')).toEqual({
      type: 'hubspot',
      from: { draft_id: DRAFT_ID, parts: ['seed', 'sheet', 'images'] },
    });
    expect(field('Title').value).toBe('Roofs');
    expect(listCalls(page)).toContain('DELETE projects/drafts/ID');
    expect(readProjectType()).toBe('HubSpot');
  });
});
