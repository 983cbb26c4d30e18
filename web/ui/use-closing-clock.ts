/**
 * Closes something after a time that the specification sets, but not while someone is still
 * reading: the clock stands while the pointer is inside or the focus was moved there, and starts again
 * afterwards. What appears under a pointer that rests holds nothing: that pointer was never moved there.
 */
import { type PointerEvent, useEffect, useRef, useState } from 'react';

interface ClosingClock {
  isOpened: boolean;
  afterMs: number;
  close: () => void;
  onHold?: ((isHeld: boolean) => void) | undefined;
}

export function useClosingClock({ isOpened, afterMs, close, onHold }: ClosingClock) {
  const [isHeld, setHeld] = useState(false);
  const newest = useRef({ close, onHold });
  useEffect(() => {
    newest.current = { close, onHold };
  });
  useEffect(() => newest.current.onHold?.(isHeld), [isHeld]);
  if (!isOpened && isHeld) setHeld(false);
  useEffect(() => {
    if (!isOpened || isHeld) return;
    const timer = setTimeout(() => newest.current.close(), afterMs);
    return () => clearTimeout(timer);
  }, [isOpened, isHeld, afterMs]);
  return holdHandlers(setHeld);
}

/** For what holds a clock while the pointer was moved into it, or the focus. */
export function holdHandlers(hold: (isHeld: boolean) => void) {
  return {
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) hold(true);
    },
    onPointerLeave: () => hold(false),
    onFocus: () => hold(true),
    onBlur: () => hold(false),
  };
}
