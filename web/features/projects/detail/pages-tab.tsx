/** Pages and skipped rows of the current run; the server searches, sorts and pages them. */
import { Box } from '@mantine/core';
import { CircleCheck, Diamond, TriangleAlert } from 'lucide-react';
import type { Project } from '#contract/project-shapes.ts';
import type { RunPage } from '#contract/run-view-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ListBody } from '#web/kit/list-body.tsx';
import type { View } from '#web/kit/list-tools.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useList } from '#web/kit/use-list.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { FixRow } from './fix-row.tsx';
import { trimOrigin } from '../shared/project-report.rules.ts';

const STATES: Readonly<Record<RunPage['state'], { label: string; tone: BadgeTone }>> = {
  ready: { label: 'Ready', tone: 'sea' },
  warning: { label: 'Warning', tone: 'ochre' },
  held: { label: 'Held back', tone: 'ochre' },
  skipped: { label: 'Skipped', tone: 'crimson' },
};

const VIEWS: readonly View<'state'>[] = [
  { label: 'All', filter: 'state', values: [] },
  { label: 'Ready', filter: 'state', values: ['ready', 'warning'] },
  { label: 'Warnings', filter: 'state', values: ['warning'] },
  { label: 'Held back', filter: 'state', values: ['held'] },
  { label: 'Skipped', filter: 'state', values: ['skipped'] },
];

export function PagesTab({ project }: { project: Project }) {
  const { id, report } = project;
  const reason = useReadOnlyReason(project.is_read_only);
  if (report) return <RunPages key={report.id} projectId={id} run={report} />;
  return (
    <EmptyState
      title="No pages yet"
      actions={
        <ReasonButton reason={reason} to={`/projects/${id}/edit`} variant="filled">
          Edit project
        </ReasonButton>
      }
    >
      Save the project to build its pages. You’ll see each one here with its URL and state.
    </EmptyState>
  );
}

function RunPages({ projectId, run }: { projectId: number; run: Run }) {
  const list = useList(runsContract.pages, {
    params: { id: projectId, run: run.id },
    sort: 'row',
    sorts: ['row', 'title', 'url', 'state', 'part'],
    filters: ['state'],
  });
  return (
    <div>
      <ListBody
        list={list}
        noun="page"
        empty={{ title: 'No pages', text: 'This run has no pages.' }}
        search="title, URL or reason"
        views={VIEWS}
      >
        {(rows) => (
          <DataTable
            label="Pages"
            isDense
            rows={rows}
            columns={listColumns(projectId, run)}
            rowKey={({ id }) => id}
            rowName={({ id, title }) => title || `Row ${formatCount(id)}`}
            sort={list.query.sort}
            onSort={list.setSort}
          />
        )}
      </ListBody>
      {run.skipped > run.skipped_rows.length && (
        <Box component="p" mt={12} c="var(--text2)" fz="small">
          {formatAmount(run.skipped, 'row')} skipped; the first {formatCount(run.skipped_rows.length)} are
          listed. To see all of them, download the skipped rows on the Overview tab.
        </Box>
      )}
    </div>
  );
}

const listColumns = (projectId: number, { parts }: Run): Column<RunPage>[] => [
  {
    key: 'title',
    head: 'Title',
    isSortable: true,
    render: ({ title, url }) => (
      <>
        <Box
          component="span"
          display="block"
          c={title === '' ? 'var(--text2)' : undefined}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title || 'No page'}
        </Box>
        <Box component="span" display="var(--unit, none)" fw={400}>
          <Path url={url} />
        </Box>
      </>
    ),
  },
  {
    key: 'url',
    head: 'URL',
    isSortable: true,
    width: 280,
    isWideOnly: true,
    render: ({ url }) => (url === '' ? '–' : <Path url={url} />),
  },
  {
    key: 'state',
    head: 'Status',
    isSortable: true,
    width: 250,
    render: (page) => <State page={page} projectId={projectId} />,
  },
  {
    key: 'part',
    head: 'Part',
    align: 'right',
    isSortable: true,
    width: 70,
    isWideOnly: true,
    render: ({ part }) => (
      <span title={part === null ? undefined : parts[part - 1]?.name}>{part ?? '–'}</span>
    ),
  },
  {
    key: 'row',
    head: 'Row',
    align: 'right',
    isSortable: true,
    width: 76,
    render: ({ id }) => (
      <>
        <Box component="span" display="var(--unit, none)">
          Row{' '}
        </Box>
        {formatCount(id)}
      </>
    ),
  },
];

function Path({ url }: { url: string }) {
  return (
    <Box component="span" ff="monospace" fz="note" title={url} style={{ overflowWrap: 'anywhere' }}>
      {trimOrigin(url)}
    </Box>
  );
}

const ICONS = { ready: CircleCheck, warning: TriangleAlert, held: Diamond, skipped: TriangleAlert } as const;

/** State, with the reason and a fix if there is one. */
function State({ page: { id, state, reason }, projectId }: { page: RunPage; projectId: number }) {
  const { label, tone } = STATES[state];
  const Icon = ICONS[state];
  return (
    <Box component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
      <Badge tone={tone} icon={<Icon size={14} />}>
        {label}
      </Badge>
      {reason !== '' && (
        <Box component="span" display="block" c="var(--text2)" fz="small" mt={2}>
          {reason} <FixRow projectId={projectId} row={id} />
        </Box>
      )}
    </Box>
  );
}
