/** Creating an account: by registration, and the first one by the set-up link. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readUserData, storeUserData } from '#web/client/session.ts';
import { RegistrationPage } from './registration-page.tsx';
import { SetupPage } from './setup-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const ada = { access_token: 'token-1', role: 'superadmin', name: 'Ada Lovelace', avatar: '/a.svg' } as const;
const WORDS: Record<string, string> = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@example.com',
  'Password, at least 8 characters': 'long enough',
  'Confirm Password': 'long enough',
};

let reply: { status: number; body: object };
let sent: { path: string; body: Record<string, unknown> }[];
let finish: (() => void) | undefined;
let isSetupNeeded: boolean;

beforeEach(() => {
  sent = [];
  finish = undefined;
  isSetupNeeded = true;
  reply = { status: 201, body: { success: true, data: ada } };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ success: true, data: { needed: isSetupNeeded } });
    const body = typeof init.body === 'string' ? init.body : '{}';
    sent.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    if (finish) await new Promise<void>((resolve) => (finish = resolve));
    return Response.json(reply.body, { status: reply.status });
  });
});

async function open(Component: ComponentType) {
  const router = createMemoryRouter(
    [
      { path: '/', Component },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/'] },
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

const openSetup = (search = '?token=one-time') => {
  window.history.replaceState(null, '', `/setup${search}`);
  return open(SetupPage);
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (words: Record<string, string> = WORDS) => {
  for (const [label, value] of Object.entries(words)) {
    const input = screen.queryByLabelText(label);
    if (input) fireEvent.change(input, { target: { value } });
  }
};
const submit = () => act(async () => void fireEvent.submit(field('Email')));
const summary = () => screen.getByRole('alert');

const FORMS = [
  ['registration', () => open(RegistrationPage), 'Create an account', 5],
  ['the first account', () => openSetup(), 'Create the first account', 4],
] as const;

describe.each(FORMS)('the form of %s', (_what, openForm, button, fields) => {
  test('has the autocomplete tokens for filling it in and storing the password', async () => {
    await openForm();
    const tokens = ['given-name', 'family-name', 'username', 'new-password', 'new-password'];
    const inputs = Object.keys(WORDS).map((label) => screen.queryByLabelText<HTMLInputElement>(label));
    expect(inputs.flatMap((input) => input?.autocomplete ?? [])).toEqual(tokens.slice(0, fields));
    expect(field('Password, at least 8 characters').type).toBe('password');
  });

  test('lists all missing fields at once, with links to the fields', async () => {
    await openForm();
    await submit();
    expect(document.activeElement).toBe(summary());
    const entries = within(summary()).getAllByRole('button');
    expect(summary().textContent).toContain(`Fix ${fields} problems to continue`);
    expect(entries).toHaveLength(fields);
    for (const entry of entries) {
      fireEvent.click(entry);
      const focused = document.activeElement as HTMLInputElement;
      expect(focused.getAttribute('aria-invalid'), entry.textContent ?? '').toBe('true');
      const words = document.getElementById(focused.getAttribute('aria-describedby') ?? '');
      expect(words?.textContent).toBe(entry.textContent);
    }
    expect(sent).toEqual([]);
  });

  test('reports a single error for a single invalid field', async () => {
    await openForm();
    fill({ ...WORDS, Email: 'ada' });
    await submit();
    expect(summary().textContent).toContain('Fix 1 problem to continue');
    expect(within(summary()).getByText('Enter a valid email address')).toBeTruthy();
  });

  test('reports an error on blur, not while a field is typed for the first time', async () => {
    await openForm();
    fireEvent.blur(field('First name'));
    expect(screen.getByText('First name is required')).toBeTruthy();
    fireEvent.change(field('Email'), { target: { value: 'ada' } });
    expect(screen.queryByText('Enter a valid email address')).toBeNull();
    fireEvent.blur(field('Email'));
    expect(screen.getByText('Enter a valid email address')).toBeTruthy();
    fireEvent.change(field('Email'), { target: { value: '' } });
    expect(screen.getByText('Email is required')).toBeTruthy();
  });

  test('signs in at once and opens the dashboard', async () => {
    const router = await openForm();
    fill();
    await submit();
    expect(readUserData()).toEqual(ada);
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(sent[0]?.body).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      password: 'long enough',
    });
  });

  test('is sent once, and shows that it is being sent', async () => {
    finish = () => undefined;
    await openForm();
    fill();
    await submit();
    expect(screen.getByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true);
    await submit();
    expect(sent).toHaveLength(1);
  });

  test('keeps typed text when the server refuses a field, and shows the reason at the field', async () => {
    await openForm();
    fill();
    reply = {
      status: 422,
      body: {
        success: false,
        code: 'invalid',
        message: 'Some fields aren’t valid.',
        errors: { email: ['This address has an account already'] },
        request_id: 'r-7',
      },
    };
    await submit();
    expect(screen.getAllByText('This address has an account already')).toHaveLength(2);
    expect(document.activeElement).toBe(summary());
    expect(field('First name').value).toBe('Ada');
    expect(field('Password, at least 8 characters').value).toBe('long enough');
    fireEvent.change(field('Email'), { target: { value: 'ada2@example.com' } });
    expect(screen.queryByText('This address has an account already')).toBeNull();
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
  });

  test.each([
    [429, 'too_many', 'Too many requests. Please wait a moment and try again.', false],
    [
      500,
      'internal',
      'Something went wrong on our side. Your administrator can look it up in the log by the request ID.',
      true,
    ],
    [503, 'overloaded', 'The server is busy. Please try again in a moment.', true],
  ])('a %i shows the server’s message, with its reference for an error of the server', async (...row) => {
    const [status, code, message, hasReference] = row;
    await openForm();
    fill();
    reply = { status, body: { success: false, code, message, request_id: 'r-7' } };
    await submit();
    expect(summary().textContent).toContain(message);
    expect(screen.queryByRole('button', { name: 'Copy the reference r-7' }) !== null).toBe(hasReference);
  });

  test('an unreachable server is reported, and typed text stays', async () => {
    await openForm();
    fill();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no net')));
    await submit();
    expect(summary().textContent).toContain('Couldn’t reach the server.');
    expect(field('Email').value).toBe('ada@example.com');
    expect(readUserData()).toBeUndefined();
  });
});

describe('a signed-in user', () => {
  test('is redirected from the registration', async () => {
    storeUserData(ada);
    expect((await open(RegistrationPage)).state.location.pathname).toBe('/dashboard');
  });

  test('is asked to log out before the setup link is used', async () => {
    storeUserData(ada);
    await openSetup();
    expect(await screen.findByText(/You are signed in as Ada Lovelace\. Log out first/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create the first account' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });
});

describe('registration', () => {
  test.each([
    [
      'a password of seven characters',
      { 'Password, at least 8 characters': '1234567', 'Confirm Password': '1234567' },
      'Password must be at least 8 characters',
    ],
    ['two different passwords', { 'Confirm Password': 'something else' }, 'Passwords must match'],
    ['no second password', { 'Confirm Password': '' }, 'Confirm Password is required'],
  ])('refuses %s in the words of the specification', async (_what, words, text) => {
    await open(RegistrationPage);
    fill({ ...WORDS, ...words });
    await submit();
    expect(within(summary()).getByRole('button').textContent).toBe(text);
    expect(sent).toEqual([]);
  });

  test('shows the password on request', async () => {
    await open(RegistrationPage);
    const [first] = screen.getAllByRole('button', { name: 'Show password' });
    if (first) fireEvent.mouseDown(first);
    expect(field('Password, at least 8 characters').type).toBe('text');
    expect(field('Confirm Password').type).toBe('password');
  });

  test('links to the sign-in form', async () => {
    const router = await open(RegistrationPage);
    fireEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(router.state.location.pathname).toBe('/login');
  });
});

describe('the first account', () => {
  test('without the complete link shows how to get one, and no form', async () => {
    await openSetup('?token=');
    expect(screen.getByText(/Open the complete link that the server printed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.title).toBe('Set up Geoloom – Geoloom');
  });

  test('removes the token from the URL, and sends it with the form', async () => {
    await openSetup('?token=one-time&x=1');
    expect(window.location.search).toBe('?x=1');
    fill();
    fireEvent.click(screen.getByLabelText('Add sample data'));
    await submit();
    expect(sent).toEqual([
      { path: '/api/v1/setup', body: expect.objectContaining({ token: 'one-time', sample_data: true }) },
    ]);
  });

  test('reports a used link, and shows no form', async () => {
    isSetupNeeded = false;
    await openSetup();
    expect(await screen.findByText('This setup link has been used.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('shows the server’s message for a used link, and marks no field as invalid', async () => {
    await openSetup();
    fill();
    const text = 'This link is no longer valid. Start the server again to get a new one.';
    reply = {
      status: 422,
      body: { success: false, code: 'invalid', message: text, errors: { token: [text] }, request_id: 'r-7' },
    };
    await submit();
    expect(summary().textContent).toBe(text);
    expect(within(summary()).queryByRole('button')).toBeNull();
  });
});

test('the sign-in form shows an error of the server with its reference, too', async () => {
  await open(SignInPage);
  fireEvent.change(field('Email'), { target: { value: 'ada@example.com' } });
  fireEvent.change(field('Password'), { target: { value: 'secret' } });
  const message =
    'Something went wrong on our side. Your administrator can look it up in the log by the request ID.';
  reply = { status: 500, body: { success: false, code: 'internal', message, request_id: 'r-9' } };
  await submit();
  expect(summary().textContent).toContain(message);
  expect(within(summary()).getByRole('button', { name: 'Copy the reference r-9' })).toBeTruthy();
});
