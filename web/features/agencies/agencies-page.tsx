/** `/agencies`: all agencies, for administrators. Only their filter shows deleted ones. */
import { Button, Menu, Text } from '@mantine/core';
import { ArchiveRestore, Ban, Check, Pencil, Plus, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { agenciesContract } from '#contract/agencies.contract.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useDeleteRows, useRowsAction } from '#web/kit/rows-action.tsx';
import { ListPage } from '#web/kit/list-page.tsx';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { formatShortDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useNow } from '#web/ui/use-now.ts';
import {
  type Agency,
  type AgencyStatus,
  DELETION,
  describeRestoring,
  getStatusLabel,
  RESTORED,
  STATUSES,
} from './agency.rules.ts';
import { useRestore } from './use-restore.tsx';

const SMALL = { size: 14, strokeWidth: 2 } as const;

const LOOKS: Record<AgencyStatus, { tone: BadgeTone; Icon: typeof Check }> = {
  active: { tone: 'sea', Icon: Check },
  not_active: { tone: 'plain', Icon: Ban },
  deleted: { tone: 'crimson', Icon: Trash2 },
};

function StatusBadge({ status }: { status: AgencyStatus }) {
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon {...SMALL} />}>
      {getStatusLabel(status)}
    </Badge>
  );
}

const COLUMNS: readonly Column<Agency>[] = [
  {
    key: 'name',
    head: 'Agency',
    isSortable: true,
    render: ({ id, name }) => (
      <Link to={`/agencies/${id}/edit`} className={links.link} data-quiet dir="auto">
        {name}
      </Link>
    ),
  },
  { key: 'main_admin', head: 'Main admin', width: 200, render: ({ main_admin: admin }) => admin.user },
  {
    key: 'status',
    head: 'Status',
    width: 170,
    render: (agency) => (
      <>
        <StatusBadge status={agency.status} />
        {agency.restorable_until !== null && (
          <Text fz="small" c="var(--text2)">
            Restore until {formatShortDay(agency.restorable_until)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'members',
    head: 'Members',
    isWideOnly: true,
    align: 'right',
    isSortable: true,
    width: 110,
    render: ({ member_count: count }) => formatCount(count),
  },
  {
    key: 'created_at',
    head: 'Created',
    align: 'right',
    isSortable: true,
    width: 116,
    render: ({ created_at }) => <Age of={created_at} />,
  },
];

const CSV: readonly CsvColumn<Agency>[] = [
  ['Agency', ({ name }) => name],
  ['Main admin', ({ main_admin: admin }) => admin.user],
  ['Status', ({ status }) => getStatusLabel(status)],
  ['Members', ({ member_count: count }) => String(count)],
  ['Created', ({ created_at }) => created_at],
];

export function AgenciesPage() {
  const list = useList(agenciesContract.list, {
    sort: 'name',
    sorts: ['name', 'members', 'created_at', 'updated_at'],
    filters: ['status'],
  });
  const deletion = useDeleteRows<Agency, typeof agenciesContract.remove>(agenciesContract.remove, {
    ...DELETION,
    getName: ({ name }) => name,
    toInput: ({ id }) => ({ params: { id } }),
    refresh: ['agencies', 'users', 'myAgency'],
    onDone: (_deleted, failed) => list.select(failed),
  });
  const toStatus = (status: AgencyStatus) => ({
    getName: ({ name }: Agency) => name,
    toInput: ({ id, name, main_admin, revision }: Agency) => ({
      params: { id },
      body: { name, main_admin_id: main_admin.id, status, revision },
    }),
    noun: 'agency',
    refresh: ['agencies', 'users', 'myAgency'],
    select: list.select,
  });
  const activation = useRowsAction<Agency, typeof agenciesContract.update>(agenciesContract.update, {
    ...toStatus('active'),
    verb: 'Activate',
    done: 'activated',
    note: 'Members can work again, and get an email.',
  });
  const pause = useRowsAction<Agency, typeof agenciesContract.update>(agenciesContract.update, {
    ...toStatus('not_active'),
    verb: 'Deactivate',
    done: 'deactivated',
    note: 'Their runs are canceled. Members can read everything but change nothing, and get an email.',
    isDanger: true,
  });
  const revival = useRowsAction<Agency, typeof agenciesContract.update>(agenciesContract.update, {
    ...toStatus('active'),
    verb: 'Restore',
    done: 'restored',
    note: RESTORED,
  });
  const restoring = useRestore();
  return (
    <>
      <ListPage
        list={list}
        title="Agencies"
        noun="agency"
        empty={{
          title: 'No agencies yet',
          text: 'An agency is a team that shares its domains and projects. Create one; its main admin invites the other members.',
          action: <CreateAgency />,
        }}
        action={<CreateAgency />}
        search="name"
        filters={[{ filter: 'status', label: 'Status', any: 'Active and inactive', choices: STATUSES }]}
        columns={COLUMNS}
        rowName={({ name }) => name}
        menu={(agency) =>
          showMenu(
            agency,
            () => deletion.ask([agency]),
            () => restoring.ask(agency),
          )
        }
        bulk={(agencies) => [
          ...offerAction(agencies, {
            name: 'Activate…',
            icon: <Check size={18} />,
            fits: ({ status }) => status === 'not_active',
            ask: activation.ask,
          }),
          ...offerAction(agencies, {
            name: 'Deactivate…',
            icon: <Ban size={18} />,
            fits: ({ status }) => status === 'active',
            ask: pause.ask,
          }),
          ...offerAction(agencies, {
            name: 'Restore…',
            icon: <ArchiveRestore size={18} />,
            fits: ({ status, restore_problem: problem }) => status === 'deleted' && problem === null,
            ask: revival.ask,
          }),
          ...offerAction(agencies, {
            name: 'Delete…',
            icon: <Trash2 size={18} />,
            isDanger: true,
            fits: ({ status }) => status !== 'deleted',
            ask: deletion.ask,
          }),
        ]}
        csv={CSV}
      />
      {activation.dialog}
      {pause.dialog}
      {revival.dialog}
      {deletion.dialog}
      {restoring.dialog}
    </>
  );
}

interface MenuProps {
  agency: Agency;
  onDelete: () => void;
  onRestore: () => void;
}

function AgencyMenu({ agency, onDelete, onRestore }: MenuProps) {
  const restoring = describeRestoring(agency, useNow());
  const { id, name, restore_problem: problem } = agency;
  return (
    <RowMenu label={`Actions for ${name}`}>
      {restoring !== undefined && <Menu.Label maw={204}>{problem ?? `${restoring}.`}</Menu.Label>}
      <Menu.Item component={Link} to={`/agencies/${id}/edit`} leftSection={<Pencil size={16} />}>
        Edit
      </Menu.Item>
      {restoring === undefined ? (
        <Menu.Item data-danger leftSection={<Trash2 size={16} />} onClick={onDelete}>
          Delete…
        </Menu.Item>
      ) : (
        <Menu.Item disabled={problem !== null} leftSection={<ArchiveRestore size={16} />} onClick={onRestore}>
          Restore…
        </Menu.Item>
      )}
    </RowMenu>
  );
}

/** Stable function for the list, which renders the menu of each row. */
const showMenu = (agency: Agency, onDelete: () => void, onRestore: () => void) => (
  <AgencyMenu agency={agency} onDelete={onDelete} onRestore={onRestore} />
);

function CreateAgency() {
  return (
    <Button component={Link} to="/agencies/create" variant="filled" leftSection={<Plus size={18} />}>
      Create agency
    </Button>
  );
}
