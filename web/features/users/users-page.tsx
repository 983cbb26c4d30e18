/** `/stripe/all-users`: all users, for administrators. */
import { Menu, Stack, Text } from '@mantine/core';
import {
  Ban,
  Building2,
  Check,
  CreditCard,
  History,
  LogIn,
  LogOut,
  RefreshCw,
  ShieldCheck,
  ShieldOff,
  UserCog,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { billingContract } from '#contract/billing.contract.ts';
import { usersContract } from '#contract/users.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useSession } from '#web/client/use-session.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import { SubscriptionBadge } from '#web/kit/subscription-badge.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { MenuAction } from '#web/ui/menu-action.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { UserDialog, type UserAction } from './user-dialog.tsx';
import {
  listRefusals,
  getRoleLabel,
  getDisplayName,
  getPlanLabel,
  getUserStatusLabel,
  ROLE_CHOICES,
  STATUS_CHOICES,
  type User,
} from './user.rules.ts';

const SMALL = { size: 14, strokeWidth: 2 } as const;

const COLUMNS: readonly Column<User>[] = [
  {
    key: 'name',
    head: 'Name',
    isSortable: true,
    render: (user) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <span dir="auto">{getDisplayName(user)}</span>
        <Text fz="small" fw={400} c="var(--text3)">
          {user.email}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'role',
    head: 'Role',
    isSortable: true,
    width: 104,
    render: ({ role }) => <Badge tone={role === 'user' ? 'outline' : 'ochre'}>{getRoleLabel(role)}</Badge>,
  },
  {
    key: 'agency',
    head: 'Agency',
    width: 120,
    render: ({ agency }) => agency && <span dir="auto">{agency.name}</span>,
  },
  {
    key: 'payment',
    head: 'Plan',
    width: 150,
    render: (user) => (user.payment.status === null ? getPlanLabel(user) : <Payment user={user} />),
  },
  {
    key: 'status',
    head: 'Status',
    width: 104,
    render: (user) => (
      <Stack gap={2} align="flex-start">
        <Badge
          tone={user.is_disabled ? 'crimson' : 'sea'}
          icon={user.is_disabled ? <Ban {...SMALL} /> : <Check {...SMALL} />}
        >
          {getUserStatusLabel(user)}
        </Badge>
        {user.has_two_factor && (
          <Text fz="small" c="var(--text3)">
            Two-factor
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'last_seen_at',
    head: 'Last seen',
    align: 'right',
    isSortable: true,
    width: 104,
    render: ({ last_seen_at: seen }) => (seen === null ? 'Never' : <Age of={seen} />),
  },
];

function Payment({ user }: { user: User }) {
  const { status, cancel_at_period_end } = user.payment;
  const isPlain = status === null || (status === 'active' && !cancel_at_period_end);
  return (
    <Stack gap={2} align="flex-start">
      {getPlanLabel(user)}
      {!isPlain && <SubscriptionBadge of={{ status, cancel_at_period_end }} />}
    </Stack>
  );
}

const CSV: readonly CsvColumn<User>[] = [
  ['Name', getDisplayName],
  ['Email', ({ email }) => email],
  ['Role', ({ role }) => getRoleLabel(role)],
  ['Agency', ({ agency }) => agency?.name ?? ''],
  ['Plan', getPlanLabel],
  ['Subscription', ({ payment: { status } }) => status ?? ''],
  ['Status', getUserStatusLabel],
  ['Two-factor sign-in', ({ has_two_factor: isOn }) => (isOn ? 'On' : 'Off')],
  ['Sessions', ({ session_count: count }) => String(count)],
  ['Last seen', ({ last_seen_at: seen }) => seen ?? ''],
  ['Registered', ({ created_at }) => created_at],
];

export function UsersPage() {
  const actor = useSession();
  const [asked, setAsked] = useState<{ user: User; action: UserAction; round: number }>();
  const [isOpened, setOpened] = useState(false);
  const { data: agencies = [] } = useCall(agenciesContract.choices);
  const list = useList(usersContract.list, {
    sort: 'name',
    sorts: ['name', 'role', 'last_seen_at', 'created_at'],
    filters: ['role', 'status', 'agency_id'],
  });
  const { run: refresh } = useAction(billingContract.refresh, {
    refresh: ['users'],
    success: 'The subscription was read from Stripe again.',
    failure: 'Couldn’t refresh the subscription.',
  });
  const shared = {
    noun: 'user',
    getName: getDisplayName,
    refresh: ['users', 'agencies', 'auditLog'],
    select: list.select,
  };
  const enabling = useRowsAction<User, typeof usersContract.update>(usersContract.update, {
    ...shared,
    verb: 'Enable',
    done: 'enabled',
    note: 'They can sign in again.',
    toInput: ({ id }) => ({ params: { id }, body: { is_disabled: false } }),
  });
  const ending = useRowsAction<User, typeof usersContract.endSessions>(usersContract.endSessions, {
    ...shared,
    verb: 'End all sessions of',
    done: 'signed out',
    note: 'They have to sign in again.',
    toInput: ({ id }) => ({ params: { id } }),
    isDanger: true,
  });
  const disabling = useRowsAction<User, typeof usersContract.update>(usersContract.update, {
    ...shared,
    verb: 'Disable',
    done: 'disabled',
    note: 'All their sessions end, and they can’t sign in. Their plans stay as they are.',
    toInput: ({ id }) => ({ params: { id }, body: { is_disabled: true } }),
    isDanger: true,
  });
  const ask = (user: User, action: UserAction) => {
    setAsked({ user, action, round: (asked?.round ?? 0) + 1 });
    setOpened(true);
  };
  return (
    <>
      <ListPage
        list={list}
        title="All Users"
        noun="user"
        empty={{ title: 'No users yet', text: 'Users appear here when they register.' }}
        search="name, email or agency"
        filters={[
          { filter: 'role', label: 'Role', any: 'Any role', choices: ROLE_CHOICES },
          { filter: 'status', label: 'Status', any: 'Any status', choices: STATUS_CHOICES },
          {
            filter: 'agency_id',
            label: 'Agency',
            any: 'Any agency',
            choices: agencies.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
        columns={COLUMNS}
        rowName={getDisplayName}
        menu={(user) =>
          showMenu(user, listRefusals(actor, user), {
            ask: (action) => ask(user, action),
            refresh: () => void refresh({ body: { user_id: user.id } }),
          })
        }
        bulk={(users) => [
          ...offerAction(users, {
            name: 'Enable…',
            icon: <ShieldCheck size={18} />,
            fits: ({ is_disabled: isDisabled }) => isDisabled,
            ask: enabling.ask,
          }),
          ...offerAction(users, {
            name: 'End sessions…',
            icon: <LogOut size={18} />,
            fits: ({ session_count: count }) => count > 0,
            ask: ending.ask,
          }),
          ...offerAction(users, {
            name: 'Disable…',
            icon: <Ban size={18} />,
            isDanger: true,
            fits: ({ is_disabled: isDisabled }) => !isDisabled,
            ask: disabling.ask,
          }),
        ]}
        csv={CSV}
      />
      {enabling.dialog}
      {ending.dialog}
      {disabling.dialog}
      {asked && (
        <UserDialog
          key={asked.round}
          user={asked.user}
          action={asked.action}
          isOpened={isOpened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

interface MenuHandlers {
  ask: (action: UserAction) => void;
  refresh: () => void;
}

const showMenu = (user: User, refusals: ReturnType<typeof listRefusals>, { ask, refresh }: MenuHandlers) => (
  <RowMenu label={`Actions for ${getDisplayName(user)}`}>
    <Menu.Item component={Link} to={`/audit?user_id=${user.id}`} leftSection={<History size={16} />}>
      History
    </Menu.Item>
    <MenuAction
      label="Change role…"
      icon={<UserCog size={16} />}
      disabledReason={refusals.role}
      onClick={() => ask('role')}
    />
    <MenuAction
      label="Change agency…"
      icon={<Building2 size={16} />}
      disabledReason={refusals.agency}
      onClick={() => ask('agency')}
    />
    <MenuAction label="Change payment…" icon={<CreditCard size={16} />} onClick={() => ask('payment')} />
    <MenuAction label="Refresh subscription" icon={<RefreshCw size={16} />} onClick={refresh} />
    <MenuAction
      label="Login as user…"
      icon={<LogIn size={16} />}
      disabledReason={refusals.loginAs}
      onClick={() => ask('loginAs')}
    />
    <Menu.Divider />
    <MenuAction
      label="End sessions…"
      icon={<LogOut size={16} />}
      isDanger
      disabledReason={refusals.endSessions}
      onClick={() => ask('sessions')}
    />
    <MenuAction
      label="Turn off two-factor…"
      icon={<ShieldOff size={16} />}
      isDanger
      disabledReason={refusals.twoFactor}
      onClick={() => ask('twoFactor')}
    />
    <MenuAction
      label={user.is_disabled ? 'Enable…' : 'Disable…'}
      icon={user.is_disabled ? <ShieldCheck size={16} /> : <Ban size={16} />}
      isDanger={!user.is_disabled}
      disabledReason={refusals.disable}
      onClick={() => ask('account')}
    />
  </RowMenu>
);
