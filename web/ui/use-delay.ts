/** Turns true only after `isOn` has lasted for `delayMs`, so that short work doesn't flash. */
import { useEffect, useState } from 'react';

export function useDelay(isOn: boolean, delayMs = 200): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLasted(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [isOn, delayMs]);
  return isOn && hasLasted;
}
