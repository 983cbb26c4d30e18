/**
 * Where a button goes away with what it removed, the focus goes to what is in its place. Otherwise a
 * keyboard would begin again at the top of the page.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface FocusPlace<E extends HTMLElement> {
  place: RefObject<E | null>;
  /** The same change; after it the first control in the place has the focus, if nobody else took it. */
  withFocus: <Given extends unknown[]>(change: (...given: Given) => void) => (...given: Given) => void;
}

export function useFocusPlace<E extends HTMLElement>(): FocusPlace<E> {
  const place = useRef<E>(null);
  const isWanted = useRef(false);
  // With the change itself: a later effect of the render before would look while the button still stands.
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    if (document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('button, textarea, input')?.focus({ preventScroll: true });
  });
  return {
    place,
    withFocus:
      (change) =>
      (...given) => {
        isWanted.current = true;
        change(...given);
      },
  };
}
