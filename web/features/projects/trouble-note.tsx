/** Something on the server's side is in the way for now; the rest of the page is as it is. */
import { TriangleAlert } from 'lucide-react';
import classes from './trouble-note.module.css';

interface Props {
  text: string;
  /** Nothing else keeps it apart from what is below. */
  isApart?: boolean;
}

export function TroubleNote({ text, isApart }: Props) {
  return (
    <div className={classes.note} data-apart={isApart} role="status">
      <TriangleAlert size={20} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
