/** Asks for confirmation before a page with unsaved changes is left. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readUserData } from '#web/client/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  /** True if the form has unsaved changes. */
  isOn: boolean;
  message: string;
}

/** An expired session redirects without confirmation. */
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
