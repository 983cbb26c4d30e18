/**
 * `/restore-email?token=…`: restores the previous email address of an account, then continues to a new
 * password.
 */
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { clearStorage } from '#web/client/session.ts';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { takeLinkToken } from './link-token.ts';

export function RestoreEmailPage() {
  const [token] = useState(takeLinkToken);
  const navigate = useNavigate();
  const form = useForm({
    schema: accountContract.restoreEmail.body,
    initial: { token },
    send: async (values) => {
      const link = await call(accountContract.restoreEmail, { body: values });
      // This browser's session ended with all others.
      clearStorage();
      await navigate(`/password-reset?${new URLSearchParams(link).toString()}`, { replace: true });
    },
  });
  if (form.errors.token !== undefined || token === '')
    return (
      <EntryPage
        title="Restore your email"
        words={
          <span role="alert">
            {token === ''
              ? 'This link is incomplete. Open the full link from the email.'
              : 'This link has already been used or has expired.'}
          </span>
        }
      >
        <Text>If you think someone else has access to your account, contact your Geoloom administrator.</Text>
        <Button component={Link} to="/login" variant="filled">
          Sign in
        </Button>
      </EntryPage>
    );
  return (
    <EntryPage
      title="Restore your email"
      words="If you didn't change your email address, restore the previous one."
    >
      <EntryForm form={form} button="Restore my email address" busy="Restoring...">
        <Stack gap={8}>
          <Text>Your account goes back to its previous email address.</Text>
          <Text>You're signed out everywhere, and you set a new password next.</Text>
        </Stack>
      </EntryForm>
      <AuthFooterLink>
        Did you make this change? Keep the new address and <Link to="/login">sign in</Link>.
      </AuthFooterLink>
    </EntryPage>
  );
}
