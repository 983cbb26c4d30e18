/** Shows the beginning of a list and the number of hidden items; a button shows the rest. */
import { Box, Button, Flex } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatAmount } from '#web/ui/format-figure.ts';

const FIRST = 12;
/** More at once would make the page slow. */
const STEP = 100;

interface Props {
  items: readonly ReactNode[];
  noun: string;
  className?: string;
  /** Name of the list for screen readers. */
  label?: string;
  /** Minimum to show: a link of the page points to the last of them. */
  minCount?: number;
}

export function LongList({ items, noun, className, label, minCount = 0 }: Props) {
  const [wanted, setShown] = useState(FIRST);
  const shown = Math.max(wanted, minCount);
  const left = items.length - shown;
  const list = useRef<HTMLUListElement>(null);
  const showMore = () => {
    // The focused button may disappear, so the focus moves to the first new item.
    flushSync(() => setShown(shown + STEP));
    const next = list.current?.children[shown];
    if (!(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
  return (
    <div className={className}>
      <ul ref={list} aria-label={label}>
        {items.slice(0, shown)}
      </ul>
      {left > 0 && (
        <Flex wrap="wrap" align="center" gap={12} p="8px var(--more-inline, 14px) 12px">
          <Button size="xs" onClick={showMore}>
            Show {formatAmount(Math.min(left, STEP), `more ${noun}`)}
          </Button>
          {left > STEP && (
            <Box component="span" c="var(--text3)" fz="small">
              {formatAmount(left, noun)} not shown yet
            </Box>
          )}
        </Flex>
      )}
    </div>
  );
}
