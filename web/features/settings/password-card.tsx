/** Change Password: the server ends all other sessions, and returns a new one for this browser. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { storeUserData } from '#web/client/session.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { showToast } from '#web/ui/toast.tsx';
import { MAIL_OFF } from './mail-off.ts';
import { SettingsForm } from './settings-form.tsx';

/** Link target of the card. */
const PASSWORD_CARD_ID = 'change-password';
const EMPTY = { current_password: '', password: '', password_confirmation: '' };

export function PasswordCard({ onChanged }: { onChanged: () => void }) {
  const [send] = useSend(profileContract.setPassword);
  const form = useForm({
    schema: profileContract.setPassword.body,
    initial: EMPTY,
    send: async (values) => {
      const { data, message } = await send({ body: values });
      showToast({ kind: 'success', text: message ?? 'Your password was changed.' });
      onChanged();
      storeUserData(data);
    },
  });
  return (
    <SettingsForm
      title="Change Password"
      id={PASSWORD_CARD_ID}
      form={form}
      endpoint={profileContract.setPassword}
      button="Change password"
      busy="Saving..."
    >
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...form.field('current_password')}
      />
      <PasswordField label="New Password" autoComplete="new-password" {...form.field('password')} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('password_confirmation')}
      />
    </SettingsForm>
  );
}

/** Emails a link to set the first password of an account that signs in with Google. */
export function NoPasswordCard({ email }: { email: string }) {
  const { data: setup } = useCall(accountContract.setupState, undefined, { isFinal: true });
  const request = useAction(accountContract.requestReset, {
    failure: 'Couldn’t send the link.',
    success: `We sent a link to ${email}.`,
  });
  return (
    <Card title="Set a password" id={PASSWORD_CARD_ID}>
      <OwnerOnly endpoint={profileContract.setPassword}>
        {setup?.mail === false ? (
          <Text c="var(--text2)">
            Your account has no password because you sign in with Google. {MAIL_OFF} Ask your administrator
            for one.
          </Text>
        ) : (
          <Stack gap={16} align="flex-start">
            <Text c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
              Your account has no password because you sign in with Google. We’ll send a link to {email} to
              set one. After that, sign in again.
            </Text>
            <ActionButton
              action={{ ...request, run: () => request.run({ body: { email } }) }}
              busy="Sending..."
            >
              Email me a link
            </ActionButton>
          </Stack>
        )}
      </OwnerOnly>
    </Card>
  );
}

/** Replaces an action that requires the password. @param props.children the action */
export function PasswordNeeded({ children }: { children: ReactNode }) {
  return (
    <Text c="var(--text2)">
      {children} requires a password.{' '}
      <a className={links.link ?? ''} href={`#${PASSWORD_CARD_ID}`}>
        Set a password
      </a>{' '}
      first.
    </Text>
  );
}
