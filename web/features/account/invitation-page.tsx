/** `/invitations/{token}`: who invites to what, for people with an account and without one. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { z } from 'zod';
import { accountContract, registration } from '#contract/account.contract.ts';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ApiError, call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { AccountFields, NEW_ACCOUNT } from './account-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay } from './form-parts.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { formatAmount } from '#web/ui/format-figure.ts';

type Shown = z.output<typeof myAgencyContract.showInvitation.reply>;

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

export function InvitationPage() {
  const { token = '' } = useParams();
  const user = useSession();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    const own = new AbortController();
    call(myAgencyContract.showInvitation, { params: { token } }, own.signal)
      .then(setShown)
      .catch((failure: unknown) => {
        if (failure instanceof ApiError && !own.signal.aborted) setError(failure);
      });
    return () => own.abort();
  }, [token]);
  if (error) {
    const isGone = error.status === 404 || error.status === 422;
    return (
      <EntryPage title="Invitation" words="To work with an agency on Geoloom.">
        <Alert {...(isGone ? { what: 'This invitation was used, was revoked or has expired.' } : { error })}>
          Ask the person who invited you for a new one.
        </Alert>
        <OtherWay>
          Already have an account? <Link to="/login">Sign in</Link>
        </OtherWay>
      </EntryPage>
    );
  }
  if (!shown) {
    return (
      <EntryPage title="Invitation" words="To work with an agency on Geoloom.">
        <p role="status">Loading...</p>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={`Join ${shown.agency}`} words={<Words shown={shown} />}>
      <WayIn shown={shown} token={token} isSignedIn={user !== undefined} />
    </EntryPage>
  );
}

function Words({ shown }: { shown: Shown }) {
  const { agency, invited_by: inviter, email, member_count: count, expires_at } = shown;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {inviter ?? 'Someone'} invites {email} to work with {agency} ({formatAmount(count, 'member')}). Members
      share their domains and projects. This invitation expires on {DATE.format(new Date(expires_at))}.
    </span>
  );
}

interface WayInProps {
  shown: Shown;
  token: string;
  isSignedIn: boolean;
}

function WayIn({ shown, token, isSignedIn }: WayInProps) {
  if (!isSignedIn && !shown.has_account) return <NewAccount shown={shown} token={token} />;
  return (
    <Stack gap={12}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {isSignedIn
          ? 'Next, choose whether to move your projects.'
          : `Sign in as ${shown.email}. Next, choose whether to move your projects.`}
      </Text>
      <Button
        component={Link}
        variant="filled"
        fullWidth
        {...(isSignedIn ? { to: '/my-agency' } : { to: '/login', state: { from: '/my-agency' } })}
      >
        {isSignedIn ? 'View invitation' : 'Sign in'}
      </Button>
    </Stack>
  );
}

function NewAccount({ shown, token }: Pick<WayInProps, 'shown' | 'token'>) {
  const form = useForm({
    schema: registration,
    initial: { ...NEW_ACCOUNT, email: shown.email },
    // Once signed in, the page leads to the question what to bring along.
    send: async (values) =>
      storeUserData(await call(accountContract.register, { body: { ...values, invitation: token } })),
  });
  return (
    <EntryForm form={form} button="Create an account" busy="Creating...">
      <AccountFields form={form} />
    </EntryForm>
  );
}
