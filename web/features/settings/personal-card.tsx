/**
 * Name and email of the account. A new email address needs the password, and takes effect once its link is
 * opened.
 */
import { Group, SimpleGrid, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { useAppDispatch } from '#web/client/use-store.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useForm } from '#web/kit/use-form.ts';
import { showToast } from '#web/ui/toast.tsx';
import { MAIL_OFF } from './mail-off.ts';
import { SettingsForm } from './settings-form.tsx';

type Account = ReplyData<typeof accountContract.show>;

const isNewAddress = (account: Account, email: string) => toEmailKey(email) !== toEmailKey(account.email);

/** Same rule as on the server: a new address needs the password. */
const makeRules = (account: Account) =>
  profileContract.setPersonalInfo.body.refine(
    ({ email = account.email, current_password: password }) =>
      !isNewAddress(account, email) || (password ?? '') !== '',
    account.has_password
      ? { path: ['current_password'], message: 'Enter your current password to change your email address' }
      : { path: ['email'], message: 'Set a password first to change your email address' },
  );

export function PersonalCard({ account }: { account: Account }) {
  const { first_name, last_name, email } = account;
  const [initial] = useState({ first_name, last_name, email, current_password: '' });
  const currentEmail = useRef(email);
  const [send] = useSend(profileContract.setPersonalInfo, { refresh: ['account'] });
  const dispatch = useAppDispatch();
  const form = useForm({
    schema: makeRules(account),
    initial,
    send: async ({ current_password: password, ...values }) => {
      const needsPassword = isNewAddress(account, values.email);
      const body = { ...values, ...(needsPassword && { current_password: password }) };
      const { data, message } = await send({ body });
      currentEmail.current = data.email;
      showToast({ kind: 'success', text: message ?? 'Your personal info was saved.' });
      void dispatch(fetchUserData());
    },
  });
  const submit = async () => {
    const isDone = await form.submit();
    // The pending address is shown above; the field shows the current one.
    if (isDone) form.set('email', currentEmail.current);
    if (isDone) form.set('current_password', '');
    return isDone;
  };
  return (
    <SettingsForm
      title="Personal info"
      form={{ ...form, submit }}
      endpoint={profileContract.setPersonalInfo}
      button="Save personal info"
      busy="Saving..."
    >
      {!account.is_email_verified && !account.pending_email && <Unverified />}
      {account.pending_email && <Waiting account={account} pending={account.pending_email} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <TextInput label="First name" autoComplete="given-name" {...form.field('first_name')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.field('last_name')} />
      </SimpleGrid>
      <TextInput type="email" label="Email" autoComplete="email" {...form.field('email')} />
      {account.has_password && isNewAddress(account, form.values.email) && (
        <PasswordField
          label="Current password"
          description={`Required to change your email address. You keep ${account.email} until you confirm the new one.`}
          autoComplete="current-password"
          {...form.field('current_password')}
          id="field-password-for-email"
        />
      )}
    </SettingsForm>
  );
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

interface WaitingProps {
  account: Account;
  pending: NonNullable<Account['pending_email']>;
}

function Waiting({ account, pending }: WaitingProps) {
  const resend = useAction(profileContract.resendEmailChange, {
    refresh: ['account'],
    failure: 'Couldn’t send the link.',
    after: ({ message }) => showToast({ kind: 'success', text: message ?? 'The link was sent.' }),
  });
  const cancel = useAction(profileContract.cancelEmailChange, {
    refresh: ['account'],
    success: 'Your email address change was canceled.',
    failure: 'Couldn’t cancel the change.',
  });
  return (
    <Alert tone="note" what={`${pending.email} is waiting for confirmation.`}>
      <p>
        Open the link we sent there by {DATE.format(new Date(pending.expires_at))}. Until then, sign in with{' '}
        {account.email}.
      </p>
      <Group gap={8} mt={8}>
        <ActionButton action={resend} busy="Sending..." size="xs">
          Send the link again
        </ActionButton>
        <ActionButton action={cancel} busy="Canceling..." size="xs">
          Cancel change
        </ActionButton>
      </Group>
    </Alert>
  );
}

function Unverified() {
  const { data: setup } = useCall(accountContract.setupState, undefined, { isFinal: true });
  const resend = useAction(profileContract.resendVerification, {
    failure: 'Couldn’t send the link.',
    after: ({ message }) => showToast({ kind: 'success', text: message ?? 'The link was sent.' }),
  });
  const what = 'Your email is not confirmed.';
  if (setup?.mail === false)
    return (
      <Alert tone="note" what={what}>
        <p>{MAIL_OFF} Until a link has confirmed it, you can’t accept an invitation.</p>
      </Alert>
    );
  return (
    <Alert tone="note" what={what}>
      <p>Open the link that we sent you. Until then, you can’t accept an invitation.</p>
      <ActionButton action={resend} busy="Sending..." size="xs" mt={8}>
        Send the link again
      </ActionButton>
    </Alert>
  );
}
