/** In place of every page while the server requires a second factor that the superadmin does not have. */
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
      reason="This server requires two-factor sign-in of superadmins. Set it up on your own account first."
    >
      <LoginBack isNarrow={false} />
    </MessagePage>
  );
}
