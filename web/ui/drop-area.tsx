/** Empty state of an upload: one large button that is also a drop target. */
import type { ReactNode } from 'react';
import classes from './drop-area.module.css';
import { Contours } from './map-sheet.tsx';

interface Props {
  id?: string;
  /** `Drop the seed page here` */
  call: string;
  /** Accepted files: `.xml exported from WordPress` */
  hint: ReactNode;
  isOver: boolean;
  onOpen: () => void;
}

export function DropArea({ id, call, hint, isOver, onOpen }: Props) {
  return (
    <button id={id} type="button" className={classes.area} data-over={isOver || undefined} onClick={onOpen}>
      <Contours />
      {isOver ? (
        <span className={classes.call}>
          <strong>Drop to upload</strong>
        </span>
      ) : (
        <>
          <span className={classes.call}>
            <strong>{call}</strong> or choose a file
          </span>
          <span className={classes.hint}>{hint}</span>
        </>
      )}
    </button>
  );
}
