/** Projects of a domain: the latest in the overview, all of them in their own tab. */
import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DomainPage } from '#contract/domains.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { SHORT_COLUMNS } from '#web/kit/project-columns.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';

const SHORT = 5;
const LONG = 25;

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
      <LoadState call={{ data, error, refetch }} what="the projects" isBare rows={3} />
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
          columns={SHORT_COLUMNS}
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
