/**
 * Export of a list: a labeled button on wide screens, an icon among the tools, an action for selected rows.
 */
import { ActionIcon, Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import type { BulkAction } from '#web/ui/bulk-bar.tsx';
import classes from './list-page.module.css';

const ICON = <FileDown size={18} />;
const NAME = 'Export CSV';
const BUSY = 'Exporting...';

interface Props {
  exporting: { run: () => Promise<void>; isRunning: boolean };
  isDisabled: boolean;
}

/** The button keeps the focus while it's busy, and a second press does nothing. */
const bind = ({ exporting: { run, isRunning }, isDisabled }: Props) => ({
  onClick: () => void run(),
  disabled: isDisabled,
  'aria-busy': isRunning || undefined,
});

export function ExportButton(props: Props) {
  return (
    <Button className={classes.export} leftSection={ICON} {...bind(props)}>
      {props.exporting.isRunning ? BUSY : NAME}
    </Button>
  );
}

export function ExportIcon(props: Props) {
  const name = props.exporting.isRunning ? BUSY : NAME;
  return (
    <ActionIcon className={classes.exportIcon} variant="default" size={44} aria-label={name} {...bind(props)}>
      {ICON}
    </ActionIcon>
  );
}

export const exportSelected = (act: () => void): BulkAction => ({ name: NAME, icon: ICON, act });
