/** One user in several tabs, and a browser without storage: what each tab shows, and what stays stored. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readProjectType, storeDraftId, storeProjectType } from '#web/client/project-drafts.ts';
import {
  colorSchemeManager,
  clearStorage,
  endSession,
  followOtherTabs,
  readAvatar,
  readUserData,
  storeUserData,
} from '#web/client/session.ts';
import { SignInPage } from '#web/features/account/sign-in-page.tsx';
import { SignedIn } from './router.tsx';

const ada = { access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' } as const;
const grace = { access_token: 'token-2', role: 'user', name: 'Grace', avatar: '/g.svg' } as const;

beforeAll(followOtherTabs);
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.endsWith('/setup') ? { needed: false } : ada }),
  );
});

async function open(at: string) {
  const router = createMemoryRouter(
    [
      { path: '/login', Component: SignInPage },
      { Component: SignedIn, children: [{ path: '*', element: <p>Inside</p> }] },
    ],
    { initialEntries: [at] },
  );
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
  });
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, address };
}

/** Simulates the storage event for a change in another tab. */
const changeElsewhere = (change: () => void, key: string | null) =>
  act(async () => {
    change();
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
const signInElsewhere = (user: object) =>
  changeElsewhere(() => localStorage.setItem('userData', JSON.stringify(user)), 'userData');
const logOutElsewhere = () => changeElsewhere(() => localStorage.clear(), null);
const endSessionElsewhere = () => changeElsewhere(() => localStorage.removeItem('userData'), 'userData');

describe('a signed-in tab', () => {
  test('opens the sign-in form when another tab logs out, and forgets its page', async () => {
    storeUserData(ada);
    const { address, router } = await open('/projects?page=2');
    expect(screen.getByText('Inside')).toBeTruthy();
    await logOutElsewhere();
    expect(address()).toBe('/login');
    expect(router.state.location.state).toBeNull();
  });

  test('opens the sign-in form when another tab’s session expires, and returns to its page', async () => {
    storeUserData(ada);
    const { address } = await open('/projects?page=2');
    await endSessionElsewhere();
    expect(address()).toBe('/login');
    await signInElsewhere({ ...ada, access_token: 'token-9' });
    expect(address()).toBe('/projects?page=2');
    expect(readUserData()?.access_token).toBe('token-9');
  });

  test('keeps its page when a late reply ends an older session', async () => {
    storeUserData(ada);
    const { address } = await open('/projects');
    await signInElsewhere({ ...ada, access_token: 'token-9' });
    await act(async () => endSession('token-1'));
    expect(address()).toBe('/projects');
    expect(readUserData()?.access_token).toBe('token-9');
  });

  test('switches to the user who signs in in another tab', async () => {
    storeUserData(ada);
    await open('/projects');
    await signInElsewhere(grace);
    expect(readUserData()).toEqual(grace);
  });

  test('ignores an invalid session', async () => {
    storeUserData(ada);
    const { address } = await open('/projects');
    await signInElsewhere({ access_token: 'x', role: 'king', name: 'Eve' });
    expect(address()).toBe('/login');
  });

  test('ignores changes of other keys', async () => {
    storeUserData(ada);
    const { address } = await open('/projects');
    await changeElsewhere(() => localStorage.setItem('colorScheme', 'dark'), 'colorScheme');
    expect(address()).toBe('/projects');
  });
});

describe('the stored data', () => {
  test('uses only the keys of the specification', () => {
    storeUserData(ada);
    storeProjectType('WordPress');
    storeDraftId('0b0b6a4e-9d9f-4a51-8a53-7f0d2a1c3e55');
    colorSchemeManager.set('dark');
    expect(Object.keys(localStorage).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'colorScheme',
      'projectDraft',
      'selectedProjectType',
      'userAvatar',
      'userData',
    ]);
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(ada);
    expect(localStorage.getItem('userAvatar')).toBe('/a.svg');
    expect(sessionStorage.length).toBe(0);
    expect(document.cookie).toBe('');
  });

  test('is cleared completely by logging out', () => {
    storeUserData(ada);
    storeDraftId('0b0b6a4e-9d9f-4a51-8a53-7f0d2a1c3e55');
    localStorage.setItem('previousUserData', '{}');
    clearStorage();
    expect(localStorage.length).toBe(0);
    expect(readAvatar()).toBe('/avatar.svg');
  });

  test.each(['', 'null', '[]', '"WordPress"', '{"name":7}', '{'])(
    'has no project type if it is %j',
    (text) => {
      localStorage.setItem('selectedProjectType', text);
      expect(readProjectType()).toBeUndefined();
    },
  );
});

describe('a browser that blocks storage', () => {
  beforeEach(() => {
    const forbid = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(forbid);
  });

  test('can still sign in until the page is closed', async () => {
    const { address } = await open('/login');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    await act(async () => void fireEvent.submit(screen.getByLabelText('Email')));
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(screen.getByText('Inside')).toBeTruthy();
    expect(readUserData()).toEqual(ada);
  });

  test('is signed out after logging out or a 401', async () => {
    storeUserData(ada);
    const { address } = await open('/projects');
    await act(async () => endSession('token-1'));
    expect(address()).toBe('/login');
    expect(readUserData()).toBeUndefined();
    act(() => storeUserData(grace));
    act(() => clearStorage());
    expect(readUserData()).toBeUndefined();
  });
});
