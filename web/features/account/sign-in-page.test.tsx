import { MantineProvider } from '@mantine/core';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearStorage, readUserData } from '#web/client/session.ts';
import { SignInPage } from './sign-in-page.tsx';

const ownFetch = globalThis.fetch;
const ada = { access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' };
let replies: { status: number; body: unknown }[];
let sent: string[];

beforeEach(() => {
  sent = [];
  replies = [];
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string') throw new TypeError('call passes the URL as a string');
    if (input.endsWith('/setup')) return Response.json({ success: true, data: { needed: isSetupNeeded } });
    if (typeof init?.body === 'string') sent.push(init.body);
    const { status, body } = replies.shift() ?? { status: 500, body: {} };
    return Response.json(body, { status });
  };
});
afterEach(() => {
  globalThis.fetch = ownFetch;
  isSetupNeeded = false;
});

let isSetupNeeded = false;

async function open(state?: unknown) {
  const router = createMemoryRouter(
    [
      { path: '/login', Component: SignInPage },
      { path: '*', element: <p>inside</p> },
    ],
    { initialEntries: [{ pathname: '/login', state }] },
  );
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
  });
  return router;
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const fill = (mail: string, secret: string) => {
  fireEvent.change(email(), { target: { value: mail } });
  fireEvent.change(password(), { target: { value: secret } });
};
const submit = () => act(async () => void fireEvent.submit(email()));

const refusal = {
  status: 422,
  body: {
    success: false,
    code: 'wrong_credentials',
    message: 'The email address or password is wrong.',
    request_id: 'abc',
  },
};

test('fields have autocomplete tokens', async () => {
  await open();
  expect(email().autocomplete).toBe('username');
  expect(password().autocomplete).toBe('current-password');
});

test('the page reports that the account was deleted, until the next sign-in', async () => {
  clearStorage('account-deleted');
  await open();
  expect(screen.getByText('Your account was deleted.')).toBeTruthy();
  replies = [{ status: 200, body: { success: true, data: ada } }];
  fill('ada@example.com', 'a password of your own');
  await submit();
  clearStorage();
  cleanup();
  await open();
  expect(screen.queryByText('Your account was deleted.')).toBeNull();
});

test('empty fields are listed in the summary, which takes the focus, and marked', async () => {
  await open();
  await submit();
  expect(screen.getByRole('alert').textContent).toContain('Fix 2 problems to continue');
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(screen.getAllByText('Password is required')).toHaveLength(2);
  expect(sent).toEqual([]);
});

test('a wrong password keeps the email address and shows the server’s message', async () => {
  await open();
  fill('ada@example.com', 'wrong');
  replies = [refusal];
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('The email address or password is wrong.');
  expect(email().value).toBe('ada@example.com');
  expect(readUserData()).toBeUndefined();
});

test.each([
  ['the dashboard', undefined, '/dashboard'],
  ['the requested page', { from: '/projects?page=2' }, '/projects?page=2'],
  ['the dashboard instead of another site', { from: '//evil.example' }, '/dashboard'],
])('signing in opens %s', async (_name, state, address) => {
  const router = await open(state);
  fill('ada@example.com', 'right');
  replies = [{ status: 200, body: { success: true, data: ada } }];
  await submit();
  expect(JSON.parse(sent[0] ?? '')).toEqual({ email: 'ada@example.com', password: 'right' });
  expect(readUserData()).toEqual(ada);
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(address);
});

const challenged = {
  status: 422,
  body: {
    success: false,
    code: 'two_factor_required',
    message: 'Enter the code from your authenticator app.',
    challenge: { token: 'the-challenge', expires_at: '2026-03-02T09:19:05.000Z' },
    request_id: 'abc',
  },
};
const refuse = (code: string, message: string) => ({
  status: 422,
  body: { success: false, code, message, request_id: 'abc' },
});
const enter = async (label: string, value: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value } });
  await act(async () => void fireEvent.submit(field));
};

test('an account with two-factor sign-in is asked for a code, and then opens the requested page', async () => {
  const router = await open({ from: '/projects?page=2' });
  fill('ada@example.com', 'right');
  replies = [challenged, { status: 200, body: { success: true, data: ada } }];
  await submit();
  const field = await screen.findByLabelText<HTMLInputElement>('6-digit code');
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  expect(document.activeElement).toBe(field);
  expect(readUserData()).toBeUndefined();
  await enter('6-digit code', '123 456');
  expect(JSON.parse(sent[1] ?? '')).toEqual({ challenge: 'the-challenge', code: '123 456' });
  expect(readUserData()).toEqual(ada);
  expect(router.state.location.pathname).toBe('/projects');
});

test('after a wrong code, a recovery code starts without the earlier error', async () => {
  await open();
  fill('ada@example.com', 'right');
  replies = [
    challenged,
    refuse('invalid', 'The code is wrong.'),
    { status: 200, body: { success: true, data: ada } },
  ];
  await submit();
  await enter('6-digit code', '000000');
  expect(screen.getByRole('alert').textContent).toContain('The code is wrong.');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' })));
  expect(screen.queryByRole('alert')).toBeNull();
  await enter('Recovery code', 'aaaa-bbbb-cccc-dddd');
  expect(readUserData()).toEqual(ada);
});

test('an expired sign-in restarts with the password, keeps the address and shows the reason', async () => {
  await open();
  fill('ada@example.com', 'right');
  replies = [challenged, refuse('challenge_over', 'Too many wrong codes. Sign in again.')];
  await submit();
  await enter('6-digit code', '000000');
  expect(screen.getByRole('alert').textContent).toBe('Too many wrong codes. Sign in again.');
  expect([email().value, password().value]).toEqual(['ada@example.com', '']);
});

test('Caps Lock is reported while the password is typed', async () => {
  await open();
  const press = (isOn: boolean) => {
    const event = createEvent.keyDown(password(), { key: 'A' });
    Object.defineProperty(event, 'getModifierState', { value: (key: string) => isOn && key === 'CapsLock' });
    fireEvent(password(), event);
  };
  press(false);
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
  press(true);
  expect(screen.getByText('Caps Lock is on')).toBeTruthy();
  fireEvent.blur(password());
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
});

test('before the setup of the server, its link is shown', async () => {
  isSetupNeeded = true;
  await open();
  expect(await screen.findByText(/setup link that it printed/)).toBeTruthy();
});
