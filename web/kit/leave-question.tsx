/** Asks before a page is left on which something was entered that is not saved. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readUserData } from '#web/client/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  /** Something would have to be entered again. */
  isOn: boolean;
  message: string;
}

/** A session that ended has its own way. */
export function LeaveQuestion({ isOn, message }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOn && readUserData() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
  return (
    <ConfirmDialog
      isOpened={blocker.state === 'blocked'}
      message={message}
      onYes={() => blocker.proceed?.()}
      onNo={() => blocker.reset?.()}
    />
  );
}
