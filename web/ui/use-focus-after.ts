/**
 * A dialog gives the focus back to the button that opened it. Where that button goes away with what was
 * confirmed (a row that was deleted, a run that was stopped), the heading of the page has it, so that a
 * keyboard or a reader does not begin again at the top of the window.
 */
import { useEffect, useRef } from 'react';
import { watchPage } from './watch-page.ts';

/** What was confirmed may need a moment until the page shows it. */
const PATIENCE_MS = 10_000;

/** Mantine gives the focus back 10 ms after it closes, and to nobody once something else has it. */
const RETURN_MS = 30;

export function useFocusAfter(isOpened: boolean): void {
  const wasOpened = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpened.current && !isOpened;
    wasOpened.current = isOpened;
    return hasClosed ? watchFocus() : undefined;
  }, [isOpened]);
  // The dialog itself goes with the part of the page that it was about.
  useEffect(
    () => () => {
      if (wasOpened.current) catchFocus();
    },
    [],
  );
}

/** @returns whether it was skipped */
function catchFocus(): boolean {
  const isLost = document.activeElement === document.body;
  if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  return isLost;
}

/** @returns looks a last time and ends it */
function watchFocus(): () => void {
  const look = () => {
    if (catchFocus()) stop();
  };
  const stop = watchPage(look, PATIENCE_MS, RETURN_MS);
  return () => {
    if (stop()) catchFocus();
  };
}
