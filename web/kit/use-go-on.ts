/**
 * The way to the next page after a success, once its message was shown for as long as the specification
 * says. While the pointer or the focus is inside, the time starts again.
 */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

export interface NextPage {
  to: string;
  afterMs: number;
}

/** @returns stops the clock while somebody reads */
export function useGoOn(next: NextPage | undefined): (isHeld: boolean) => void {
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
