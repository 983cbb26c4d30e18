/** `/password/reset`: requests the email with the reset link. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { send } from '#web/client/call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { useSetupState } from '#web/client/use-setup-state.ts';

export function RequestResetPage() {
  const [message, setMessage] = useState<string>();
  const setup = useSetupState();
  const form = useForm({
    schema: accountContract.requestReset.body,
    initial: { email: '' },
    send: async (values) => {
      setMessage(undefined);
      const reply = await send(accountContract.requestReset, { body: values });
      setMessage(reply.message);
    },
  });
  if (setup?.mail === false)
    return (
      <EntryPage title="Forgot your password?" words="Get a link by email to set a new one.">
        <Alert tone="note">
          Email isn’t set up on this server, so it can’t send you a link. Ask your administrator for one.
        </Alert>
        <AuthFooterLink>
          Remember it? <Link to="/login">Sign in</Link>
        </AuthFooterLink>
      </EntryPage>
    );
  return (
    <EntryPage title="Forgot your password?" words="Enter your email, and we will send you a link.">
      {message !== undefined && <Alert tone="note">{message}</Alert>}
      <EntryForm form={form} button="Send the link" busy="Sending...">
        <TextInput type="email" label="Email" autoComplete="username" {...form.field('email')} />
      </EntryForm>
      <AuthFooterLink>
        Remember it? <Link to="/login">Sign in</Link>
      </AuthFooterLink>
    </EntryPage>
  );
}
