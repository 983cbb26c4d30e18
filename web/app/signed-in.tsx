/** Guards for signed-in users and for roles. */
import { Button } from '@mantine/core';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { hasSignedOut } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { isAllowed, type Screen } from './screens.ts';

/** Redirects to sign-in, which returns to this page. */
export function SignedIn() {
  const user = useSession();
  const { pathname, search, hash } = useLocation();
  if (user) return <Outlet />;
  // After logging out, users don't return to this page.
  const state = hasSignedOut() ? null : { from: pathname + search + hash };
  return <Navigate to="/login" replace state={state} />;
}

/** The server checks roles, too; this shows the message before anything loads. */
export function RoleGate({ screen }: { screen: Screen }) {
  const user = useSession();
  return isAllowed(screen, user?.role) ? <Outlet /> : <NoAccess title={screen.title} />;
}

function NoAccess({ title }: { title: string }) {
  return (
    <MessagePage
      title={title}
      heading={title}
      reason="You do not have access to this page. Ask an administrator."
    >
      <Button variant="filled" component={Link} to="/dashboard">
        Back to dashboard
      </Button>
    </MessagePage>
  );
}
