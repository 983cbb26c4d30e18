/**
 * `/invitations/{token}`: a new account joins the agency at once; a signed-in user continues to My Agency, or
 * sees why this account can't join.
 */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { z } from 'zod';
import { accountContract, registration } from '#contract/account.contract.ts';
import { toEmailKey } from '#contract/fields.ts';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ApiError, call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { signOut } from '#web/client/sign-out.ts';
import { useSession } from '#web/client/use-session.ts';
import { AccountFields, NEW_ACCOUNT } from './account-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { LazyGoogleEntry } from './lazy-google-entry.tsx';
import { useSetupState } from '#web/client/use-setup-state.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';

type Shown = z.output<typeof myAgencyContract.showInvitation.reply>;

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

export function InvitationPage() {
  const { token = '' } = useParams();
  const user = useSession();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    const controller = new AbortController();
    call(myAgencyContract.showInvitation, { params: { token } }, controller.signal)
      .then(setShown)
      .catch((failure: unknown) => {
        if (failure instanceof ApiError && !controller.signal.aborted) setError(failure);
      });
    return () => controller.abort();
  }, [token]);
  if (error) {
    const isGone = error.status === 404 || error.status === 422;
    return (
      <EntryPage title="Invitation" words="Work with an agency on Geoloom.">
        <Alert {...(isGone ? { what: 'This invitation was used, was revoked or has expired.' } : { error })}>
          Ask the person who invited you for a new one.
        </Alert>
        <AuthFooterLink>
          {user ? (
            <Link to="/my-agency">My Agency</Link>
          ) : (
            <>
              Already have an account? <Link to="/login">Sign in</Link>
            </>
          )}
        </AuthFooterLink>
      </EntryPage>
    );
  }
  if (!shown) {
    return (
      <EntryPage title="Invitation" words="Work with an agency on Geoloom.">
        <p role="status">Loading...</p>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={`Join ${shown.agency}`} words={<Words shown={shown} />}>
      <Join shown={shown} token={token} />
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

interface Props {
  shown: Shown;
  token: string;
}

function Join({ shown, token }: Props) {
  const user = useSession();
  if (user) return <SignedIn shown={shown} />;
  if (!shown.has_account) return <NewAccount shown={shown} token={token} />;
  return (
    <Stack gap={12}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        Sign in as {shown.email}. Next, choose whether to move your projects.
      </Text>
      <Button
        component={Link}
        variant="filled"
        fullWidth
        to="/login"
        // If another account signs in, this page shows why it can't join.
        state={{ from: `/invitations/${token}` }}
      >
        Sign in
      </Button>
    </Stack>
  );
}

interface AccountState {
  email: string;
  isVerified: boolean;
  /** Agency of the user. */
  agency: { id: number; name: string } | null;
}

/** Opens My Agency, where the user accepts the invitation, or shows why this user can't. */
function SignedIn({ shown }: Pick<Props, 'shown'>) {
  const { agency_id: joining } = shown;
  const [account, setAccount] = useState<AccountState>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    const controller = new AbortController();
    const reads = [
      call(accountContract.show, undefined, controller.signal),
      call(myAgencyContract.checkHasAgency, undefined, controller.signal),
    ] as const;
    Promise.all(reads)
      .then(([{ email, is_email_verified: isVerified }, { agency }]) => {
        if (agency?.id === joining) showToast({ kind: 'success', text: `Welcome to ${agency?.name}.` });
        setAccount({ email, isVerified, agency });
      })
      .catch((failure: unknown) => {
        if (failure instanceof ApiError && !controller.signal.aborted) setError(failure);
      });
    return () => controller.abort();
  }, [joining]);
  if (error) return <Alert error={error} />;
  if (!account) return <p role="status">Loading...</p>;
  const { email, isVerified, agency } = account;
  if (agency?.id === joining) return <Navigate to="/my-agency" replace />;
  if (toEmailKey(email) !== toEmailKey(shown.email)) {
    return (
      <>
        <Alert tone="note" what={`This invitation is for ${shown.email}.`}>
          You’re signed in as {email}. Log out to use it.
        </Alert>
        <LogOutButton />
        <AuthFooterLink>
          Stay signed in: <Link to="/dashboard">Dashboard</Link>
        </AuthFooterLink>
      </>
    );
  }
  if (agency !== null) {
    return (
      <Alert tone="note" what={`You’re already a member of ${agency.name}.`}>
        Leave it on <Link to="/my-agency">My Agency</Link> before you join {shown.agency}.
      </Alert>
    );
  }
  if (!isVerified) {
    return (
      <Alert tone="note" what="Confirm your email first.">
        Open the link that we sent to {email}, or get a new one in{' '}
        <Link to="/settings">Account Settings</Link>. Then open this invitation again.
      </Alert>
    );
  }
  return <Navigate to="/my-agency" replace />;
}

function LogOutButton() {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await signOut();
    return true;
  };
  return (
    <ActionButton action={{ run, isBusy }} busy="Logging out..." variant="filled" fullWidth>
      Log out
    </ActionButton>
  );
}

function NewAccount({ shown, token }: Props) {
  const setup = useSetupState();
  const form = useForm({
    schema: registration,
    initial: { ...NEW_ACCOUNT, email: shown.email },
    // The new account is a member at once, so the page continues to its agency.
    send: async (values) =>
      storeUserData(await call(accountContract.register, { body: { ...values, invitation: token } })),
  });
  return (
    <>
      <EntryForm form={form} button="Create an account and join" busy="Creating...">
        <AccountFields form={form} isEmailFixed />
      </EntryForm>
      <LazyGoogleEntry
        isOpen={setup?.google}
        text="Sign up with Google"
        next="/my-agency"
        invitation={token}
      />
    </>
  );
}
