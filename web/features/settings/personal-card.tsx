/** Names and email of the own account. A new address has to be confirmed again. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { useSend } from '#web/client/use-call.ts';
import { useAppDispatch } from '#web/client/use-store.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useForm } from '#web/kit/use-form.ts';
import { showToast } from '#web/ui/toast.tsx';
import { SettingsForm } from './settings-form.tsx';

type Account = ReplyData<typeof accountContract.show>;

export function PersonalCard({ account }: { account: Account }) {
  const [initial] = useState(() => {
    const { first_name, last_name, email } = account;
    return { first_name, last_name, email };
  });
  const [send] = useSend(profileContract.setPersonalInfo, { refresh: ['account'] });
  const dispatch = useAppDispatch();
  const form = useForm({
    schema: profileContract.setPersonalInfo.body,
    initial,
    send: async (values) => {
      const { message } = await send({ body: values });
      showToast({ kind: 'success', text: message ?? 'Your personal info was saved.' });
      void dispatch(fetchUserData());
    },
  });
  return (
    <SettingsForm title="Personal info" form={form} button="Save personal info" busy="Saving...">
      {!account.is_email_verified && <Unverified />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <TextInput label="First name" autoComplete="given-name" {...form.field('first_name')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.field('last_name')} />
      </SimpleGrid>
      <TextInput type="email" label="Email" autoComplete="email" {...form.field('email')} />
    </SettingsForm>
  );
}

function Unverified() {
  const resend = useAction(profileContract.resendVerification, {
    failure: 'The link could not be sent.',
    after: ({ message }) => showToast({ kind: 'success', text: message ?? 'The link was sent.' }),
  });
  return (
    <Alert tone="note" what="Your email is not confirmed.">
      <p>Open the link that we sent you. Until then you cannot accept an invitation.</p>
      <ActionButton action={resend} busy="Sending..." size="xs" mt={8}>
        Send the link again
      </ActionButton>
    </Alert>
  );
}
