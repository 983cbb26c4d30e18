/** Cells copied from a spreadsheet, or CSV text; inspected while the user types. */
import { Box, Flex, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import links from '#web/ui/link.module.css';
import type { ProjectForm } from './form-state.ts';
import { SheetOptions } from './sheet-options.tsx';
import { TableFacts } from './table-facts.tsx';

interface Props {
  form: ProjectForm;
  isOver: boolean;
  onLeave: () => void;
}

const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/** Typed text; a fix on the server replaces it once the server has all of it. */
function useTypedText(stored: string | null) {
  const [text, setText] = useState(stored ?? '');
  const [isUnsaved, setUnsaved] = useState(false);
  const [known, setKnown] = useState(stored);
  if (stored !== known) {
    setKnown(stored);
    if (stored !== null && withLineFeeds(stored) === withLineFeeds(text)) setUnsaved(false);
    else if (!isUnsaved) setText(stored ?? '');
  }
  const type = (next: string) => {
    setText(next);
    setUnsaved(true);
  };
  return { text, type };
}

export function PasteField({ form, isOver, onLeave }: Props) {
  const { sheet } = form.draft;
  const { text, type } = useTypedText(sheet?.is_pasted ? sheet.text : null);
  const field = useRef<HTMLTextAreaElement>(null);
  // Stored data doesn't take the focus; an empty field was just opened.
  const isAsked = useRef(text === '');
  useEffect(() => {
    if (isAsked.current) field.current?.focus();
  }, []);
  const hasText = text.trim() !== '';
  const table = sheet?.is_pasted ? form.inspection?.table : undefined;
  return (
    <Box bdrs={12} style={isOver ? { outline: '1px solid var(--live)', outlineOffset: 8 } : undefined}>
      <Textarea
        id="field-script"
        label="Manual spreadsheet data"
        description="Paste cells from a spreadsheet, or CSV text. The first row has the column names."
        styles={{
          input: { fontFamily: 'var(--mono)', fontSize: 'var(--mantine-font-size-note)', resize: 'vertical' },
        }}
        value={text}
        rows={6}
        wrap="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => {
          const next = event.currentTarget.value;
          type(next);
          if (next.trim() === '') form.dropSheet();
          else form.pasteSheet(next);
        }}
      />
      {sheet?.is_pasted && <SheetOptions form={form} list="sheet" chosen={sheet} />}
      <Flex wrap="wrap" align="center" justify="space-between" gap="4px 16px" mt={8}>
        <Box component="span" c="var(--text2)" fz="small">
          {hasText && table && <TableFacts table={table} />}
          {hasText && !table && form.reading.isBusy && <BusyLine text="Reading the pasted data" />}
          {!hasText && sheet && !sheet.is_pasted && `${sheet.name} is used until you paste data.`}
        </Box>
        <button type="button" className={links.link} data-small onClick={onLeave}>
          {sheet && !sheet.is_pasted ? 'Back to the file' : 'Use a file instead'}
        </button>
      </Flex>
    </Box>
  );
}
