/** Something could not be loaded: reason, reference, another try; what was there before stays below. */
import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
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

export function ErrorBar({ reason, requestId, rowsFrom, onRetry }: Props) {
  return (
    <div className={classes.bar} role="alert">
      <CircleAlert size={20} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.reason}>{reason}</p>
        <div className={classes.small}>
          {rowsFrom && <span>The rows below are from {clock.format(rowsFrom)}.</span>}
          {requestId !== undefined && <Reference id={requestId} />}
        </div>
      </div>
      {onRetry && (
        <Button size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
