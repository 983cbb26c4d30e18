/** The time, for what counts seconds on the page; stands still while nothing needs it. */
import { useEffect, useState } from 'react';

export function useNow(isRunning: boolean, everyMs = 1000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isRunning) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs]);
  return now;
}
