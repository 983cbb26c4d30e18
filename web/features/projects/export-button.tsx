/** Exports the list as it is searched, filtered and ordered: named where there is room, else an icon in its tools. */
import { ActionIcon, Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import classes from './projects-page.module.css';

const ICON = <FileDown size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />;

interface Props {
  isExporting: boolean;
  /** Nothing stands in the list. */
  isEmpty: boolean;
  exportAll: () => void;
  isIcon?: boolean;
}

export function ExportButton({ isExporting, isEmpty, exportAll, isIcon = false }: Props) {
  const name = isExporting ? 'Exporting...' : 'Export CSV';
  // Who pressed it keeps the focus, and a second press does nothing.
  const common = { onClick: exportAll, disabled: isEmpty, 'aria-busy': isExporting || undefined };
  return isIcon ? (
    <ActionIcon className={classes.exportIcon} variant="default" size={44} aria-label={name} {...common}>
      {ICON}
    </ActionIcon>
  ) : (
    <Button className={classes.export} leftSection={ICON} {...common}>
      {name}
    </Button>
  );
}
