/** Setting a new password with an emailed link, and the promo panel. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { readUserData, getSessionEnd } from '#web/client/session.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { RequestResetPage } from './request-reset-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { RestoreEmailPage } from './restore-email-page.tsx';

const AT = '/password-reset?email=ada%40example.com&token=one-time';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }));

function open(reply: () => object = () => ({ data: {} })) {
  window.history.replaceState(null, '', AT);
  return openPage(ResetPasswordPage, { path: '/password-reset', at: AT }, reply);
}

function fill(password = 'long enough') {
  for (const label of ['New Password', 'Confirm Password'])
    fireEvent.change(field(label), { target: { value: password } });
}

test('a new password is shown as it is typed, and opens the sign-in form after two seconds', async () => {
  const page = open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset Password');
  expect([field('New Password').type, field('Confirm Password').type]).toEqual(['text', 'text']);
  fill();
  press();
  expect(await screen.findByText('Password reset successfully!')).toBeTruthy();
  const { path, body } = page.sent.at(-1) ?? {};
  expect(path).toBe('account/password/reset');
  expect(JSON.parse(body as string)).toEqual({
    password: 'long enough',
    password_confirmation: 'long enough',
    email: 'ada@example.com',
    token: 'one-time',
  });
  await pass(1999);
  expect(page.path()).toContain('/password-reset');
  await pass(1);
  expect(page.path()).toBe('/login');
  // The server has ended the session, but it isn't reported as expired.
  expect([readUserData(), getSessionEnd()]).toEqual([undefined, 'sign-out']);
});

test('the token is removed from the URL at once, and survives a reload of the tab', async () => {
  open().unmount();
  expect(window.location.href).not.toContain('one-time');
  expect([Object.keys(localStorage).join(), sessionStorage.length]).toEqual(['userData,userAvatar', 0]);
  const { pathname, search } = window.location;
  const page = openPage(ResetPasswordPage, { path: '/password-reset', at: pathname + search }, () => ({
    data: {},
  }));
  fill();
  press();
  await screen.findByText('Password reset successfully!');
  expect(JSON.parse(page.sent.at(-1)?.body as string)).toMatchObject({ token: 'one-time' });
});

test('without a mail server, the page for a forgotten password shows what to do instead of a form', async () => {
  const setup = { needed: false, maintenance: false, google: false, mail: false };
  openPage(RequestResetPage, { path: '/password/reset', role: null }, () => ({ data: setup }));
  expect(await screen.findByText(/Ask your administrator for one/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
});

test('each error is shown at its field', async () => {
  open();
  press();
  for (const text of ['Password is required', 'Confirm Password is required'])
    expect((await screen.findAllByText(text)).length, text).toBeGreaterThan(0);
  fill('short');
  fireEvent.change(field('Confirm Password'), { target: { value: 'other' } });
  press();
  for (const text of ['Password must be at least 8 characters', 'Passwords must match'])
    expect((await screen.findAllByText(text)).length, text).toBeGreaterThan(0);
});

test.each([
  [
    'the server’s message',
    { status: 409, code: 'conflict', message: 'The link was used.' },
    'The link was used.',
  ],
  ['a fixed text without a message', undefined, 'An error occurred. Please try again.'],
])('a refusal shows %s', async (_what, refusal, text) => {
  open(() => {
    if (refusal) return refusal;
    throw new TypeError('no net');
  });
  fill();
  press();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('the panel next to the form describes the product', () => {
  open();
  const panel = within(screen.getByRole('complementary', { name: 'About Geoloom' }));
  for (const text of [
    'Learn How Geoloom Delivers Value',
    'more than a tool, an SEO operating system',
    'Save Time',
    'Efficiency',
    'Predictable',
    'Lasting Results',
    'Elite Tech Stack',
    'Boost MRR and Client Retention',
  ])
    expect(panel.getByText(text), text).toBeTruthy();
});

describe('the link that restores an email address', () => {
  const at = '/restore-email?token=undo';
  const openRestore = (reply: () => object) => {
    window.history.replaceState(null, '', at);
    return openPage(RestoreEmailPage, { path: '/restore-email', at }, reply);
  };
  const restore = () => fireEvent.click(screen.getByRole('button', { name: 'Restore my email address' }));

  test('does nothing until its button is pressed, and continues to a new password', async () => {
    const page = openRestore(() => ({ data: { email: 'ada@example.com', token: 'reset' } }));
    expect(page.sent).toEqual([]);
    restore();
    await vi.waitFor(() => expect(page.path()).toBe('/password-reset?email=ada%40example.com&token=reset'));
    expect(JSON.parse(page.sent[0]?.body as string)).toEqual({ token: 'undo' });
    expect(readUserData(), 'the session of this browser ended with the others').toBeUndefined();
  });

  test('reports a used or expired link', async () => {
    const errors = { token: ['This link is no longer valid. Ask for a new one.'] };
    openRestore(() => ({ status: 422, code: 'invalid', message: 'No.', errors }));
    restore();
    expect(await screen.findByText('This link has already been used or has expired.')).toBeTruthy();
  });
});
