/** One line of a panel: a fact at the left, what can be done with it at the right. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Something was changed here and must be known. */
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
