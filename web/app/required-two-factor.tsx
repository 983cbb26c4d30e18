/** Replaces every page until a superadmin has set up the second factor that the server requires. */
import { readPreviousUserData } from '#web/client/session.ts';
import { RequiredTwoFactorPage } from '#web/features/account/required-two-factor-page.tsx';
import { MessagePage } from '#web/ui/message-page.tsx';
import { LoginBack } from './login-back.tsx';

export function RequiredTwoFactor({ onDone }: { onDone: () => void }) {
  if (readPreviousUserData() === undefined) return <RequiredTwoFactorPage onDone={onDone} />;
  return (
    <MessagePage
      title="Two-factor sign-in"
      heading="Return to your own account"
      reason="This server requires two-factor sign-in for superadmins. Set it up on your own account first."
    >
      <LoginBack isNarrow={false} />
    </MessagePage>
  );
}
