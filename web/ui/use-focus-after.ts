/**
 * A dialog returns the focus to the control that opened it. If that disappears (a deleted row, a canceled
 * run), the row in its place or a heading gets the focus, so that keyboard users don't start again at the
 * top.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type FocusOrigin, readFocusOrigin, restoreFocus } from './focus-origin.ts';
import { watchPage } from './watch-page.ts';

/** The confirmed effect may take a moment to appear. */
const TIMEOUT_MS = 10_000;

/** Mantine restores the focus 10 ms after a dialog closes, unless another element has it. */
const RETURN_MS = 30;

export function useFocusAfter(isOpened: boolean): void {
  const [wasOpened, setWasOpened] = useState(false);
  const [origin, setOrigin] = useState<FocusOrigin>();
  if (isOpened !== wasOpened) {
    setWasOpened(isOpened);
    // Read during render: afterwards the chosen menu item is gone.
    if (isOpened) setOrigin(readFocusOrigin());
  }
  useEffect(() => (isOpened || origin === undefined ? undefined : watchFocus(origin)), [isOpened, origin]);
  // The dialog unmounts with the part of the page that it belongs to.
  const leave = useEffectEvent(() => {
    if (isOpened && origin) restoreFocus(origin);
  });
  useEffect(() => () => leave(), []);
}

/** @returns a function that checks once more and stops */
function watchFocus(origin: FocusOrigin): () => void {
  const look = () => {
    restoreFocus(origin);
  };
  const stop = watchPage(look, TIMEOUT_MS, RETURN_MS);
  return () => {
    if (stop()) restoreFocus(origin);
  };
}
