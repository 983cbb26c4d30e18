/** Sign-in with Google: the button, and the page that Google redirects to. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readUserData } from '#web/client/session.ts';
import { type FakeReply, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { GoogleReturnPage } from './google-return-page.tsx';
import { RegistrationPage } from './registration-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const ADA = { id: 1, access_token: 't', role: 'user', name: 'Ada Lovelace', avatar: '/a.svg' };
const BEGUN = { url: 'https://accounts.google.example/pick', verifier: 'the-verifier' };
const BACK = '/login/google?code=the-code&state=the-state';
const CHALLENGE = { token: 'the-challenge', expires_at: '2026-03-02T12:00:00.000Z' };

beforeEach(() => sessionStorage.clear());

const storeRedirect = (redirect: object = { verifier: 'the-verifier', next: '/projects' }) =>
  sessionStorage.setItem('googleSignIn', JSON.stringify(redirect));

const openReturn = (reply: (sent: Sent) => FakeReply, at = BACK, role: 'user' | null = null) =>
  openPage(GoogleReturnPage, { path: '/login/google', at, role }, reply);

const readBody = (sent: Sent | undefined) => JSON.parse(sent?.body as string) as unknown;

describe('the button', () => {
  test.each([
    ['/login', SignInPage, 'Sign in with Google'],
    ['/registration', RegistrationPage, 'Sign up with Google'],
  ])('of %s opens Google, and this tab stores the verifier', async (path, Component, text) => {
    const assign = vi.fn<(url: string) => void>();
    vi.stubGlobal('location', { ...window.location, assign });
    openPage(Component, { path, role: null }, ({ path: called }) => ({
      data: called === 'setup' ? { needed: false, maintenance: false, google: true, mail: true } : BEGUN,
    }));
    fireEvent.click(await screen.findByRole('button', { name: text }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(BEGUN.url));
    const stored: unknown = JSON.parse(sessionStorage.getItem('googleSignIn') ?? '');
    expect(stored).toEqual({ next: '/dashboard', verifier: 'the-verifier' });
    // When the user navigates back from Google, browsers restore the page.
    fireEvent.click(await screen.findByRole('button', { name: text }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });

  test('doesn’t appear on a server without keys', async () => {
    const page = openPage(SignInPage, { path: '/login', role: null }, () => ({
      data: { needed: false, maintenance: false, google: false, mail: true },
    }));
    await waitFor(() => expect(page.sent).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  });
});

describe('the return from Google', () => {
  test('sends code, state and verifier once, signs in, and opens the requested page', async () => {
    storeRedirect();
    const page = openReturn(() => ({ data: ADA }));
    await waitFor(() => expect(page.path()).toBe('/projects'));
    expect(page.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST auth/google']);
    expect(readBody(page.sent[0])).toEqual({
      code: 'the-code',
      state: 'the-state',
      verifier: 'the-verifier',
    });
    expect(readUserData()?.name).toBe('Ada Lovelace');
    expect(sessionStorage.length).toBe(0);
  });

  test('sends the invitation of the sign-up', async () => {
    storeRedirect({ verifier: 'v', next: '/my-agency', invitation: 'invited' });
    const page = openReturn(() => ({ data: ADA }));
    await waitFor(() => expect(page.path()).toBe('/my-agency'));
    expect(readBody(page.sent[0])).toMatchObject({ invitation: 'invited' });
  });

  test.each([
    [
      'password_required',
      'Enter its password once.',
      {
        heading: 'Sign in with Google',
        label: 'Password',
        button: 'Connect and sign in',
        path: 'auth/google/password',
      },
    ],
    [
      'two_factor_required',
      'Enter the code.',
      {
        heading: 'Two-factor sign-in',
        label: '6-digit code',
        button: 'Sign in',
        path: 'auth/login/two-factor',
      },
    ],
  ])('asks for the second step after %s', async (code, message, { heading, label, button, path }) => {
    storeRedirect();
    const page = openReturn((sent) =>
      sent.path === 'auth/google' ? { status: 422, code, message, challenge: CHALLENGE } : { data: ADA },
    );
    fireEvent.change(await screen.findByLabelText(label), { target: { value: '123456' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(page.path()).toBe('/projects'));
    expect(page.sent.at(-1)?.path).toBe(path);
    expect(readBody(page.sent.at(-1))).toMatchObject({ challenge: 'the-challenge' });
  });

  test.each([
    ['after a refusal at Google', '/login/google?error=access_denied&state=s', 'You canceled the sign-in'],
    ['without a code', '/login/google', 'This sign-in didn’t start in this tab'],
  ])('%s sends nothing and links back', async (_when, at, text) => {
    storeRedirect();
    const page = openReturn(() => ({ data: ADA }), at);
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login');
    expect(page.sent).toEqual([]);
  });

  test('sends nothing in a tab that didn’t start the sign-in, which may be another user’s', async () => {
    const page = openReturn(() => ({ data: ADA }));
    expect(await screen.findByText(/didn’t start in this tab/)).toBeTruthy();
    expect(page.sent).toEqual([]);
  });

  test('shows why the server refuses', async () => {
    storeRedirect();
    openReturn(() => ({ status: 422, code: 'google_unverified', message: 'Not confirmed.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Not confirmed.');
  });

  test('connects the signed-in account, and returns to its settings', async () => {
    storeRedirect({ verifier: 'v', next: '/settings', isConnection: true });
    const page = openReturn(
      () => ({ data: { email: 'ada@example.com' }, message: 'Connected.' }),
      BACK,
      'user',
    );
    await waitFor(() => expect(page.path()).toBe('/settings'));
    expect(page.sent.map(({ path }) => path)).toEqual(['account/google']);
    expect(await screen.findByText('Connected.')).toBeTruthy();
  });
});
