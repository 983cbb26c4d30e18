/**
 * A dialog returns the focus to the control that opened it. If that goes away with what was confirmed (a row
 * that was deleted, a run that was stopped), the row in its place or a heading has the focus, so that a keyboard or a
 * screen reader does not start again at the top of the window.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type FocusOrigin, readFocusOrigin, restoreFocus } from './focus-origin.ts';
import { watchPage } from './watch-page.ts';

/** What was confirmed may need a moment until the page shows it. */
const TIMEOUT_MS = 10_000;

/** Mantine gives the focus back 10 ms after a dialog closes, unless something else has it. */
const RETURN_MS = 30;

export function useFocusAfter(isOpened: boolean): void {
  const [wasOpened, setWasOpened] = useState(false);
  const [origin, setOrigin] = useState<FocusOrigin>();
  if (isOpened !== wasOpened) {
    setWasOpened(isOpened);
    // While the page is drawn: afterwards the menu item that was chosen is gone.
    if (isOpened) setOrigin(readFocusOrigin());
  }
  useEffect(() => (isOpened || origin === undefined ? undefined : watchFocus(origin)), [isOpened, origin]);
  // The dialog itself goes with the part of the page that it was about.
  const leave = useEffectEvent(() => {
    if (isOpened && origin) restoreFocus(origin);
  });
  useEffect(() => () => leave(), []);
}

/** @returns looks a last time and ends it */
function watchFocus(origin: FocusOrigin): () => void {
  const look = () => {
    restoreFocus(origin);
  };
  const stop = watchPage(look, TIMEOUT_MS, RETURN_MS);
  return () => {
    if (stop()) restoreFocus(origin);
  };
}
