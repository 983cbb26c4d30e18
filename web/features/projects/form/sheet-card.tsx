/** The sheet's file: name, size, contents, and options for reading it. */
import { Box } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import type { ProjectForm } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';
import classes from './panel.module.css';
import { SheetOptions } from './sheet-options.tsx';
import { TableFacts } from './table-facts.tsx';

interface Props {
  form: ProjectForm;
  sheet: NonNullable<ProjectForm['draft']['sheet']>;
  isOver: boolean;
  onReplace: () => void;
  onRemove: () => void;
  onPaste: () => void;
}

export function SheetCard({ form, sheet, isOver, onReplace, onRemove, onPaste }: Props) {
  const table = form.inspection?.table;
  const isWaiting = form.reading.isBusy && table === undefined;
  return (
    <div className={classes.card} data-over={isOver || undefined}>
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
