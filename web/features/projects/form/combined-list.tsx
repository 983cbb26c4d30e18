/** A second list, such as services: each of its rows makes a page with each row of the sheet. */
import { Box } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatAmount, formatBytes } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { SHEET_ACCEPT } from './file-kind.rules.ts';
import type { FileUpload, ProjectForm, TableInspection } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';
import classes from './panel.module.css';
import { SheetOptions } from './sheet-options.tsx';
import { formatShare, UploadFault } from './upload-state.tsx';

export function CombinedList({ form }: { form: ProjectForm }) {
  const { combined, sheet, linked } = form.draft;
  const [isOpened, setOpened] = useState(false);
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const take = withFocus(form.takeCombined);
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(SHEET_ACCEPT, take);
  const hasRows = sheet !== null || linked !== null;
  if (!combined && !hasRows) return null;
  if (!combined && !isOpened) {
    return (
      <div ref={place}>
        <button type="button" className={links.link} data-small onClick={withFocus(() => setOpened(true))}>
          Combine with a second list
        </button>
      </div>
    );
  }
  const drop = withFocus(() => {
    setOpened(false);
    form.dropCombined();
  });
  return (
    <div ref={place} {...handlers} role="group" aria-label="Second list">
      {picker.field}
      {combined ? (
        <div className={classes.card} data-over={isOver || undefined}>
          <FileHead
            icon={<FileSpreadsheet size={20} />}
            name={combined.name}
            facts={formatBytes(combined.size)}
            onReplace={picker.open}
            onRemove={drop}
            noun="the second list"
          />
          <SheetOptions form={form} list="combined" chosen={combined} />
          <CombinedFacts form={form} />
        </div>
      ) : (
        <DropArea
          call="Drop the second list here"
          hint="Such as services: .csv, .tsv or .xlsx. One page is made for each of its rows and each row of the sheet."
          isOver={isOver}
          onOpen={picker.open}
        />
      )}
      <UploadState upload={form.combined} />
    </div>
  );
}

function CombinedFacts({ form }: { form: ProjectForm }) {
  const { table, combined } = form.inspection ?? {};
  if (!table || !combined) return null;
  return (
    <>
      <PanelRow>
        <Box component="span" c="var(--text2)" fz="small">
          {countCombined(table, combined)}
        </Box>
      </PanelRow>
      <ProblemList problems={combined.cellProblems.filter(({ encodings }) => encodings === undefined)} />
    </>
  );
}

function UploadState({ upload: { state, error, detail, retry, ...upload } }: { upload: FileUpload }) {
  if (state === 'sending') return <BusyLine text={formatShare('Uploading the second list', upload)} />;
  if (state !== 'failed') return null;
  return <UploadFault text={[error, detail].filter(Boolean).join(' ')} retry={retry} />;
}

type List = Pick<TableInspection, 'file' | 'rowCount'>;

/** Counts rows by the name of the file if it is a plural, such as `services.csv`. */
function countRows({ file, rowCount }: List): string {
  const noun = /^([a-z]{2,})s\.[a-z]+$/i.exec(file)?.[1]?.toLowerCase();
  return noun === undefined ? formatAmount(rowCount, 'row') : formatAmount(rowCount, noun, `${noun}s`);
}

/** Describes the number of pages that two lists make. */
export function countCombined(first: List, second: List): string {
  return `${countRows(first)} × ${countRows(second)} = ${formatAmount(first.rowCount * second.rowCount, 'page')}`;
}
