/** Two-factor sign-in in the settings: set-up, new recovery codes, another app, turning it off. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { beginImpersonation, storeUserData } from '#web/client/session.ts';
import { type FakeReply, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`);
const ON = { on_since: '2026-03-02T12:00:00.000Z', is_required: false, recovery_codes_left: 10 };
const OFF = { on_since: null, is_required: false, recovery_codes_left: 0 };

/** Opens the card with a server that accepts the code 123456. */
function open(first: object) {
  let state = first;
  const refuse = {
    status: 422,
    code: 'invalid',
    message: 'Wrong.',
    errors: { code: ['The code is wrong.'] },
  };
  const reply = ({ method, path, body }: Sent): FakeReply => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as { code?: string }) : {};
    if (path === 'account/two-factor/start')
      return {
        data: { secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}`, expires_at: ON.on_since },
      };
    if (method === 'GET') return { data: state };
    if (sent.code !== '123456') return refuse;
    state = method === 'DELETE' ? OFF : ON;
    return method === 'DELETE'
      ? { data: {}, message: 'Two-factor sign-in is off.' }
      : { data: { recovery_codes: CODES }, message: 'Done.' };
  };
  return openPage(() => <TwoFactorCard hasPassword />, { path: '/settings' }, reply);
}

const pressButton = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const lastBody = (sent: readonly Sent[]) =>
  JSON.parse((sent.filter(({ method }) => method !== 'GET').at(-1)?.body as string) ?? '{}') as object;

test('is set up with the password, the QR code or key, and the first code; then shows the recovery codes once', async () => {
  const page = open(OFF);
  await pressButton('Set up two-factor sign-in');
  expect(document.activeElement).toBe(await screen.findByLabelText('Password'));
  await fill('Password', 'nine orange ladders');
  await pressButton('Continue');
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(lastBody(page.sent)).toEqual({ password: 'nine orange ladders' });
  expect(screen.getByText(SECRET.replaceAll(/.{4}(?=.)/g, '$& '))).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('6-digit code');
  expect([document.activeElement, field.inputMode, field.autocomplete]).toEqual([
    field,
    'numeric',
    'one-time-code',
  ]);
  await fill('6-digit code', '000000');
  await pressButton('Turn on');
  expect(await screen.findAllByText('The code is wrong.')).toHaveLength(2);
  await fill('6-digit code', '123456');
  await pressButton('Turn on');
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(CODES);
  await pressButton('I saved my codes');
  expect(await screen.findByText(/^On since Mar 2, 2026\. 10 of 10 recovery codes left\.$/)).toBeTruthy();
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

test('recovery codes can be downloaded as a text file', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  open(ON);
  await pressButton('Create new recovery codes');
  await fill('Password', 'nine orange ladders');
  await fill('6-digit code', '123456');
  await pressButton('Create new recovery codes');
  await pressButton('Download codes');
  expect(names).toEqual(['geoloom-recovery-codes.txt']);
  expect(await files[0]?.text()).toBe(`${CODES.join('\n')}\n`);
});

test('is turned off with the password and a recovery code', async () => {
  const page = open(ON);
  await pressButton('Turn off');
  expect(document.activeElement).toBe(await screen.findByLabelText('Password'));
  await fill('Password', 'nine orange ladders');
  await pressButton('Use a recovery code');
  await fill('Recovery code', '123456');
  await pressButton('Turn off two-factor sign-in');
  expect(await screen.findByRole('button', { name: 'Set up two-factor sign-in' })).toBeTruthy();
  expect(lastBody(page.sent)).toEqual({ password: 'nine orange ladders', code: '123456' });
});

test('moves to another app with both factors', async () => {
  const page = open(ON);
  await pressButton('Use another app');
  await fill('Password', 'nine orange ladders');
  await fill('6-digit code', '123456');
  await pressButton('Continue');
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  expect(lastBody(page.sent)).toEqual({ password: 'nine orange ladders', code: '123456' });
});

test('warns of few recovery codes, and can’t be turned off if the server requires it', async () => {
  open({ ...ON, is_required: true, recovery_codes_left: 2 });
  expect(await screen.findByText('You’re running out of recovery codes.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});

test('sends no requests while a superadmin is signed in as the user', async () => {
  storeUserData({ id: 3, access_token: 't-3', role: 'superadmin', name: 'Grace', avatar: '/avatar.svg' });
  beginImpersonation({ id: 2, access_token: 't-2', role: 'user', name: 'Ben Okoro', avatar: '/avatar.svg' });
  const page = open(ON);
  expect(await screen.findByText(/^Off while you are signed in as/)).toBeTruthy();
  await waitFor(() => expect(page.sent).toEqual([]));
});
