/** A list that shows its beginning and says how much more there is; the rest on request. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '#web/ui/format-figure.ts';
import classes from './long-list.module.css';

const FIRST = 12;
/** More than this at once would make the page heavy. */
const STEP = 100;

interface Props {
  items: readonly ReactNode[];
  noun: string;
  className?: string;
  /** So many are to be shown in any case: something in the page leads to the last of them. */
  least?: number;
}

export function LongList({ items, noun, className, least = 0 }: Props) {
  const [wanted, setShown] = useState(FIRST);
  const shown = Math.max(wanted, least);
  const left = items.length - shown;
  return (
    <div className={className}>
      <ul>{items.slice(0, shown)}</ul>
      {left > 0 && (
        <div className={classes.more}>
          <Button size="xs" onClick={() => setShown(shown + STEP)}>
            Show {formatAmount(Math.min(left, STEP), `more ${noun}`)}
          </Button>
          {left > STEP && <span className={classes.left}>{formatAmount(left, noun)} not shown yet</span>}
        </div>
      )}
    </div>
  );
}
