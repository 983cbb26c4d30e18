/** `/password/reset`: asks for the mail with the link that sets a new password. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { send } from '#web/client/call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay } from './form-parts.tsx';

export function RequestResetPage() {
  const [message, setMessage] = useState<string>();
  const form = useForm({
    schema: accountContract.requestReset.body,
    initial: { email: '' },
    send: async (values) => {
      setMessage(undefined);
      const answer = await send(accountContract.requestReset, { body: values });
      setMessage(answer.message);
    },
  });
  return (
    <EntryPage title="Forgot your password?" words="Enter your email, and we will send you a link.">
      {message !== undefined && <Alert tone="note">{message}</Alert>}
      <EntryForm form={form} button="Send the link" busy="Sending...">
        <TextInput type="email" label="Email" autoComplete="username" {...form.field('email')} />
      </EntryForm>
      <OtherWay>
        Remember it? <Link to="/login">Sign in</Link>
      </OtherWay>
    </EntryPage>
  );
}
