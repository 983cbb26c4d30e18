/**
 * Replaces the whole application while maintenance is on. Five clicks on the screw in the corner uncover
 * it in this window; what the server answers stays the same.
 */
import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { MessagePage } from '#web/ui/message-page.tsx';

const CLICKS = 5;

export function Maintenance({ children }: { children: ReactNode }) {
  const isOn = useMaintenance();
  const [clicks, setClicks] = useState(0);
  if (!isOn || clicks >= CLICKS) return children;
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

/** Asked at the start and each time the window is seen again; unknown counts as off. */
function useMaintenance(): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      call(accountContract.setupState, undefined, controller.signal)
        .then(({ maintenance }) => setOn(maintenance))
        .catch(() => {});
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return isOn;
}
