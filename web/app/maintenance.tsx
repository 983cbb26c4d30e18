/**
 * Replaces the whole application during maintenance, except for administrators, who get a bar instead. Five
 * clicks on the screw in the corner hide the screen in this window; the server's responses stay the same.
 */
import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { storeMaintenance, useMaintenance } from '#web/client/maintenance.ts';
import { readPreviousUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { readSetupState } from '#web/client/use-setup-state.ts';
import { MessagePage } from '#web/ui/message-page.tsx';

const CLICKS = 5;

export function Maintenance({ children }: { children: ReactNode }) {
  const isOn = useMaintenance();
  const isExempt = useIsExempt();
  const [clicks, setClicks] = useState(0);
  useMaintenanceQuery();
  if (!isOn || isExempt || clicks >= CLICKS) return children;
  return (
    <main id="content">
      <MessagePage
        title="Maintenance"
        heading="Geoloom is under maintenance"
        reason={
          <>
            <p>Please try again after 10:00 AM EST.</p>
            <p>Thank you for your patience.</p>
          </>
        }
      />
      <UnstyledButton
        pos="fixed"
        left={12}
        bottom={12}
        w={44}
        h={44}
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => setClicks(clicks + 1)}
      >
        <img src="/screw.svg" alt="" width={28} height={28} />
      </UnstyledButton>
    </main>
  );
}

/** Administrators can end maintenance, and so can superadmins who are signed in as another user. */
function useIsExempt(): boolean {
  const role = useSession()?.role;
  return role === 'admin' || role === 'superadmin' || readPreviousUserData() !== undefined;
}

/** Fetched at the start and each time the window becomes visible. */
function useMaintenanceQuery(): void {
  useEffect(() => {
    let isUnmounted = false;
    const follow = (reply: ReturnType<typeof readSetupState>) =>
      void reply.then(({ maintenance }) => isUnmounted || storeMaintenance(maintenance)).catch(() => {});
    const refetch = () => {
      if (document.visibilityState === 'visible') follow(call(accountContract.setupState));
    };
    if (document.visibilityState === 'visible') follow(readSetupState());
    document.addEventListener('visibilitychange', refetch);
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', refetch);
    };
  }, []);
}
