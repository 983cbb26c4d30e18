/**
 * Shows that a superadmin is signed in as another user: why, for how long, and which actions are off. The
 * header has the button to return.
 */
import { UserCheck } from 'lucide-react';
import { useEffect } from 'react';
import { PERSONAL_AREAS } from '#contract/personal-areas.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { useNow } from '#web/ui/use-now.ts';
import { FrameBar } from './frame-bar.tsx';
import { loginBack } from './login-back.tsx';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const OFF = Object.values(PERSONAL_AREAS).join(', ');

export function ImpersonationBar() {
  const user = useSession();
  const impersonation = useAppSelector((state) => state.user.userData?.impersonation);
  return (
    <FrameBar label="Signed in as another user" icon={<UserCheck size={18} />}>
      <p>
        You are signed in as <strong>{user?.name}</strong>
        {impersonation ? (
          <>
            {' '}
            for <TimeLeft endsAt={impersonation.ends_at} />. Reason: {impersonation.reason}
          </>
        ) : (
          '.'
        )}
      </p>
      <p>Off until you return: {OFF}.</p>
    </FrameBar>
  );
}

/** Once the time is over, the server refuses each call, and a refused call signs the user out. */
const RETURN_EARLY_MS = 10 * SECOND_MS;

/** Counts down until the superadmin's own session is restored. */
function TimeLeft({ endsAt }: { endsAt: string }) {
  const leftMs = Date.parse(endsAt) - RETURN_EARLY_MS - useNow(SECOND_MS).getTime();
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) void loginBack();
  }, [isOver]);
  return <span role="timer">{formatTimeLeft(leftMs)}</span>;
}

/** `another 42 min`, and seconds in the last minute. */
function formatTimeLeft(leftMs: number): string {
  if (leftMs >= MINUTE_MS) return `another ${Math.floor(leftMs / MINUTE_MS)} min`;
  return `another ${Math.max(0, Math.ceil(leftMs / SECOND_MS))} s`;
}
