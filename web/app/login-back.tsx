/** Header button for a superadmin who is signed in as another user: returns to their own account. */
import { ActionIcon, Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { profileContract } from '#contract/profile.contract.ts';
import { call } from '#web/client/call.ts';
import { endImpersonation, readPreviousUserData } from '#web/client/session.ts';

const WORDS = 'Login Back as superadmin';

export function LoginBack({ isNarrow }: { isNarrow: boolean }) {
  return isNarrow ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--ochre-text)"
      size={44}
      aria-label={WORDS}
      title={WORDS}
      onClick={() => void loginBack()}
    >
      <Undo2 size={20} />
    </ActionIcon>
  ) : (
    <Button leftSection={<Undo2 size={16} />} flex="none" onClick={() => void loginBack()}>
      {WORDS}
    </Button>
  );
}

/**
 * Also ends the impersonated session on the server; the superadmin returns to their account even if that
 * fails.
 */
export async function loginBack(): Promise<void> {
  // A pending call of the ended session gets a 401, which clears the storage.
  const previous = readPreviousUserData();
  await call(profileContract.loginBack, undefined).catch((error: unknown) =>
    console.warn('Failed to end the session on the server:', error),
  );
  endImpersonation(previous);
  // A full reload clears the other user's data from memory.
  window.location.assign('/dashboard');
}
