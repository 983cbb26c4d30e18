/**
 * Closes something after a time that the specification fixes, but lets nobody down who is still
 * reading: the clock stands while the pointer is inside or the focus was moved there, and starts anew
 * afterwards.
 */
import { useEffect, useRef, useState } from 'react';

export function useClosingClock(isOpened: boolean, afterMs: number, close: () => void) {
  const [isHeld, setHeld] = useState(false);
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  if (!isOpened && isHeld) setHeld(false);
  useEffect(() => {
    if (!isOpened || isHeld) return;
    const timer = setTimeout(() => newest.current(), afterMs);
    return () => clearTimeout(timer);
  }, [isOpened, isHeld, afterMs]);
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}
