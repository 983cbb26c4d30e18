/** One line of a panel: a fact on the left, actions on the right. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** True if something was changed here that the user must notice. */
  isNote?: boolean;
  children: ReactNode;
}

export function PanelRow({ isNote = false, children }: Props) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      justify="space-between"
      gap="4px 16px"
      p="12px 14px"
      style={{ borderTop: '1px solid var(--line)' }}
      {...(isNote && { fz: 'small', bg: 'var(--sea-ground)' })}
    >
      {children}
    </Flex>
  );
}
