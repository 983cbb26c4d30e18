import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  dropDraftId,
  readDraftId,
  readProjectType,
  storeDraftId,
  storeProjectType,
} from './project-drafts.ts';
import {
  BLANK_AVATAR,
  COLOR_SCHEME_KEY,
  colorSchemeManager,
  clearStorage,
  endSession,
  followOtherTabs,
  readAvatar,
  readUserData,
  storeUserData,
  subscribeSession,
  type UserData,
  updateUserData,
  getSessionEnd,
} from './session.ts';

const ada: UserData = { id: 1, access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' };
const DRAFT = '0b0b6a4e-9d9f-4a51-8a53-7f0d2a1c3e55';
const OTHER = '7d3c1f0e-0d4b-4b8e-9d0a-3f1c2b5a6e7f';

test('the script that runs before the first paint reads the key that the switch writes', () => {
  const script = readFileSync('web/public/color-scheme.js', 'utf8');
  expect(script).toContain(`getItem('${COLOR_SCHEME_KEY}')`);
});

test('the chosen scheme is stored, and auto is the default', () => {
  colorSchemeManager.clear();
  expect(colorSchemeManager.get('auto')).toBe('auto');
  colorSchemeManager.set('dark');
  expect(colorSchemeManager.get('auto')).toBe('dark');
  colorSchemeManager.clear();
});

describe('signing in', () => {
  test('stores only token, role, name and avatar of the reply', () => {
    storeUserData({ ...ada, email: 'ada@example.com' } as UserData);
    expect(JSON.parse(window.localStorage.getItem('userData') ?? '')).toEqual(ada);
    expect(readUserData()).toBe(readUserData());
    expect(readAvatar()).toBe('/a.svg');
  });

  test('a changed name is updated, and the token stays', () => {
    storeUserData(ada);
    updateUserData({ name: 'Ada L.' });
    expect(readUserData()).toEqual({ ...ada, name: 'Ada L.' });
  });

  test.each(['', 'no json', '{}', '{"access_token":"","role":"user"}', '{"access_token":"x","role":"king"}'])(
    '%j in the storage does not sign anyone in',
    (text) => {
      window.localStorage.setItem('userData', text);
      expect(readUserData()).toBeUndefined();
    },
  );
});

describe('the end of a session', () => {
  test('a refused token is removed; typed text stays for the next sign-in', () => {
    storeUserData(ada);
    storeDraftId(DRAFT);
    endSession('token-1');
    expect(readUserData()).toBeUndefined();
    expect(readAvatar()).toBe(BLANK_AVATAR);
    expect(getSessionEnd()).toBe('unauthorized');
    storeUserData({ ...ada, access_token: 'token-2' });
    expect(readDraftId()).toBe(DRAFT);
  });

  test('a late 401 for an older token doesn’t end the session', () => {
    storeUserData({ ...ada, access_token: 'token-2' });
    endSession('token-1');
    expect(readUserData()?.access_token).toBe('token-2');
  });

  test('another user with the same name doesn’t see the draft; a changed name keeps it', () => {
    storeUserData(ada);
    storeDraftId(DRAFT);
    storeUserData({ ...ada, id: 2 });
    expect(readDraftId()).toBeUndefined();
    storeUserData({ ...ada, name: 'Ada King' });
    expect(readDraftId()).toBe(DRAFT);
  });

  test('logging out clears everything', () => {
    storeUserData(ada);
    storeDraftId(DRAFT);
    storeProjectType('WordPress');
    clearStorage();
    expect(window.localStorage.length).toBe(0);
    expect(getSessionEnd()).toBe('sign-out');
  });
});

test('the project type is an object with a name', () => {
  storeProjectType('Drupal');
  expect(window.localStorage.getItem('selectedProjectType')).toBe('{"name":"Drupal"}');
  expect(readProjectType()).toBe('Drupal');
});

test('each form has its own draft: one for a new project, and one for each edited project', () => {
  storeUserData(ada);
  storeDraftId(DRAFT);
  storeDraftId(OTHER, 7);
  expect([readDraftId(), readDraftId(7), readDraftId(8)]).toEqual([DRAFT, OTHER, undefined]);
  dropDraftId(OTHER);
  expect([readDraftId(), readDraftId(7)]).toEqual([DRAFT, undefined]);
  dropDraftId(DRAFT);
  expect(window.localStorage.getItem('projectDraft')).toBeNull();
});

test('a draft that another tab has opened since then stays', () => {
  storeUserData(ada);
  storeDraftId(DRAFT);
  storeDraftId(OTHER);
  dropDraftId(DRAFT);
  expect(readDraftId()).toBe(OTHER);
});

test('dropping a user’s draft keeps other users’ drafts', () => {
  storeUserData(ada);
  storeDraftId(DRAFT);
  storeUserData({ ...ada, id: 2 });
  dropDraftId(DRAFT);
  storeUserData(ada);
  expect(readDraftId()).toBe(DRAFT);
});

test.each(['{', '[]', '{"owner":1,"ids":[1]}', '{"owner":1,"ids":{"new":1}}'])(
  'an invalid id is ignored: %s',
  (text) => {
    storeUserData(ada);
    window.localStorage.setItem('projectDraft', text);
    expect(readDraftId()).toBeUndefined();
  },
);

test('listeners are notified of changes in this tab and in others', () => {
  const received: (string | undefined)[] = [];
  const stop = subscribeSession((user) => received.push(user?.name));
  followOtherTabs();
  storeUserData(ada);
  window.localStorage.setItem('userData', JSON.stringify({ ...ada, name: 'Grace' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  stop();
  storeUserData(ada);
  expect(received).toEqual(['Ada', 'Grace', undefined]);
});
