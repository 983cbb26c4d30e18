/** Replaces every page until a superadmin has the second factor that the server requires. */
import { Button } from '@mantine/core';
import { useSignOut } from '#web/client/use-sign-out.ts';
import { TwoFactorSetup } from '#web/kit/two-factor-setup.tsx';
import { EntryPage } from './entry-page.tsx';
import { AuthFooterLink } from './form-parts.tsx';

export function RequiredTwoFactorPage({ onDone }: { onDone: () => void }) {
  return (
    <EntryPage
      title="Set up two-factor sign-in"
      words="This server requires it for superadmins. Set it up to continue."
    >
      <TwoFactorSetup
        onDone={onDone}
        cancel={<LogOut />}
        note={
          <AuthFooterLink>No password yet? Log out and choose “Forgot password?” to set one.</AuthFooterLink>
        }
      />
    </EntryPage>
  );
}

function LogOut() {
  const { isLeaving, leave } = useSignOut();
  return (
    <Button disabled={isLeaving} onClick={() => void leave()}>
      {isLeaving ? 'Logging out...' : 'Log out'}
    </Button>
  );
}
