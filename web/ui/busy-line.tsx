/** Small loader and the current work, after a delay that hides short work. */
import classes from './busy-line.module.css';
import { Loader } from './loader.tsx';
import { useDelay } from './use-delay.ts';

export function BusyLine({ text }: { text: string }) {
  const isShown = useDelay(true);
  return (
    <span className={classes.line}>
      {isShown && (
        <>
          <Loader size={16} />
          {text}
        </>
      )}
    </span>
  );
}
