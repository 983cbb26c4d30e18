/** A value that changes faster than eyes follow, passed on at most once in `everyMs`; the last one always arrives. */
import { useEffect, useRef, useState } from 'react';

export function usePace<Value>(value: Value, everyMs = 100): Value {
  const [shown, setShown] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      setShown(() => value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
