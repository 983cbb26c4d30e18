/**
 * "Import Spreadsheet Data": a link, a file, or pasted cells; files and pasted cells take precedence over the
 * link.
 */
import { Box, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isGeocoder } from '#contract/project-types.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import links from '#web/ui/link.module.css';
import { SampleSheet } from '#web/ui/sample-files.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { sections } from '../shared/messages.ts';
import { CombinedList } from './combined-list.tsx';
import { AddTowns } from './add-towns.tsx';
import { SHEET_ACCEPT } from './file-kind.rules.ts';
import type { ProjectForm } from './form-state.ts';
import { MatchColumns } from './match-columns.tsx';
import { PasteField } from './paste-field.tsx';
import { SheetCard } from './sheet-card.tsx';
import { SheetLinkField } from './sheet-link-field.tsx';
import { SheetProblems, SheetRows } from './sheet-reading.tsx';
import { formatShare } from './upload-share.rules.ts';

/** The footer's editor is contenteditable. */
const FIELDS = 'input, textarea, [contenteditable]';

/** Cells pasted outside of a text field belong to the sheet. */
function usePageWidePaste(isOn: boolean, onText: (text: string) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(FIELDS);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || isTyping || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      onText(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn, onText]);
}

type Mode = 'paste' | 'file' | 'empty';

/** Opens the field for the given sheet; opening another field keeps the sheet. */
function useMode({ sheet }: ProjectForm['draft']) {
  const given: Mode = !sheet ? 'empty' : sheet.is_pasted && sheet.text !== null ? 'paste' : 'file';
  const [opened, setOpened] = useState<Mode>();
  const key = sheet && !sheet.is_pasted ? `${sheet.name} ${sheet.size}` : undefined;
  const [known, setKnown] = useState(key);
  if (key !== known) {
    setKnown(key);
    if (key !== undefined) setOpened(undefined);
  }
  return { mode: opened ?? given, given, open: setOpened };
}

export function SheetSection({ form }: { form: ProjectForm }) {
  const { sheet, seed } = form.draft;
  const { mode, given, open } = useMode(form.draft);
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const take = withFocus((file: File) => {
    open(undefined);
    form.takeSheet(file);
  });
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(SHEET_ACCEPT, take);
  usePageWidePaste(sheet === null && mode === 'empty', form.pasteSheet);
  const { state, error: failed, detail, retry } = form.sheet;
  const error = state === 'failed' ? [failed, detail].filter(Boolean).join(' ') : form.errors.script;
  return (
    <Section {...sections.sheet} hint="Use a Google Sheet link or upload a file">
      <SheetLinkField form={form} />
      {picker.field}
      <div>
        <AddTowns form={form} />
      </div>
      <div ref={place} {...handlers}>
        {mode === 'paste' && (
          <PasteField
            form={form}
            isOver={isOver}
            onLeave={withFocus(() => open(given === 'file' ? undefined : 'empty'))}
          />
        )}
        {mode === 'file' && sheet && (
          <SheetCard
            form={form}
            sheet={sheet}
            isOver={isOver}
            onReplace={picker.open}
            onRemove={withFocus(form.dropSheet)}
            onPaste={withFocus(() => open('paste'))}
          />
        )}
        {mode === 'empty' && (
          <DropArea
            call="Drop the sheet here"
            hint=".csv, .tsv or .xlsx, up to 32 MiB; the first row has the column names"
            isOver={isOver}
            onOpen={picker.open}
          />
        )}
      </div>
      {form.sheet.state === 'sending' && mode !== 'paste' && (
        <BusyLine text={formatShare('Uploading the sheet', form.sheet)} />
      )}
      {error !== undefined && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          {error}
          {state === 'failed' && retry && (
            <button
              type="button"
              className={links.link}
              data-repair
              style={{ marginInlineStart: 8 }}
              onClick={retry}
            >
              Try again
            </button>
          )}
        </Box>
      )}
      {mode === 'empty' && (
        <Group gap={12} fz="small">
          <button type="button" className={links.link} data-small onClick={withFocus(() => open('paste'))}>
            {given === 'paste' ? 'Back to the pasted data' : 'Paste data'}
          </button>
          {/* Without a seed, the sample is offered next to the seed's. */}
          {seed && (
            <span>
              No sheet yet? Download a <SampleSheet />.
            </span>
          )}
        </Group>
      )}
      {!isGeocoder(form.type) && <CombinedList form={form} />}
      <SheetProblems form={form} />
      {!isGeocoder(form.type) && <MatchColumns form={form} />}
      <SheetRows form={form} />
    </Section>
  );
}
