/** Shown while the browser is offline. */
import { Flex } from '@mantine/core';
import { CloudOff } from 'lucide-react';

export function OfflineBar() {
  return (
    <Flex
      align="center"
      gap={10}
      pos="sticky"
      top="calc(var(--header-height) + 8px)"
      mb={16}
      p="12px 16px"
      bdrs={8}
      bg="var(--text)"
      c="var(--sheet)"
      fw={500}
      style={{ zIndex: 50 }}
      role="status"
    >
      <CloudOff size={18} />
      You are offline. Your changes are kept in this browser.
    </Flex>
  );
}
