/**
 * "Import Spreadsheet Data": a link, a file, or pasted cells; files and pasted cells take precedence over the
 * link.
 */
import { Box, Group } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { FileSpreadsheet, MapPinPlus } from 'lucide-react';
import { isGeocoder } from '#contract/project-types.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import links from '#web/ui/link.module.css';
import { SampleSheet } from '#web/ui/sample-files.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { createDialogButton } from '#web/kit/dialog-button.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { messages, sections } from '../shared/messages.ts';
import { CombinedList } from './combined-list.tsx';
import { SHEET_ACCEPT } from './file-kind.rules.ts';
import type { Problem, ProjectForm } from './form-state.ts';
import { MatchColumns } from './match-columns.tsx';
import { PasteField } from './paste-field.tsx';
import { SheetLinkField } from './sheet-link-field.tsx';
import { formatShare, UploadFault } from './upload-state.tsx';
import { PanelRow } from './panel-row.tsx';
import panel from './panel.module.css';
import { SheetOptions } from './sheet-options.tsx';
import { TableFacts } from './table-facts.tsx';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import { placeProblems } from './problem-place.rules.ts';
import type { SheetTabsProps } from './sheet-tabs.tsx';

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
      {error !== undefined && <UploadFault text={error} retry={state === 'failed' && retry} />}
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

/** Opens the dialog. */
export const AddTowns = createDialogButton<{ form: Pick<ProjectForm, 'addTowns'> }>(
  'towns-dialog',
  async () => (await import('./towns-dialog.tsx')).TownsDialog,
  { leftSection: <MapPinPlus size={16} />, children: 'Add towns' },
);

interface Props {
  form: ProjectForm;
  sheet: NonNullable<ProjectForm['draft']['sheet']>;
  isOver: boolean;
  onReplace: () => void;
  onRemove: () => void;
  onPaste: () => void;
}

/** The sheet's file: name, size, contents, and options for reading it. */
function SheetCard({ form, sheet, isOver, onReplace, onRemove, onPaste }: Props) {
  const table = form.inspection?.table;
  const isWaiting = form.reading.isBusy && table === undefined;
  return (
    <div className={panel.card} data-over={isOver || undefined}>
      <FileHead
        icon={<FileSpreadsheet size={20} />}
        name={sheet.name}
        facts={isWaiting ? <BusyLine text="Reading the sheet" /> : formatBytes(sheet.size)}
        onReplace={onReplace}
        onRemove={onRemove}
        noun="the sheet"
      />
      <SheetOptions form={form} list="sheet" chosen={sheet} />
      {sheet.note !== null && (
        <PanelRow isNote>
          <p>{sheet.note}</p>
        </PanelRow>
      )}
      <PanelRow>
        <Box component="span" c="var(--text2)" fz="small">
          {table && <TableFacts table={table} />}
        </Box>
        <button type="button" className={links.link} data-small onClick={onPaste}>
          Paste data instead
        </button>
      </PanelRow>
    </div>
  );
}

/** Empty until a sheet is inspected. */
const SheetTabs = lazyPart<SheetTabsProps>(
  'sheet-tabs',
  async () => (await import('./sheet-tabs.tsx')).SheetTabs,
  MissingPart,
);

/** The inspected sheet: problems of the whole sheet, its first rows, and rows with a problem. */
function SheetProblems({ form: { inspection, draft } }: { form: ProjectForm }) {
  if (!draft.sheet && !draft.linked) return null;
  // The file's card has a control for these.
  const hasControl = ({ encodings = [], repairable }: Problem) =>
    draft.sheet !== null && (encodings.length > 0 || repairable !== undefined);
  const problems = placeProblems(inspection, draft.seed?.name).sheet.filter((one) => !hasControl(one));
  if (problems.length === 0) return null;
  return (
    <div className={panel.card}>
      {problems.some(({ severity }) => severity === 'fault') && (
        <Fault role="alert">
          <strong>{messages.sheetFailed}</strong>
        </Fault>
      )}
      <ProblemList problems={problems} />
    </div>
  );
}

function SheetRows({ form }: { form: ProjectForm }) {
  const { inspection, draft } = form;
  if (!inspection?.table || (!draft.sheet && !draft.linked)) return null;
  return (
    <Suspense>
      <SheetTabs form={form} table={inspection.table} />
    </Suspense>
  );
}
