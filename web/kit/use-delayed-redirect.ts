/**
 * Redirects after a success, once its message was shown as long as the specification says. Pointer or focus
 * in the message stop the clock, and it starts again when they leave.
 */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

export interface NextPage {
  to: string;
  afterMs: number;
}

/** @returns stops the clock while the message is being read */
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
