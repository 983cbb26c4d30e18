/**
 * Closes something after a time that the specification fixes, but lets nobody down who is still
 * reading: the clock stands while the pointer is inside or the focus was moved there, and starts anew
 * afterwards.
 */
import { useEffect, useRef, useState } from 'react';

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
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}
