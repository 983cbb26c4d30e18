/** The sheet's file: name, size, and what it turned out to hold. */
import { FileSpreadsheet } from 'lucide-react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import classes from './panel.module.css';
import { SheetChoice } from './sheet-choice.tsx';
import { TableFacts } from './table-facts.tsx';
import type { FormReading } from './use-form-reading.ts';

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
      <div className={`${classes.row} ${classes.split}`}>
        <span className={classes.quiet}>
          {isFresh.sheet && inspection?.table && <TableFacts table={inspection.table} />}
        </span>
        <button type="button" className={classes.link} onClick={onPaste}>
          {paste}
        </button>
      </div>
    </div>
  );
}
