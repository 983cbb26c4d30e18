/** The manual script area: cells as they come from a spreadsheet, or CSV text, read while typing. */
import { Box, Flex, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import classes from './paste-field.module.css';
import { TableFacts } from './table-facts.tsx';
import type { FormReading } from './use-form-reading.ts';
import links from '#web/ui/link.module.css';

interface Props {
  project: FormReading;
  start: string;
  isOver: boolean;
  /** The words of the way to a file. */
  leave: string;
  onLeave: () => void;
}

export function PasteField({ project, start, isOver, leave, onLeave }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Empty, the person has just asked for it; data that was stored takes no focus.
  const isEmpty = start === '';
  useEffect(() => {
    if (isEmpty) field.current?.focus();
  }, [isEmpty]);
  const [hasText, setHasText] = useState(start !== '');
  const table = project.isFresh.sheet ? project.inspection?.table : undefined;
  return (
    <div className={classes.area} data-over={isOver || undefined}>
      <Textarea
        label="Manual spreadsheet data"
        description="Paste cells from a spreadsheet, or CSV text. The first row holds the column names."
        classNames={{ input: classes.text, description: classes.description }}
        defaultValue={start}
        rows={6}
        wrap="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setHasText(text.trim() !== '');
          project.pasteSheet(text);
        }}
      />
      <Flex wrap="wrap" align="center" justify="space-between" gap="4px 16px" mt={8}>
        <Box component="span" c="var(--text2)" fz="small">
          {table && hasText ? (
            <TableFacts table={table} />
          ) : (
            project.state.isBusy && hasText && <BusyLine text="Reading the pasted data" />
          )}
        </Box>
        <button type="button" className={links.link} data-small onClick={onLeave}>
          {leave}
        </button>
      </Flex>
    </div>
  );
}
