/** "Import Spreadsheet Data": a file dropped or chosen, or cells pasted; the newest of them counts. */
import { Box, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SheetOptions } from '#web/client/sheet-source.ts';
import { DropArea } from '#web/ui/drop-area.tsx';
import { SampleSheet } from '#web/ui/sample-files.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { asManual } from './as-manual.ts';
import { SHEET_ACCEPT } from './file-kind.rules.ts';
import { sections } from '../shared/messages.ts';
import { PasteField } from './paste-field.tsx';
import { SheetCard } from './sheet-card.tsx';
import type { FormReading } from './use-form-reading.ts';
import { SheetReading } from './sheet-reading.tsx';
import { SheetLinkField } from './sheet-link-field.tsx';
import type { ProjectForm } from './use-project-form.ts';
import links from '#web/ui/link.module.css';

/** The field of the footer is none of the browser's own once it colors what is in it. */
const FIELDS = 'input, textarea, [contenteditable]';

/** Cells pasted while no text field has the focus are meant for the sheet. */
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

/** What was given in the way that is not shown now. */
interface Aside extends SheetOptions {
  file?: File;
  text?: string;
}

/** Whether the panel takes text or a file, and how one follows the other; each way keeps what it was given. */
function usePasting(project: FormReading) {
  // The text that the field begins with; undefined while the panel takes files.
  const [pasted, setPasted] = useState<string>();
  const [aside, setAside] = useState<Aside>({});
  const { manual: sheet, loads } = project;
  const text = sheet && 'text' in sheet ? sheet.text : undefined;
  const [known, setKnown] = useState({ sheet, text, loads });
  if (sheet !== known.sheet || loads !== known.loads) {
    setKnown({ sheet, text, loads });
    if (loads !== known.loads) {
      // Stored data comes without a click, and in place of what was there.
      setPasted(text);
      setAside({});
    } else if (sheet && 'file' in sheet) {
      setPasted(undefined);
      if (known.text !== undefined) setAside({ text: known.text });
    }
  }
  const startPasting = (start: string) => {
    const given = asManual(start, null);
    // Ten thousand rows in a text field hold the page up for a third of a second.
    if (given && 'file' in given) return project.takeSheet(given.file);
    setPasted(start);
    setAside(sheet && 'file' in sheet ? sheet : {});
    // An empty field means no data: the file that was there would be sent unseen.
    if (start !== '') project.pasteSheet(start);
    else if (sheet) project.dropSheet();
  };
  const leavePasting = () => {
    setPasted(undefined);
    setAside(text === undefined ? {} : { text });
    const { file, text: _, ...options } = aside;
    if (file) project.takeSheet(file, options);
    else project.dropSheet();
  };
  return { pasted, aside, startPasting, leavePasting };
}

export function SheetSection({ project: form }: { project: ProjectForm }) {
  const project = form.reading;
  const { manual: sheet } = project;
  const { pasted, aside, startPasting, leavePasting } = usePasting(project);
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const take = withFocus((file: File) => project.takeSheet(file));
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(SHEET_ACCEPT, take);
  const openPaste = withFocus(() => startPasting(aside.text ?? ''));
  const wayBack = aside.text === undefined ? undefined : 'Back to the pasted data';
  usePageWidePaste(sheet === null && pasted === undefined, startPasting);
  return (
    <Section {...sections.sheet} hint="Use a Google Sheet link or upload a file">
      <SheetLinkField project={form} />
      {picker.field}
      <div ref={place} {...handlers}>
        {pasted !== undefined ? (
          <PasteField
            key={project.loads}
            project={project}
            start={pasted}
            isOver={isOver}
            leave={aside.file ? 'Back to the file' : 'Use a file instead'}
            onLeave={withFocus(leavePasting)}
          />
        ) : sheet && 'file' in sheet ? (
          <SheetCard
            project={project}
            file={sheet.file}
            isOver={isOver}
            onReplace={picker.open}
            onRemove={withFocus(project.dropSheet)}
            paste={wayBack ?? 'Paste data instead'}
            onPaste={openPaste}
          />
        ) : (
          <DropArea
            call="Drop the sheet here"
            hint=".csv, .tsv or .xlsx, up to 32 MiB; the first row holds the column names"
            isOver={isOver}
            onOpen={picker.open}
          />
        )}
      </div>
      {(project.refused.sheet ?? form.errors.script) && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          {project.refused.sheet ?? form.errors.script}
        </Box>
      )}
      {pasted === undefined && !sheet && (
        <NoSheet paste={wayBack ?? 'Paste data'} onPaste={openPaste} hasSeed={Boolean(project.inputs.seed)} />
      )}
      <SheetReading project={project} />
    </Section>
  );
}

function NoSheet({ paste, onPaste, hasSeed }: { paste: string; onPaste: () => void; hasSeed: boolean }) {
  return (
    <Group gap={12} fz="small">
      <button type="button" className={links.link} data-small onClick={onPaste}>
        {paste}
      </button>
      {/* Until there is a seed, it is offered beside a sample of that. */}
      {hasSeed && (
        <span>
          No sheet yet? Download a <SampleSheet />.
        </span>
      )}
    </Group>
  );
}
