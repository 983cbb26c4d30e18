/** Deletes the account for good. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { profileContract } from '#contract/profile.contract.ts';
import { clearStorage } from '#web/client/session.ts';
import { useSend } from '#web/client/use-call.ts';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordNeeded } from './password-card.tsx';
import { SettingsForm } from './settings-form.tsx';

const WORDS = (
  <Text c="var(--text2)">
    Your account and personal data will be permanently deleted. Anything that belongs to an agency stays with
    it. Google accounts you connected will be disconnected, and we’ll ask the agency to connect another one.
  </Text>
);

const PASSWORD_ID = 'field-password-for-deletion';

export function AccountCard({ hasPassword }: { hasPassword: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const [send] = useSend(profileContract.remove);
  const navigate = useNavigate();
  const form = useForm({
    schema: profileContract.remove.body,
    initial: { password: '' },
    send: async (values) => {
      await send({ body: values });
      clearStorage('account-deleted');
      await navigate('/login', { replace: true });
    },
  });
  // The focused button is gone.
  useEffect(() => {
    if (isAsked) document.getElementById(PASSWORD_ID)?.focus();
  }, [isAsked]);
  if (!isAsked)
    return (
      <Card title="Delete account">
        <OwnerOnly endpoint={profileContract.remove}>
          <Stack gap={16} align="flex-start">
            {WORDS}
            {hasPassword ? (
              <Button color="crimson" onClick={() => setAsked(true)}>
                Delete account
              </Button>
            ) : (
              <PasswordNeeded>Deleting your account</PasswordNeeded>
            )}
          </Stack>
        </OwnerOnly>
      </Card>
    );
  return (
    <SettingsForm
      title="Delete account"
      form={form}
      endpoint={profileContract.remove}
      button="Delete my account"
      busy="Deleting..."
    >
      {WORDS}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...form.field('password')}
        id={PASSWORD_ID}
      />
    </SettingsForm>
  );
}
