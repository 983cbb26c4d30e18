/** Something could not be loaded: reason, reference, another try; what was there before stays below. */
import { Button } from '@mantine/core';
import { CircleAlert, RotateCw } from 'lucide-react';
import classes from './error-bar.module.css';
import { Reference } from './reference.tsx';

interface Props {
  reason: string;
  /** `request_id` of the answer. */
  requestId?: string | undefined;
  /** When the rows below were loaded. */
  rowsFrom?: Date | undefined;
  onRetry?: (() => void) | undefined;
}

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const ICON = { size: 16, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

/** The first sentence says what happened and stands out. */
function splitReason(reason: string): [what: string, why: string] {
  const end = reason.indexOf('. ') + 1;
  return end === 0 ? [reason, ''] : [reason.slice(0, end), reason.slice(end + 1)];
}

export function ErrorBar({ reason, requestId, rowsFrom, onRetry }: Props) {
  const [what, why] = splitReason(reason);
  return (
    <div className={classes.bar} role="alert">
      <CircleAlert size={20} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.reason}>
          <strong>{what}</strong> {why}
        </p>
        <div className={classes.small}>
          {rowsFrom && <span>The rows below are from {clock.format(rowsFrom)}.</span>}
          {requestId !== undefined && <Reference id={requestId} />}
        </div>
      </div>
      {onRetry && (
        <Button leftSection={<RotateCw {...ICON} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
