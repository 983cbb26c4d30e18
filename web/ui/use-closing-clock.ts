/**
 * Closes something after a time from the specification. The timer pauses while the pointer or the focus has
 * moved inside, and restarts afterwards. A resting pointer under which it appears doesn't count.
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
  const latest = useRef({ close, onHold });
  useEffect(() => {
    latest.current = { close, onHold };
  });
  useEffect(() => latest.current.onHold?.(isHeld), [isHeld]);
  if (!isOpened && isHeld) setHeld(false);
  useEffect(() => {
    if (!isOpened || isHeld) return;
    const timer = setTimeout(() => latest.current.close(), afterMs);
    return () => clearTimeout(timer);
  }, [isOpened, isHeld, afterMs]);
  return holdHandlers(setHeld);
}

/** Handlers that pause a timer while the pointer or the focus is inside. */
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
