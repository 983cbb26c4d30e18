/** Verdict of a run, and the line below its chart. */
import { Box, Flex } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

/** `498 of 500` large, and its label. */
export function VerdictLine({ count, rest }: { count: string; rest: string }) {
  return (
    <Flex component="h2" wrap="wrap" align="baseline" gap="0 10px" mb={14} fz={20} fw={600} lh="28px">
      <Box component="span" fz={42} lh="46px" lts="-0.03em">
        {count}
      </Box>
      <span>{rest}</span>
    </Flex>
  );
}

export function RunChartFooter({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <Flex
      ref={ref}
      wrap="wrap"
      align="center"
      justify="space-between"
      gap="8px 16px"
      mt={12}
      c="var(--text2)"
      fz="small"
    >
      {children}
    </Flex>
  );
}
