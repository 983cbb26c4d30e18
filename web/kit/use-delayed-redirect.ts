/**
 * Redirects after a success, once its message was shown for the specified time. Hovering or
 * focusing the message pauses the timer; it restarts afterwards.
 */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

export interface NextPage {
  to: string;
  afterMs: number;
}

/** @returns handlers that pause the timer */
export function useDelayedRedirect(next: NextPage | undefined): (isHeld: boolean) => void {
  const navigate = useNavigate();
  const [isHeld, setHeld] = useState(false);
  const { to, afterMs } = next ?? {};
  useEffect(() => {
    if (to === undefined || isHeld) return;
    const timer = setTimeout(() => void navigate(to), afterMs);
    return () => clearTimeout(timer);
  }, [to, afterMs, isHeld, navigate]);
  return setHeld;
}
