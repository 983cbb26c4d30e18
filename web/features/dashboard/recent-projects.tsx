/** Projects that changed last. */
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { toRunBadge, countListedPages } from '#web/client/run-figures.ts';
import { Age } from '#web/ui/age.tsx';
import { Card } from '#web/ui/card.tsx';
import { Counted } from '#web/ui/counted.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { TypedName } from '#web/ui/typed-name.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';

const SHOWN = 5;

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
  {
    key: 'pages',
    head: 'Pages',
    align: 'right',
    width: 84,
    render: renderPages,
  },
  { key: 'state', head: 'Last run', width: 166, render: (project) => <RunBadge {...toRunBadge(project)} /> },
  {
    key: 'updated_at',
    head: 'Updated',
    align: 'right',
    width: 116,
    render: ({ updated_at }) => (
      <Text span inherit c="var(--text2)" style={{ whiteSpace: 'nowrap' }}>
        <Age of={updated_at} />
      </Text>
    ),
  },
];

function renderPages(project: ProjectListItem) {
  const count = countListedPages(project);
  return count === null ? '–' : <Counted count={count} noun="page" />;
}

export function RecentProjects({ projects, total }: { projects: readonly ProjectListItem[]; total: number }) {
  return (
    <Card
      title="Recent projects"
      isFlush
      aside={
        <Link className={links.link} to="/projects">
          {total === 1 ? 'All projects' : `All ${formatCount(total)} projects`}
        </Link>
      }
    >
      <DataTable
        label="Recent projects"
        rows={projects.slice(0, SHOWN)}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
      />
    </Card>
  );
}
