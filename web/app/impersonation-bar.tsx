/** A superadmin is signed in as another user: whose account this is. The way back is in the header. */
import { Flex } from '@mantine/core';
import { UserCheck } from 'lucide-react';
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
    </Flex>
  );
}
