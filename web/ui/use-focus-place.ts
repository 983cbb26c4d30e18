/**
 * If a button disappears with what it removed, the focus moves to what is in its place. Otherwise keyboard
 * users would start again at the top of the page.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface FocusPlace<E extends HTMLElement> {
  place: RefObject<E | null>;
  /**
   * Wraps a change: afterwards the first control in the place gets the focus, unless another element has it.
   */
  withFocus: <Given extends unknown[]>(change: (...given: Given) => void) => (...given: Given) => void;
}

export function useFocusPlace<E extends HTMLElement>(): FocusPlace<E> {
  const place = useRef<E>(null);
  const isWanted = useRef(false);
  // In the same commit: an earlier effect would run while the button still exists.
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
