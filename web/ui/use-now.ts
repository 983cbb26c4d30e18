/** Current time, for counters and relative times. */
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** @param everyMs update interval; a minute is enough for relative times */
export function useNow(everyMs: number = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
