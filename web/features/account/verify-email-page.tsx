/** `/verify-email?token=…`: confirms the email address when the link opens. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { send } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { EntryPage } from './entry-page.tsx';
import { takeLinkToken } from './link-token.ts';

const INCOMPLETE = 'This link is incomplete. Open the full link from the email.';

export function VerifyEmailPage() {
  const [token] = useState(takeLinkToken);
  const [reply, setReply] = useState<string>();
  useEffect(() => {
    if (token === '') return undefined;
    const controller = new AbortController();
    send(accountContract.verifyEmail, { body: { token } }, { signal: controller.signal })
      .then(({ message }) => setReply(message ?? 'Your email is confirmed.'))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setReply(formatError(error));
      });
    return () => controller.abort();
  }, [token]);
  return (
    <EntryPage
      title="Confirm your email"
      words={<span role="status">{token === '' ? INCOMPLETE : (reply ?? 'Confirming...')}</span>}
    >
      <Button component={Link} to="/dashboard" variant="filled">
        Go to the dashboard
      </Button>
    </EntryPage>
  );
}
