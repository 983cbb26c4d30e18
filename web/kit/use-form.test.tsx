import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { registration } from '#contract/account.contract.ts';
import { ApiError } from '#web/client/call.ts';
import { useForm } from './use-form.ts';

const empty = { first_name: '', last_name: '', email: '', password: '', password_confirmation: '' };
const whole = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  password: 'long enough',
  password_confirmation: 'long enough',
};

function openForm(initial: typeof empty, send: (values: typeof empty) => Promise<unknown> = async () => {}) {
  return renderHook(() => useForm({ schema: registration, initial, send })).result;
}

test('a field shows no error before it loses focus; then it shows its first error and updates while typing', () => {
  const form = openForm(empty);
  act(() => form.current.set('email', 'ada'));
  expect(form.current.errors).toEqual({});
  act(() => form.current.field('email').onBlur());
  expect(form.current.errors).toEqual({ email: 'Enter a valid email address' });
  act(() => form.current.set('email', 'ada@example.com'));
  expect(form.current.errors).toEqual({});
});

test('a required field that is empty on blur shows an error', () => {
  const form = openForm(empty);
  act(() => form.current.field('first_name').onBlur());
  expect(form.current.errors).toEqual({ first_name: 'First name is required' });
});

test('switching to another window does not count as leaving a field', () => {
  const form = openForm(empty);
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  act(() => form.current.field('email').onBlur());
  expect(form.current.errors).toEqual({});
  focus.mockRestore();
  act(() => form.current.field('email').onBlur());
  expect(form.current.errors).toEqual({ email: 'Email is required' });
});

test('an invalid submit shows all errors at once and sends nothing', async () => {
  const sent: unknown[] = [];
  const form = openForm(empty, async (values) => sent.push(values));
  await act(async () => expect(await form.current.submit()).toBe(false));
  expect(form.current.errors).toEqual({
    first_name: 'First name is required',
    last_name: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
    password_confirmation: 'Confirm Password is required',
  });
  expect(form.current.failedSubmits).toBe(1);
  expect(sent).toEqual([]);
});

test.each([
  ['short', 'short', { password: 'Password must be at least 8 characters' }],
  ['long enough', 'another one', { password_confirmation: 'Passwords must match' }],
])('the passwords %j and %j are refused', async (password, password_confirmation, errors) => {
  const form = openForm({ ...whole, password, password_confirmation });
  await act(async () => void (await form.current.submit()));
  expect(form.current.errors).toEqual(errors);
});

test('a server error is shown at its field, and cleared by the next change', async () => {
  const failure = {
    success: false as const,
    code: 'invalid' as const,
    message: 'Some fields aren’t valid.',
    errors: { email: ['This address has an account already'] },
    request_id: 'abc',
  };
  const form = openForm(whole, () => Promise.reject(new ApiError(422, failure)));
  await act(async () => expect(await form.current.submit()).toBe(false));
  expect(form.current.errors).toEqual({ email: 'This address has an account already' });
  expect(form.current.failure?.failure?.request_id).toBe('abc');
  expect(form.current.values).toEqual(whole);
  act(() => form.current.set('email', 'other@example.com'));
  expect(form.current.errors).toEqual({});
  expect(form.current.failure).toBeUndefined();
});

test('a form that is cleared after it was sent shows no errors', async () => {
  const form = openForm({ ...whole, email: '' }, () => Promise.resolve());
  act(() => form.current.set('email', whole.email));
  await act(async () => expect(await form.current.submit()).toBe(true));
  act(() => form.current.clear());
  expect(form.current.values.email).toBe('');
  expect(form.current.errors).toEqual({});
  expect(form.current.isDirty).toBe(false);
});

test('a second submit waits for the first', async () => {
  let count = 0;
  let finish = () => {};
  const form = openForm(whole, () => {
    count += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  let first = Promise.resolve(false);
  act(() => {
    first = form.current.submit();
  });
  expect(form.current.isSending).toBe(true);
  await act(async () => expect(await form.current.submit()).toBe(false));
  finish();
  await act(async () => expect(await first).toBe(true));
  expect(count).toBe(1);
  expect(form.current.isSending).toBe(false);
});
