/** Sign-in with Google: shows, connects and disconnects the Google account. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { googleConnection, googleSignInContract } from '#contract/google-sign-in.contract.ts';
import { redirectToGoogle } from '#web/client/google-redirect.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordNeeded } from './password-card.tsx';
import { SettingsForm } from './settings-form.tsx';

type Account = ReplyData<typeof accountContract.show>;

const TITLE = 'Google sign-in';

export function GoogleCard({ account }: { account: Account }) {
  const { data: setup } = useCall(accountContract.setupState, undefined, { isFinal: true });
  if (account.google_account !== null) return <Connected account={account} email={account.google_account} />;
  return setup?.google && account.has_password ? <Connect account={account} /> : null;
}

function Connected({ account, email }: { account: Account; email: string }) {
  const disconnect = useAction(googleSignInContract.disconnect, {
    refresh: ['account'],
    success: 'Google sign-in was disconnected.',
    failure: 'Couldn’t disconnect Google.',
  });
  return (
    <Card title={TITLE}>
      <OwnerOnly endpoint={googleSignInContract.disconnect}>
        <Stack gap={16} align="flex-start">
          <Text style={{ overflowWrap: 'anywhere' }}>
            Connected as <strong>{email}</strong>.
          </Text>
          {account.has_password ? (
            <ActionButton action={disconnect} busy="Disconnecting...">
              Disconnect Google
            </ActionButton>
          ) : (
            <PasswordNeeded>Disconnecting Google</PasswordNeeded>
          )}
        </Stack>
      </OwnerOnly>
    </Card>
  );
}

const PASSWORD_ID = 'field-password-for-google';

function Connect({ account }: { account: Account }) {
  const [isAsked, setAsked] = useState(false);
  const [begin] = useSend(googleSignInContract.beginConnection);
  const form = useForm({
    schema: googleConnection,
    initial: { password: '' },
    send: async (body) => {
      const { data } = await begin({ body });
      redirectToGoogle(data, { next: '/settings', isConnection: true });
    },
  });
  // The focused button is gone.
  useEffect(() => {
    if (isAsked) document.getElementById(PASSWORD_ID)?.focus();
  }, [isAsked]);
  const words = (
    <Text c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
      Not connected. Connect the Google account {account.email} to sign in with it.
    </Text>
  );
  if (!isAsked)
    return (
      <Card title={TITLE}>
        <OwnerOnly endpoint={googleSignInContract.beginConnection}>
          <Stack gap={16} align="flex-start">
            {words}
            <Button onClick={() => setAsked(true)}>Connect Google</Button>
          </Stack>
        </OwnerOnly>
      </Card>
    );
  return (
    <SettingsForm
      title={TITLE}
      form={form}
      endpoint={googleSignInContract.beginConnection}
      button="Continue to Google"
      busy="Opening Google..."
    >
      {words}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...form.field('password')}
        id={PASSWORD_ID}
      />
    </SettingsForm>
  );
}
