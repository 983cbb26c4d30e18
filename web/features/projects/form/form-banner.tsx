/** Banner above a form about its content, with actions. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';

export function FormBanner({ children }: { children: ReactNode }) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      gap="8px 16px"
      mb={20}
      p="12px 14px"
      bd="1px solid var(--line2)"
      bdrs={12}
      bg="var(--sea-ground)"
      role="status"
    >
      {children}
    </Flex>
  );
}
