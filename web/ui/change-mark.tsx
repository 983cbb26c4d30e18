/**
 * Amount of a change, with an arrow up in sea for better, down in crimson for worse. A better position has an
 * arrow up, although its number falls.
 */
import { ArrowDown, ArrowUp } from 'lucide-react';
import classes from './change-mark.module.css';

const ARROW = { size: 14, strokeWidth: 2 } as const;

interface Props {
  isBetter: boolean;
  /** `24.1%` */
  children: string;
}

export function ChangeMark({ isBetter, children }: Props) {
  const Arrow = isBetter ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-better={isBetter}>
      <Arrow {...ARROW} role="img" aria-label={isBetter ? 'better' : 'worse'} />
      {children}
    </span>
  );
}
