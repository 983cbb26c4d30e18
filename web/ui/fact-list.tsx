/** Labels with their figures, one pair per line. */
import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';

/** Label, figure, and whether the figure is bad. */
export type Fact = [label: string, figure: ReactNode, isBad?: boolean];

interface Props {
  facts: readonly Fact[];
  /** Taller lines with hairlines between them. */
  isRuled?: boolean;
  /** True while the figures are about to change. */
  isBusy?: boolean;
}

const FADED = { opacity: 0.7, transition: 'opacity 180ms var(--ease) 200ms' };
const RULED = { borderTop: '1px solid var(--line)' };

export function FactList({ facts, isRuled = false, isBusy = false }: Props) {
  return (
    <dl>
      {facts.map(([label, figure, isBad], index) => (
        <Flex
          key={label}
          align="baseline"
          justify="space-between"
          gap={12}
          py={isRuled ? 8 : 5}
          style={isRuled && index > 0 ? RULED : undefined}
        >
          <Box component="dt" c="var(--text2)">
            {label}
          </Box>
          <Box
            component="dd"
            fw={600}
            ta="end"
            c={isBad ? 'var(--crimson-text)' : undefined}
            style={isBusy ? FADED : undefined}
          >
            {figure}
          </Box>
        </Flex>
      ))}
    </dl>
  );
}
