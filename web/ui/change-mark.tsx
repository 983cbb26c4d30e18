/** By how much something changed: an arrow, the amount, and sea or crimson for better or worse. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import classes from './change-mark.module.css';

const ARROW = { size: 14, strokeWidth: 2, absoluteStrokeWidth: true } as const;

interface Props {
  isUp: boolean;
  isBetter: boolean;
  /** `24.1%` */
  children: string;
}

export function ChangeMark({ isUp, isBetter, children }: Props) {
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-better={isBetter}>
      <Arrow {...ARROW} role="img" aria-label={isUp ? 'up' : 'down'} />
      {children}
    </span>
  );
}
