/** `/domains`: domains of the workspace, by name. There is no delete: unused ones become inactive. */
import { Button, Menu, Text } from '@mantine/core';
import { Ban, Check, Pencil, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { type Domain, type DomainListItem, domainsContract } from '#contract/domains.contract.ts';
import type { SourceState } from '#contract/search-shapes.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import { useList } from '#web/kit/use-list.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Counted } from '#web/ui/counted.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';
import { getTypeLabel, STATUSES, TYPES } from './domain.rules.ts';

const ICON = { size: 14, strokeWidth: 2 } as const;
const BULK = { ...ICON, size: 18 } as const;
const getStatusLabel = (status: Domain['status']) => (status === '1' ? 'Active' : 'Inactive');

const SEARCH_STATES: Readonly<Record<SourceState, { label: string; tone: BadgeTone }>> = {
  none: { label: 'Not set up', tone: 'plain' },
  waiting: { label: 'In queue', tone: 'plain' },
  collecting: { label: 'Collecting', tone: 'live' },
  ready: { label: 'Connected', tone: 'sea' },
  failed: { label: 'No access', tone: 'crimson' },
};

/** Labels for cards, which have no column heads. */
const COLUMNS: readonly Column<DomainListItem>[] = [
  {
    key: 'name',
    head: 'Domain',
    isSortable: true,
    render: ({ id, name, project_type }) => (
      <TypedName type={project_type} to={`/domains/${id}`}>
        {name}
      </TypedName>
    ),
  },
  {
    key: 'project_type',
    head: 'Website type',
    width: 108,
    render: ({ project_type }) => <Badge tone="outline">{getTypeLabel(project_type)}</Badge>,
  },
  {
    key: 'status',
    head: 'Status',
    width: 100,
    render: ({ status }) => (
      <Badge
        tone={status === '1' ? 'sea' : 'plain'}
        icon={status === '1' ? <Check {...ICON} /> : <Ban {...ICON} />}
      >
        {getStatusLabel(status)}
      </Badge>
    ),
  },
  {
    key: 'agency',
    head: 'Shared with',
    width: 132,
    render: ({ agency }) =>
      agency === null ? (
        <Badge tone="outline">Personal</Badge>
      ) : (
        <Text inherit truncate maw={200} title={agency}>
          {agency}
        </Text>
      ),
  },
  {
    key: 'projects',
    head: 'Projects',
    align: 'right',
    isSortable: true,
    width: 92,
    render: ({ projects }) => <Counted count={projects} noun="project" />,
  },
  {
    key: 'clicks',
    head: 'Clicks',
    align: 'right',
    isSortable: true,
    width: 84,
    render: ({ clicks }) => (clicks === null ? '–' : <Counted count={clicks} noun="click" />),
  },
  {
    key: 'search_state',
    head: 'Search Console',
    width: 136,
    render: ({ search_state: state }) => {
      const { label, tone } = SEARCH_STATES[state];
      return state === 'none' ? (
        <Text inherit c="var(--text3)">
          {label}
        </Text>
      ) : (
        <Badge tone={tone}>{label}</Badge>
      );
    },
  },
];

const CSV: readonly CsvColumn<DomainListItem>[] = [
  ['Domain', ({ name }) => name],
  ['Website type', ({ project_type }) => getTypeLabel(project_type)],
  ['Status', ({ status }) => getStatusLabel(status)],
  ['Shared with', ({ agency }) => agency ?? 'Personal'],
  ['Projects', ({ projects }) => String(projects)],
  ['Clicks', ({ clicks }) => String(clicks ?? '')],
  ['Search Console', ({ search_state }) => SEARCH_STATES[search_state].label],
  ['Added', ({ created_at }) => created_at],
  ['Updated', ({ updated_at }) => updated_at],
];

const ADD = (
  <Button component={Link} to="/domains/add-domain" variant="filled" leftSection={<Plus size={18} />}>
    Add domain
  </Button>
);

function DomainMenu({ domain: { id, name, is_read_only: isReadOnly } }: { domain: DomainListItem }) {
  const reason = useReadOnlyReason(isReadOnly);
  return (
    <RowMenu label={`Actions for ${name}`}>
      {reason !== undefined && <Menu.Label maw={204}>{reason}</Menu.Label>}
      <Menu.Item
        component={Link}
        to={`/domains/${id}/edit`}
        disabled={reason !== undefined}
        leftSection={<Pencil {...ICON} />}
      >
        Edit domain
      </Menu.Item>
    </RowMenu>
  );
}

const showMenu = (domain: DomainListItem) => <DomainMenu domain={domain} />;

export function DomainsPage() {
  const list = useList(domainsContract.list, {
    sort: 'name',
    sorts: ['name', 'projects', 'clicks', 'created_at'],
    filters: ['project_type', 'status'],
  });
  const toStatus = (status: Domain['status']) => ({
    noun: 'domain',
    getName: ({ name }: DomainListItem) => name,
    toInput: ({ id, name, project_type, revision }: DomainListItem) => ({
      params: { id },
      body: { name, project_type, status, revision },
    }),
    refresh: ['domains', 'dashboard'],
    select: list.select,
  });
  const activation = useRowsAction<DomainListItem, typeof domainsContract.update>(domainsContract.update, {
    ...toStatus('1'),
    verb: 'Activate',
    done: 'activated',
    note: 'Active domains count toward your plan.',
  });
  const deactivation = useRowsAction<DomainListItem, typeof domainsContract.update>(domainsContract.update, {
    ...toStatus('0'),
    verb: 'Deactivate',
    done: 'deactivated',
    note: 'New projects can’t choose them. Existing projects keep them.',
  });
  const readOnly = useReadOnlyReason(true, 'its domains are read-only');
  return (
    <>
      <ListPage
        list={list}
        title="Domains"
        noun="domain"
        empty={{
          title: 'No domains yet',
          text: 'Add the domains of your clients’ websites, and pick one for each project.',
          action: ADD,
        }}
        action={ADD}
        search="name"
        filters={[
          { filter: 'project_type', label: 'Website type', any: 'Any type', choices: TYPES },
          { filter: 'status', label: 'Status', any: 'Any status', choices: STATUSES },
        ]}
        columns={COLUMNS}
        rowName={({ name }) => name}
        menu={showMenu}
        bulk={(domains) => {
          const disabledReason = domains.some((domain) => domain.is_read_only) ? readOnly : undefined;
          return [
            ...offerAction(domains, {
              name: 'Activate…',
              icon: <Check {...BULK} />,
              disabledReason,
              fits: ({ status }) => status === '0',
              ask: activation.ask,
            }),
            ...offerAction(domains, {
              name: 'Deactivate…',
              icon: <Ban {...BULK} />,
              disabledReason,
              fits: ({ status }) => status === '1',
              ask: deactivation.ask,
            }),
          ];
        }}
        csv={CSV}
      />
      {activation.dialog}
      {deactivation.dialog}
    </>
  );
}
