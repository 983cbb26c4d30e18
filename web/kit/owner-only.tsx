/** Disables owner-only controls, with the reason, while a superadmin is signed in as the owner. */
import { Box, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { readPreviousUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';

/** @returns reason why the server would refuse owner-only actions */
export function useOwnerRefusal({ personal }: Endpoint): string | undefined {
  const user = useSession();
  if (personal === undefined || readPreviousUserData() === undefined) return undefined;
  return `Off while you are signed in as ${user?.name ?? 'this user'}: only they can do this.`;
}

interface Props {
  endpoint: Endpoint;
  /** For the head of a page, whose buttons are right-aligned. */
  isInHead?: boolean;
  children: ReactNode;
}

export function OwnerOnly({ endpoint, isInHead = false, children }: Props) {
  const reasonId = useId();
  const refusal = useOwnerRefusal(endpoint);
  if (refusal === undefined) return children;
  return (
    <Box
      component="fieldset"
      disabled
      aria-describedby={reasonId}
      m={0}
      p={0}
      bd={0}
      miw={0}
      ta={isInHead ? { base: 'start', xs: 'end' } : undefined}
    >
      <Text id={reasonId} fz="small" c="var(--ochre-text)" mb={10}>
        {refusal}
      </Text>
      {children}
    </Box>
  );
}
