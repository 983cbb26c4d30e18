/** Two-factor set-up that the server requires of a superadmin. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { RequiredTwoFactorPage } from './required-two-factor-page.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const APP = { secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}`, expires_at: '2026-03-02T12:00:00Z' };
const HINT = /^No password yet\?/;

test('continues from the password to the app, and shows how to set a missing password', async () => {
  openPage(
    () => <RequiredTwoFactorPage onDone={() => undefined} />,
    { path: '/dashboard', role: 'superadmin' },
    () => ({ data: APP }),
  );
  const field = screen.getByLabelText('Password');
  expect(screen.getByText(HINT)).toBeTruthy();
  fireEvent.change(field, { target: { value: 'nine orange ladders' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByLabelText('6-digit code')).toBeTruthy();
  expect(screen.queryByText(HINT)).toBeNull();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
});
