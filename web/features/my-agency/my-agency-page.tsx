/** `/my-agency`: members, invitations and branding of the user's agency; without one, explains agencies. */
import { Button, Stack } from '@mantine/core';
import { LogOut, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { useSession } from '#web/client/use-session.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { PageTabs } from '#web/kit/page-tabs.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import { BrandingTab } from './branding-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import type { OwnAgency } from './my-agency.rules.ts';

const TITLE = 'My Agency';
/** The first tab. */
const MEMBERS = 'members';

export function MyAgencyPage() {
  const { data, error, refetch } = useCall(myAgencyContract.checkHasAgency);
  if (!data) {
    return (
      <>
        <PageHead title={TITLE} />
        <LoadState call={{ data, error, refetch }} what="your agency" />
      </>
    );
  }
  if (data.agency) return <Agency agency={data.agency} />;
  return (
    <>
      <PageHead title={TITLE} />
      <Stack gap={16}>
        {data.invitations.map((invitation) => (
          <AcceptInvitation key={invitation.agency_id} invitation={invitation} />
        ))}
        <NoAgency />
      </Stack>
    </>
  );
}

function NoAgency() {
  const role = useSession()?.role;
  const deleted = useAppSelector((state) => state.user.userData?.agency_notice);
  const isAdmin = role === 'admin' || role === 'superadmin';
  if (deleted?.status === 'deleted')
    return (
      <EmptyState title="Your agency was deleted">
        Members, invitations and branding of {deleted.name} can be seen again if an administrator restores it.
      </EmptyState>
    );
  return (
    <EmptyState
      title="You are not a member of an agency"
      actions={
        isAdmin && (
          <Button component={Link} to="/agencies/create" variant="filled">
            Create agency
          </Button>
        )
      }
    >
      An agency is a team that shares its domains and projects. The main admin of one can invite you by email;
      the invitation then appears here.{' '}
      {isAdmin
        ? role === 'superadmin'
          ? 'As a superadmin, you can create an agency and make yourself its main admin.'
          : 'As an administrator, you can create an agency and choose its main admin.'
        : 'An administrator can create an agency for you.'}
    </EmptyState>
  );
}

function Agency({ agency }: { agency: OwnAgency }) {
  const [address] = useSearchParams();
  const { name, status, is_main_admin: isMainAdmin } = agency;
  const noInvitations = useReadOnlyReason(status !== 'active', 'it can’t invite people');
  return (
    <>
      <PageHead
        title={TITLE}
        facts={
          <span>
            <bdi>{name}</bdi>
            {isMainAdmin && '. You’re the main admin.'}
          </span>
        }
        actions={
          isMainAdmin ? (
            (address.get('tab') ?? MEMBERS) === MEMBERS && (
              <ReasonButton
                reason={noInvitations}
                to="?tab=invitations"
                variant="filled"
                leftSection={<UserPlus size={16} />}
              >
                Invite members
              </ReasonButton>
            )
          ) : (
            <OwnerOnly endpoint={myAgencyContract.leave} isInHead>
              <Leave agency={name} />
            </OwnerOnly>
          )
        }
      />
      <PageTabs
        label="Agency sections"
        tabs={[
          {
            name: MEMBERS,
            label: 'Members',
            render: () => (
              <div>
                <MembersTab isMainAdmin={isMainAdmin} />
              </div>
            ),
          },
          ...(isMainAdmin
            ? [
                {
                  name: 'invitations',
                  label: 'Invitations',
                  render: () => (
                    <div>
                      <InvitationsTab noInvitations={noInvitations} />
                    </div>
                  ),
                },
              ]
            : []),
          {
            name: 'branding',
            label: 'Branding',
            render: () => <BrandingTab isMainAdmin={isMainAdmin} isActive={status === 'active'} />,
          },
        ]}
      />
    </>
  );
}

function Leave({ agency }: { agency: string }) {
  const [isOpened, setOpened] = useState(false);
  const { run, isBusy } = useAction(myAgencyContract.leave, {
    refresh: ['myAgency', 'projects', 'domains'],
    success: `You have left ${agency}.`,
    failure: 'Couldn’t leave the agency.',
  });
  return (
    <>
      <Button leftSection={<LogOut size={16} />} onClick={() => setOpened(true)}>
        Leave agency
      </Button>
      <ConfirmDialog
        isOpened={isOpened}
        message={`Leave ${agency}? Its domains and projects stay with it, including those you made.`}
        isDanger
        isBusy={isBusy}
        onYes={() => void run().then(() => setOpened(false))}
        onNo={() => setOpened(false)}
      />
    </>
  );
}
