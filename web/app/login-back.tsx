/** In the header while a superadmin is signed in as another user: the way back to their own account. */
import { ActionIcon, Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { profileContract } from '#contract/profile.contract.ts';
import { call } from '#web/client/call.ts';
import { endImpersonation } from '#web/client/session.ts';

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

/** The session as the other user ends on the server, too; a failure keeps the superadmin out of it all the same. */
export async function loginBack(): Promise<void> {
  await call(profileContract.loginBack, undefined).catch((error: unknown) =>
    console.warn('Failed to end the session on the server:', error),
  );
  endImpersonation();
  // Loads the application anew: nothing of the other person's data stays in memory.
  window.location.assign('/dashboard');
}
