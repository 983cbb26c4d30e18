/** Dialogs for an administrator's actions on a user: role, agency, account, sessions, log in as them. */
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Role } from '#contract/account.contract.ts';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { usersContract } from '#contract/users.contract.ts';
import { call } from '#web/client/call.ts';
import { beginImpersonation } from '#web/client/session.ts';
import { AsyncSelect, type Choice, type FindChoices } from '#web/kit/async-select.tsx';
import { ReasonField } from '#web/kit/reason-field.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { type DialogProps, isRenewing, getDisplayName, ROLE_CHOICES } from './user.rules.ts';

export type UserAction = 'role' | 'agency' | 'payment' | 'account' | 'sessions' | 'twoFactor' | 'loginAs';

const REFRESH = ['users', 'agencies', 'auditLog'];

function RoleDialog({ user, isOpened, onClose }: DialogProps) {
  const [role, setRole] = useState<Role>(user.role);
  const { run, isBusy } = useAction(usersContract.update, {
    refresh: REFRESH,
    success: 'User was successfully updated!',
    failure: 'Couldn’t change the role.',
  });
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`Change the role of ${getDisplayName(user)}? All their sessions end.`}
      isBusy={isBusy}
      isYesDisabled={role === user.role}
      onYes={() => void run({ params: { id: user.id }, body: { role } }).then(onClose)}
      onNo={onClose}
    >
      <NativeSelect
        label="Role"
        data={[...ROLE_CHOICES]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
    </ConfirmDialog>
  );
}

function AgencyDialog({ user, isOpened, onClose }: DialogProps) {
  const { agency } = user;
  const [choice, setChoice] = useState<Choice | null>(
    agency && { value: String(agency.id), label: agency.name },
  );
  const { run, isBusy } = useAction(usersContract.changeAgency, {
    refresh: REFRESH,
    success: 'The user’s agency was successfully changed!',
    failure: 'Couldn’t change the agency.',
  });
  const findAgencies = useCallback<FindChoices>(async (text, signal) => {
    const agencies = await call(agenciesContract.choices, undefined, signal);
    const choices = agencies
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({ value: String(id), label: name }));
    return { choices, total: choices.length };
  }, []);
  const agencyId = choice === null ? null : Number(choice.value);
  const [reason, setReason] = useState('');
  const input = { body: { user_id: user.id, agency_id: agencyId, reason } };
  const isUnchanged = agencyId === (agency?.id ?? null);
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`Move ${getDisplayName(user)} to another agency, or to none? What they made stays where it is.`}
      isBusy={isBusy}
      isYesDisabled={isUnchanged || !usersContract.changeAgency.body.safeParse(input.body).success}
      onYes={() => void run(input).then((isDone) => isDone && onClose())}
      onNo={onClose}
    >
      <Stack gap={12}>
        <AsyncSelect label="Agency" value={choice} onChange={setChoice} choices={findAgencies} isClearable />
        <ReasonField
          value={reason}
          onChange={setReason}
          description="They and the main admins of both agencies will get an email with this reason. The audit log keeps it, too."
        />
      </Stack>
    </ConfirmDialog>
  );
}

function AccountDialog({ user, isOpened, onClose }: DialogProps) {
  const { id, is_disabled: isDisabled, payment } = user;
  const pays = !isDisabled && isRenewing(payment);
  const [endsPlans, setEndsPlans] = useState(true);
  const { run, isBusy } = useAction(usersContract.update, {
    refresh: REFRESH,
    success: 'User was successfully updated!',
    failure: 'Couldn’t change the account.',
  });
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={
        isDisabled
          ? `Enable the account of ${getDisplayName(user)}?`
          : `Disable the account of ${getDisplayName(user)}? All their sessions end, and they can’t sign in.`
      }
      isBusy={isBusy}
      isDanger={!isDisabled}
      onYes={() =>
        void run({
          params: { id },
          body: { is_disabled: !isDisabled, ...(pays && { ends_plans: endsPlans }) },
        }).then(onClose)
      }
      onNo={onClose}
    >
      {pays && (
        <Checkbox
          mt={10}
          label="End all plans they pay for when the paid period ends"
          description="Otherwise their card is charged again, and only an administrator can cancel."
          checked={endsPlans}
          onChange={(event) => setEndsPlans(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

function SessionsDialog({ user, isOpened, onClose }: DialogProps) {
  const { run, isBusy } = useAction(usersContract.endSessions, {
    refresh: REFRESH,
    success: 'All sessions of this user have ended.',
    failure: 'Couldn’t end the sessions.',
  });
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`End all sessions of ${getDisplayName(user)}? They have to sign in again.`}
      isBusy={isBusy}
      isDanger
      onYes={() => void run({ params: { id: user.id } }).then(onClose)}
      onNo={onClose}
    />
  );
}

function TwoFactorDialog({ user, isOpened, onClose }: DialogProps) {
  const { run, isBusy } = useAction(usersContract.turnOffTwoFactor, {
    refresh: REFRESH,
    success: 'Two-factor sign-in is off for this user.',
    failure: 'Couldn’t turn off two-factor sign-in.',
  });
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`Turn off two-factor sign-in for ${getDisplayName(user)}? First make sure that the request is really from them. All their sessions will end, their password will be enough to sign in, and they’ll get an email.`}
      isBusy={isBusy}
      isDanger
      onYes={() => void run({ params: { id: user.id } }).then(onClose)}
      onNo={onClose}
    />
  );
}

function LoginAsDialog({ user, isOpened, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const { run, isBusy } = useAction(usersContract.loginAs, {
    failure: 'Couldn’t log in as this user.',
    after: ({ data }) => {
      beginImpersonation(data);
      // Clears everything that was loaded as the superadmin.
      window.location.assign('/dashboard');
    },
  });
  const input = { body: { user_id: user.id, reason } };
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`Log in as ${getDisplayName(user)} for an hour?`}
      isBusy={isBusy}
      isYesDisabled={!usersContract.loginAs.body.safeParse(input.body).success}
      onYes={() => void run(input).then((isDone) => !isDone && onClose())}
      onNo={onClose}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        description="They will get an email with this reason, and the audit log shows both names."
        isFocused
      />
    </ConfirmDialog>
  );
}

const DIALOGS = {
  role: RoleDialog,
  agency: AgencyDialog,
  payment: PaymentDialog,
  account: AccountDialog,
  sessions: SessionsDialog,
  twoFactor: TwoFactorDialog,
  loginAs: LoginAsDialog,
};

export function UserDialog({ action, ...props }: DialogProps & { action: UserAction }) {
  const Dialog = DIALOGS[action];
  return <Dialog {...props} />;
}
