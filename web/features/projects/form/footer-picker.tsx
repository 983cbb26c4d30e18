/** Buttons that insert a placeholder at the cursor. */
import { Box, Flex } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from './chip.module.css';
import type { Insertable } from './footer-picker.rules.ts';
import links from '#web/ui/link.module.css';

const FIRST = 8;
const MAX_MEANING_CHARACTERS = 80;

interface Props {
  items: readonly Insertable[];
  onPick: (text: string) => void;
}

export function FooterPicker({ items, onPick }: Props) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? items : items.slice(0, FIRST);
  const left = items.length - shown.length;
  const { getItemProps } = useRovingIndex({ total: shown.length + (left > 0 ? 1 : 0), orientation: 'both' });
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
          {...getItemProps({ index, onClick: () => onPick(text) })}
        >
          {text}
        </button>
      ))}
      {left > 0 && (
        <button
          type="button"
          className={links.link}
          data-small
          {...getItemProps({ index: shown.length, onClick: () => setAll(true) })}
        >
          {formatCount(left)} more
        </button>
      )}
    </Flex>
  );
}
