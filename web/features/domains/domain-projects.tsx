/** Projects of a domain: the latest in the overview, all of them in their own tab. */
import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DomainPage } from '#contract/domains.contract.ts';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { toRunBadge, countListedPages } from '#web/client/run-figures.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { Age } from '#web/ui/age.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';

const SHORT = 5;
const LONG = 25;

const COLUMNS: readonly Column<ProjectListItem>[] = [
  {
    key: 'title',
    head: 'Project',
    render: ({ id, title, type }) => (
      <TypedName type={type} to={`/projects/${id}`}>
        {title}
      </TypedName>
    ),
  },
  { key: 'state', head: 'Last run', width: 190, render: (project) => <RunBadge {...toRunBadge(project)} /> },
  {
    key: 'pages',
    head: 'Pages',
    align: 'right',
    width: 130,
    render: (project) => {
      const count = countListedPages(project);
      return count === null ? '–' : formatAmount(count, project.type === 'geocoder' ? 'image' : 'page');
    },
  },
  {
    key: 'updated_at',
    head: 'Updated',
    align: 'right',
    width: 116,
    render: ({ updated_at }) => <Age of={updated_at} />,
  },
];

interface Props {
  domain: DomainPage;
  isPaged?: boolean;
  onAll?: () => void;
}

export function DomainProjects({ domain, isPaged = false, onAll }: Props) {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(isPaged ? LONG : SHORT);
  const { data, meta, error, refetch } = useCall(projectsContract.list, {
    query: { domain_id: domain.id, page, per_page: perPage },
  });
  const total = meta?.total ?? 0;
  const isMore = !isPaged && total > SHORT;
  return (
    <Card
      title="Projects"
      isFlush
      aside={
        isMore && (
          <button type="button" className={links.link} onClick={onAll}>
            All {formatAmount(total, 'project')}
          </button>
        )
      }
    >
      {error && <Alert what="Couldn’t load the projects." error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows isBare rows={3} label="Loading the projects" />}
      {data?.length === 0 && (
        <Text p="4px 18px 14px" c="var(--text2)">
          No projects for this domain yet.{' '}
          <Link className={links.link} to="/projects/select-project-type">
            New project
          </Link>
        </Text>
      )}
      {data && data.length > 0 && (
        <DataTable
          label="Projects"
          rows={data}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
        />
      )}
      {isPaged && total > 0 && (
        <Box px={18} pb={14}>
          <Pager page={page} perPage={perPage} total={total} onPage={setPage} onPerPage={setPerPage} />
        </Box>
      )}
    </Card>
  );
}
