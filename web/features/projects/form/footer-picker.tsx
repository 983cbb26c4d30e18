/** Buttons that insert a placeholder at the cursor. */
import { Box, Flex } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from './chip.module.css';
import type { Insertable } from './footer-picker.rules.ts';
import links from '#web/ui/link.module.css';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';

const FIRST = 8;
const MAX_MEANING_CHARACTERS = 80;

interface Props {
  items: readonly Insertable[];
  onPick: (text: string) => void;
}

export function FooterPicker({ items, onPick }: Props) {
  const roving = useRovingFocus();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? items : items.slice(0, FIRST);
  const left = items.length - shown.length;
  return (
    <Flex wrap="wrap" align="center" gap={6} aria-label="Insert at the cursor" {...roving}>
      <Box component="span" mr={2} c="var(--text2)" fz="small" aria-hidden="true">
        Insert
      </Box>
      {shown.map(({ text, meaning }) => (
        <button
          key={text}
          type="button"
          className={classes.chip}
          data-state="column"
          title={meaning.slice(0, MAX_MEANING_CHARACTERS)}
          // Keeps the cursor position.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(text)}
        >
          {text}
        </button>
      ))}
      {left > 0 && (
        <button type="button" className={links.link} data-small onClick={() => setAll(true)}>
          {formatCount(left)} more
        </button>
      )}
    </Flex>
  );
}
