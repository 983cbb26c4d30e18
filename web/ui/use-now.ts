/** The time, for what counts seconds on the page or says how long ago something was. */
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** @param everyMs how often the page looks at the clock; a minute is enough for ages */
export function useNow(everyMs: number = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
