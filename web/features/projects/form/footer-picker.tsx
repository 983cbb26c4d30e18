/** Buttons that insert a placeholder at the cursor. */
import { Box, createScopedKeydownHandler, Flex } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from './chip.module.css';
import type { Insertable } from './footer-picker.rules.ts';
import links from '#web/ui/link.module.css';

const FIRST = 8;
const MAX_MEANING_CHARACTERS = 80;

const MOVE = createScopedKeydownHandler({
  parentSelector: '[role="toolbar"]',
  siblingSelector: 'button',
  orientation: 'horizontal',
  dir: 'ltr',
});

interface Props {
  items: readonly Insertable[];
  onPick: (text: string) => void;
}

export function FooterPicker({ items, onPick }: Props) {
  const [isAll, setAll] = useState(false);
  const [current, setCurrent] = useState(0);
  const shown = isAll ? items : items.slice(0, FIRST);
  const left = items.length - shown.length;
  // One tab stop; arrow keys move inside.
  const stop = Math.min(current, shown.length - (left > 0 ? 0 : 1));
  const rove = (index: number) => ({
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: MOVE,
  });
  return (
    <Flex wrap="wrap" align="center" gap={6} role="toolbar" aria-label="Insert at the cursor">
      <Box component="span" mr={2} c="var(--text2)" fz="small" aria-hidden="true">
        Insert
      </Box>
      {shown.map(({ text, meaning }, index) => (
        <button
          key={text}
          type="button"
          className={classes.chip}
          data-state="column"
          title={meaning.slice(0, MAX_MEANING_CHARACTERS)}
          // Keeps the cursor position.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(text)}
          {...rove(index)}
        >
          {text}
        </button>
      ))}
      {left > 0 && (
        <button
          type="button"
          className={links.link}
          data-small
          onClick={() => setAll(true)}
          {...rove(shown.length)}
        >
          {formatCount(left)} more
        </button>
      )}
    </Flex>
  );
}
