/** `/invitations/{token}`: who invites to what, for people with an account and without one. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { accountContract, registration } from '#contract/account.contract.ts';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ApiError, call } from '#web/client/call.ts';
import { storeUserData, type UserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { AccountFields, NEW_ACCOUNT } from './account-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay } from './form-parts.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';

type Shown = z.output<typeof myAgencyContract.showInvitation.reply>;

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

export function InvitationPage() {
  const { token = '' } = useParams();
  const user = useSession();
  // The form of a new account stays until it leads on by itself.
  const [wasSignedIn] = useState(user !== undefined);
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
      <WayIn shown={shown} token={token} user={wasSignedIn ? user : undefined} />
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
  user: UserData | undefined;
}

function WayIn({ shown, token, user }: WayInProps) {
  const { email, has_account: hasAccount } = shown;
  const own = useOwnEmail(user !== undefined);
  const isOther = own !== undefined && own.toLowerCase() !== email.toLowerCase();
  if (user === undefined && !hasAccount) return <NewAccount shown={shown} token={token} />;
  if (isOther) {
    return (
      <Alert tone="note">
        You are signed in as {own}, and this invitation is for {email}. Log out, then open the link again.
      </Alert>
    );
  }
  return (
    <Stack gap={12}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {user !== undefined
          ? 'Next, choose whether to move your projects.'
          : `Sign in as ${email}. Next, choose whether to move your projects.`}
      </Text>
      <Button
        component={Link}
        variant="filled"
        fullWidth
        {...(user !== undefined ? { to: '/my-agency' } : { to: '/login', state: { from: '/my-agency' } })}
      >
        {user !== undefined ? 'View invitation' : 'Sign in'}
      </Button>
    </Stack>
  );
}

/** Email address of the signed-in user; undefined until it is known. */
function useOwnEmail(isSignedIn: boolean): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    if (!isSignedIn) return;
    const own = new AbortController();
    call(accountContract.show, undefined, own.signal)
      .then((account) => setEmail(account.email))
      .catch(() => undefined);
    return () => own.abort();
  }, [isSignedIn]);
  return email;
}

/** A new account has no work to move, so that it joins at once. */
function NewAccount({ shown, token }: Pick<WayInProps, 'shown' | 'token'>) {
  const navigate = useNavigate();
  const form = useForm({
    schema: registration,
    initial: { ...NEW_ACCOUNT, email: shown.email },
    send: async (values) => {
      const user = await call(accountContract.register, { body: { ...values, invitation: token } });
      storeUserData(user);
      const joined = await call(myAgencyContract.acceptInvite, {
        body: { agency_id: shown.agency_id },
      }).catch((error: unknown) => {
        if (error instanceof ApiError) return undefined;
        throw error;
      });
      // Otherwise the agency's page offers the invitation, and says why it can't be accepted.
      if (joined) showToast({ kind: 'success', text: `Welcome to ${joined.name}.` });
      await navigate('/my-agency');
    },
  });
  return (
    <EntryForm form={form} button="Create an account" busy="Creating...">
      <AccountFields form={form} />
    </EntryForm>
  );
}
