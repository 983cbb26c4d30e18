/** The sheet's file: name, size, and what it turned out to hold. */
import { Box } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import classes from './panel.module.css';
import { SheetChoice } from './sheet-choice.tsx';
import { ChosenOptions } from './sheet-remedies.tsx';
import { TableFacts } from './table-facts.tsx';
import type { FormReading } from './use-form-reading.ts';
import links from '#web/ui/link.module.css';
import { PanelRow } from './panel-row.tsx';

interface Props {
  project: FormReading;
  file: File;
  isOver: boolean;
  onReplace: () => void;
  onRemove: () => void;
  /** The words of the way to pasted data. */
  paste: string;
  onPaste: () => void;
}

export function SheetCard({ project, file, isOver, onReplace, onRemove, paste, onPaste }: Props) {
  const { isFresh, state, inspection } = project;
  const isWaiting = !isFresh.sheet && state.isBusy;
  return (
    <div className={classes.card} data-over={isOver || undefined}>
      <FileHead
        icon={<FileSpreadsheet size={20} strokeWidth={1.75} absoluteStrokeWidth />}
        name={file.name}
        facts={isWaiting ? <BusyLine text={state.progress ?? 'Reading the sheet'} /> : formatBytes(file.size)}
        onReplace={onReplace}
        onRemove={onRemove}
        noun="the sheet"
      />
      <SheetChoice project={project} file={file} />
      <ChosenOptions project={project} />
      <PanelRow>
        <Box component="span" c="var(--text2)" fz="small">
          {isFresh.sheet && inspection?.table && <TableFacts table={inspection.table} />}
        </Box>
        <button type="button" className={links.link} data-small onClick={onPaste}>
          {paste}
        </button>
      </PanelRow>
    </div>
  );
}
