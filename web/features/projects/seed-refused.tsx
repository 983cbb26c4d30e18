/** A seed that cannot be read: the fixed headline, and below it everything that is wrong, with places. */
import { CircleAlert } from 'lucide-react';
import type { Problem } from '#engine';
import type { BrokenPlace } from '#web/client/broken-place.ts';
import { messages } from './messages.ts';
import classes from './panel.module.css';
import { ProblemList } from './problem-list.tsx';
import { SeedExcerpt } from './seed-excerpt.tsx';

interface Props {
  problems: readonly Problem[];
  /** The place of the first fault that has one. */
  broken?: BrokenPlace | undefined;
}

export function SeedRefused({ problems, broken }: Props) {
  return (
    <>
      <div role="alert" className={classes.alert}>
        <CircleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth className={classes.alertIcon} />
        <div className={classes.alertWords}>
          <strong>{messages.uploadFailed}</strong>
          {broken && <SeedExcerpt place={broken} text={broken.mark} />}
        </div>
      </div>
      <ProblemList problems={problems} />
    </>
  );
}
