import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  dropProjectDraft,
  readProjectDraft,
  readProjectType,
  storeProjectDraft,
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
  whySessionEnded,
} from './session.ts';

const ada: UserData = { id: 1, access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' };
const draft = { type: 'wordpress', fields: { title: 'Plumber' }, savedAt: '2026-01-01T00:00:00Z' };

test('the script that runs before the first paint reads the key that the switch writes', () => {
  const script = readFileSync('web/public/color-scheme.js', 'utf8');
  expect(script).toContain(`getItem('${COLOR_SCHEME_KEY}')`);
});

test('the chosen scheme is kept, and auto is the choice of nobody', () => {
  colorSchemeManager.clear();
  expect(colorSchemeManager.get('auto')).toBe('auto');
  colorSchemeManager.set('dark');
  expect(colorSchemeManager.get('auto')).toBe('dark');
  colorSchemeManager.clear();
});

describe('signing in', () => {
  test('keeps token, role, name and avatar, and nothing else of the answer', () => {
    storeUserData({ ...ada, email: 'ada@example.com' } as UserData);
    expect(JSON.parse(window.localStorage.getItem('userData') ?? '')).toEqual(ada);
    expect(readUserData()).toBe(readUserData());
    expect(readAvatar()).toBe('/a.svg');
  });

  test('a name that changed on the server changes here, the token stays', () => {
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
  test('a refused token is removed; what was typed stays for the next sign-in', () => {
    storeUserData(ada);
    storeProjectDraft(draft);
    endSession('token-1');
    expect(readUserData()).toBeUndefined();
    expect(readAvatar()).toBe(BLANK_AVATAR);
    expect(whySessionEnded()).toBe('unauthorized');
    storeUserData({ ...ada, access_token: 'token-2' });
    expect(readProjectDraft()).toEqual(draft);
  });

  test('a late answer to an older token ends nothing', () => {
    storeUserData({ ...ada, access_token: 'token-2' });
    endSession('token-1');
    expect(readUserData()?.access_token).toBe('token-2');
  });

  test('another person of the same name does not see the draft; a changed name keeps it', () => {
    storeUserData(ada);
    storeProjectDraft(draft);
    storeUserData({ ...ada, id: 2 });
    expect(readProjectDraft()).toBeUndefined();
    storeUserData({ ...ada, name: 'Ada King' });
    expect(readProjectDraft()).toEqual(draft);
  });

  test('logging out leaves nothing', () => {
    storeUserData(ada);
    storeProjectDraft(draft);
    storeProjectType('WordPress');
    clearStorage();
    expect(window.localStorage.length).toBe(0);
    expect(whySessionEnded()).toBe('sign-out');
  });
});

test('the project type is an object with a name', () => {
  storeProjectType('Drupal');
  expect(window.localStorage.getItem('selectedProjectType')).toBe('{"name":"Drupal"}');
  expect(readProjectType()).toBe('Drupal');
});

test('a draft can be dropped', () => {
  storeProjectDraft(draft);
  dropProjectDraft();
  expect(readProjectDraft()).toBeUndefined();
});

test('each form has a draft of its own: the one of a new project, and one of each that is edited', () => {
  const edits = [7, 8].map((projectId) => ({ ...draft, projectId, revision: 2 }));
  for (const each of [draft, ...edits]) storeProjectDraft(each);
  expect([readProjectDraft(), readProjectDraft(7), readProjectDraft(8)]).toEqual([draft, ...edits]);
  dropProjectDraft(7);
  expect([readProjectDraft(), readProjectDraft(7), readProjectDraft(8)]).toEqual([
    draft,
    undefined,
    edits[1],
  ]);
});

test('what is typed next to a draft leaves it alone, and goes with it or alone', () => {
  const beside = { ...draft, projectId: 7, fields: { notes: 'Beside' }, isAside: true };
  const offered = { ...draft, projectId: 7 };
  storeProjectDraft(offered);
  storeProjectDraft(beside);
  expect([readProjectDraft(7), readProjectDraft(7, true)]).toEqual([offered, beside]);
  dropProjectDraft(7, true);
  expect([readProjectDraft(7), readProjectDraft(7, true)]).toEqual([offered, undefined]);
  storeProjectDraft(beside);
  dropProjectDraft(7, false);
  expect([readProjectDraft(7), readProjectDraft(7, true)]).toEqual([undefined, beside]);
  storeProjectDraft(offered);
  expect([readProjectDraft(7), readProjectDraft(7, true)]).toEqual([offered, beside]);
  storeProjectDraft(offered, undefined, { hasBoth: true });
  expect([readProjectDraft(7), readProjectDraft(7, true)]).toEqual([offered, undefined]);
});

test('drafts do not pile up: the oldest gives way', () => {
  for (let projectId = 1; projectId <= 21; projectId += 1) storeProjectDraft({ ...draft, projectId });
  expect(readProjectDraft(1)).toBeUndefined();
  expect(readProjectDraft(2)).toBeDefined();
});

test('what another person began is not discarded with the own draft', () => {
  storeUserData(ada);
  storeProjectDraft(draft);
  storeUserData({ ...ada, id: 2 });
  dropProjectDraft();
  storeUserData(ada);
  expect(readProjectDraft()).toEqual(draft);
});

test.each(['{', '[]', '{"owner":1,"drafts":[1,{"type":"wordpress"}]}'])(
  'a draft that is not one is none: %s',
  (text) => {
    window.localStorage.setItem('projectDraft', text);
    expect(readProjectDraft()).toBeUndefined();
  },
);

test('listeners hear of this tab and of those next to it', () => {
  const heard: (string | undefined)[] = [];
  const stop = subscribeSession((user) => heard.push(user?.name));
  followOtherTabs();
  storeUserData(ada);
  window.localStorage.setItem('userData', JSON.stringify({ ...ada, name: 'Grace' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  stop();
  storeUserData(ada);
  expect(heard).toEqual(['Ada', 'Grace', undefined]);
});
