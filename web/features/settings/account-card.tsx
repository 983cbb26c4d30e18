/** Takes the own data along, or deletes the account for good. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { profileContract } from '#contract/profile.contract.ts';
import { clearStorage } from '#web/client/session.ts';
import { useSend } from '#web/client/use-call.ts';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { SettingsForm } from './settings-form.tsx';

export function AccountCard() {
  const [isAsked, setAsked] = useState(false);
  const [send] = useSend(profileContract.remove);
  const navigate = useNavigate();
  const form = useForm({
    schema: profileContract.remove.body,
    initial: { password: '' },
    send: async (values) => {
      await send({ body: values });
      clearStorage();
      await navigate('/login', { replace: true });
    },
  });
  return (
    <Stack gap={16}>
      {isAsked ? (
        <SettingsForm title="Delete account" form={form} button="Delete my account" busy="Deleting...">
          <Text c="var(--text2)">
            Your account and all that is personal are deleted for good. What belongs to an agency stays with
            it.
          </Text>
          <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        </SettingsForm>
      ) : (
        <Group>
          <Button variant="subtle" color="crimson" onClick={() => setAsked(true)}>
            Delete account
          </Button>
        </Group>
      )}
    </Stack>
  );
}
