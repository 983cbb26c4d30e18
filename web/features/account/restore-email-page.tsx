/** `/restore-email?token=…`: the former mailbox of an account takes it back, and sets a new password next. */
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { clearStorage } from '#web/client/session.ts';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay } from './form-parts.tsx';
import { takeLinkToken } from './link-token.ts';

export function RestoreEmailPage() {
  const [token] = useState(takeLinkToken);
  const navigate = useNavigate();
  const form = useForm({
    schema: accountContract.restoreEmail.body,
    initial: { token },
    send: async (values) => {
      const link = await call(accountContract.restoreEmail, { body: values });
      // The session of this browser has ended with the others.
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
              : 'This link was used, or it is older than seven days.'}
          </span>
        }
      >
        <Text>If your account is at risk, contact your Geoloom administrator.</Text>
        <Button component={Link} to="/login" variant="filled">
          Sign in
        </Button>
      </EntryPage>
    );
  return (
    <EntryPage title="Restore your email" words="If you did not change your email address, take it back now.">
      <EntryForm form={form} button="Restore my email address" busy="Restoring...">
        <Stack gap={8}>
          <Text>Your account gets its former email address back.</Text>
          <Text>All sessions end, the password stops working, and you choose a new one next.</Text>
        </Stack>
      </EntryForm>
      <OtherWay>
        Was it you? Then keep the new address and <Link to="/login">sign in</Link>.
      </OtherWay>
    </EntryPage>
  );
}
