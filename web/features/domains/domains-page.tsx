/** `/domains`: the domains of the workspace, by name. There is no delete: unused ones become inactive. */
import { Button } from '@mantine/core';
import { Ban, Check, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { type Domain, domainsContract } from '#contract/domains.contract.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';
import { nameType, STATUSES, TYPES } from './domain.rules.ts';

const ICON = { size: 14, strokeWidth: 2, absoluteStrokeWidth: true, 'aria-hidden': true } as const;
const nameStatus = (status: Domain['status']) => (status === '1' ? 'Active' : 'Inactive');

const COLUMNS: readonly Column<Domain>[] = [
  {
    key: 'name',
    head: 'Domain',
    isSortable: true,
    render: ({ id, name, project_type }) => (
      <TypedName type={project_type} to={`/domains/${id}/edit`}>
        {name}
      </TypedName>
    ),
  },
  {
    key: 'project_type',
    head: 'Website type',
    width: 150,
    render: ({ project_type }) => <Badge tone="outline">{nameType(project_type)}</Badge>,
  },
  {
    key: 'status',
    head: 'Status',
    width: 130,
    render: ({ status }) => (
      <Badge
        tone={status === '1' ? 'sea' : 'plain'}
        icon={status === '1' ? <Check {...ICON} /> : <Ban {...ICON} />}
      >
        {nameStatus(status)}
      </Badge>
    ),
  },
  {
    key: 'created_at',
    head: 'Added',
    isRight: true,
    isSortable: true,
    width: 116,
    render: ({ created_at }) => <Age of={created_at} />,
  },
];

const CSV: readonly CsvColumn<Domain>[] = [
  ['Domain', ({ name }) => name],
  ['Website type', ({ project_type }) => nameType(project_type)],
  ['Status', ({ status }) => nameStatus(status)],
  ['Added', ({ created_at }) => created_at],
  ['Updated', ({ updated_at }) => updated_at],
];

const ADD = (
  <Button
    component={Link}
    to="/domains/add-domain"
    variant="filled"
    leftSection={<Plus size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
  >
    Add domain
  </Button>
);

export function DomainsPage() {
  const list = useList(domainsContract.list, {
    sort: 'name',
    sorts: ['name', 'created_at'],
    filters: ['project_type', 'status'],
  });
  return (
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
      csv={CSV}
    />
  );
}
