/**
 * Empty state with a picture, a reason and an action; and a message without a picture for filters without
 * matches.
 */
import { Box, Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { MapSheet, SeedToTowns } from './map-sheet.tsx';

interface Props {
  title: string;
  /** One or two sentences: why it's empty and how to fill it. */
  children: ReactNode;
  /** One primary button, and at most a second one. */
  actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: Props) {
  return (
    <MapSheet>
      <SeedToTowns />
      <Box component="h2" mt={24} fz={22} fw={600} lh="28px" lts="-0.018em">
        {title}
      </Box>
      <Box component="p" c="var(--text2)" style={{ textWrap: 'balance' }}>
        {children}
      </Box>
      {actions !== undefined && (
        <Flex wrap="wrap" justify="center" gap={8} mt={16}>
          {actions}
        </Flex>
      )}
    </MapSheet>
  );
}

export function NoResults({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      justify="center"
      gap="8px 12px"
      p="24px 18px"
      c="var(--text2)"
      role="status"
    >
      <span>{text}</span>
      <Button size="xs" onClick={onClear}>
        Clear filters
      </Button>
    </Flex>
  );
}
