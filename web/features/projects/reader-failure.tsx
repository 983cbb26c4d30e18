/** The part that reads files has broken: our fault, said plainly, with a way to go on. */
import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import classes from './panel.module.css';

export function ReaderFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.alert}>
      <CircleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth className={classes.alertIcon} />
      <div className={classes.alertWords}>
        <strong>The files could not be read because the file reader stopped.</strong>
        <p className={classes.quiet}>
          Your files are unchanged. Try again. If it stops again, the files may be too large for this browser.
          Reason: {reason}
        </p>
      </div>
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
