/** Floating bar with actions on the selected rows, `×` last; icons only on narrow screens. */
import { Box } from '@mantine/core';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import classes from './bulk-bar.module.css';
import { formatCount } from './format-figure.ts';

export interface BulkAction {
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
  /** Reason why it can't be used for these rows. */
  disabledReason?: string | undefined;
  act: () => void;
}

interface Props {
  count: number;
  actions: readonly BulkAction[];
  onClear: () => void;
}

export function BulkBar({ count, actions, onClear }: Props) {
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="region" aria-label="Selected rows">
      <span className={classes.count} role="status">
        {formatCount(count)} selected
      </span>
      {actions.map((action) => (
        <Action key={action.name} {...action} />
      ))}
      <Box component="span" h={24} mx={6} style={{ borderLeft: '1px solid #3f5056' }} aria-hidden="true" />
      <button
        type="button"
        className={classes.action}
        data-close
        aria-label="Clear selection"
        onClick={onClear}
      >
        <X size={18} />
      </button>
    </div>
  );
}

function Action({ name, icon, isDanger = false, disabledReason, act }: BulkAction) {
  const reasonId = useId();
  const isDisabled = disabledReason !== undefined;
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={isDanger || undefined}
      aria-disabled={isDisabled || undefined}
      aria-describedby={isDisabled ? reasonId : undefined}
      title={disabledReason}
      onClick={() => !isDisabled && act()}
    >
      {icon}
      <span className={classes.word}>{name}</span>
      {isDisabled && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  );
}
