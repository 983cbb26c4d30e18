/** Count in a table cell; cards, which have no column heads, show the noun after it. */
import { Box } from '@mantine/core';
import { formatCount, pluralize } from './format-figure.ts';

export function Counted({ count, noun }: { count: number; noun: string }) {
  return (
    <>
      {formatCount(count)}
      <Box component="span" display="var(--unit, none)">
        {' '}
        {count === 1 ? noun : pluralize(noun)}
      </Box>
    </>
  );
}
