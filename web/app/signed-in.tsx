/** Lets only those through who are signed in; all others go to sign in and come back to this page. */
import { Navigate, Outlet, useLocation } from 'react-router';
import { whySessionEnded } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';

export function SignedIn() {
  const user = useSession();
  const { pathname, search, hash } = useLocation();
  if (user) return <Outlet />;
  // Who logged out has finished with this page.
  const state = whySessionEnded() === 'sign-out' ? null : { from: pathname + search + hash };
  return <Navigate to="/login" replace state={state} />;
}
