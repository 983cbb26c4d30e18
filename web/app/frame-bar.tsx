/** Bar above every page for a state of the whole application, such as maintenance. */
import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function FrameBar({ label, icon, action, children }: Props) {
  return (
    <Flex
      role="region"
      aria-label={label}
      align="center"
      wrap="wrap"
      gap="8px 14px"
      mb={16}
      p="10px 16px"
      bdrs={8}
      bg="var(--ochre-ground)"
      c="var(--ochre-text)"
    >
      {icon}
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      {action}
    </Flex>
  );
}
