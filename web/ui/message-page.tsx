/** Page with only a message: what happened, why, and links. */
import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { MapSheet } from './map-sheet.tsx';

interface Props {
  /** Title of the window. */
  title: string;
  heading: string;
  reason: ReactNode;
  picture?: ReactNode;
  /** Links and buttons. */
  children?: ReactNode;
}

export function MessagePage({ title, heading, reason, picture, children }: Props) {
  return (
    <Box py={8}>
      <title>{`${title} – Geoloom`}</title>
      <MapSheet>
        {picture}
        <Box component="h1" mt={24} fz={22} fw={600} lh="28px" lts="-0.018em" tabIndex={-1}>
          {heading}
        </Box>
        <Box c="var(--text2)" style={{ textWrap: 'balance', overflowWrap: 'anywhere' }}>
          {reason}
        </Box>
        {children !== undefined && (
          <Flex wrap="wrap" justify="center" gap={8} mt={16}>
            {children}
          </Flex>
        )}
      </MapSheet>
    </Box>
  );
}
