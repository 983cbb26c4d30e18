/** A seed that cannot be read: the fixed headline, and below it everything that is wrong, with places. */
import { CircleAlert } from 'lucide-react';
import type { Problem } from '#engine';
import { messages } from './messages.ts';
import classes from './panel.module.css';
import { ProblemList } from './problem-list.tsx';

export function SeedRefused({ problems }: { problems: readonly Problem[] }) {
  return (
    <>
      <div role="alert" className={classes.alert}>
        <CircleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth className={classes.alertIcon} />
        <div className={classes.alertWords}>
          <strong>{messages.uploadFailed}</strong>
        </div>
      </div>
      <ProblemList problems={problems} />
    </>
  );
}
