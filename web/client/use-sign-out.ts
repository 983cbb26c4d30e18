/** Logs out from a button, which is busy meanwhile, and opens the sign-in page. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from './sign-out.ts';

export function useSignOut(): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    setLeaving(true);
    await signOut();
    await navigate('/login', { replace: true });
  };
  return { isLeaving, leave };
}
