/** A superadmin is signed in as somebody else: whose account this is, and the way back to their own. */
import { Button, Flex } from '@mantine/core';
import { UserCheck } from 'lucide-react';
import { profileContract } from '#contract/profile.contract.ts';
import { call } from '#web/client/call.ts';
import { endImpersonation } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';

export function ImpersonationBar() {
  const user = useSession();
  return (
    <Flex
      role="region"
      aria-label="Signed in as another user"
      align="center"
      wrap="wrap"
      gap="8px 14px"
      mb={16}
      p="10px 16px"
      bdrs={8}
      bg="var(--ochre-ground)"
      c="var(--ochre-text)"
    >
      <UserCheck size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      <span>
        You are signed in as <strong>{user?.name}</strong>.
      </span>
      <Button size="xs" ml="auto" onClick={() => void loginBack()}>
        Login Back as superadmin
      </Button>
    </Flex>
  );
}

/** The session as somebody else ends on the server, too; a failure keeps nobody in it. */
async function loginBack(): Promise<void> {
  await call(profileContract.loginBack, undefined).catch((error: unknown) =>
    console.warn('The server could not end the session:', error),
  );
  endImpersonation();
  // Loads the application anew: nothing of the other person's data stays in memory.
  window.location.assign('/dashboard');
}
