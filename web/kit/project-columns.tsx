/** Columns of projects in a table: all lists of projects show these. */
import { Text } from '@mantine/core';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { countListedPages, toRunBadge } from '#web/client/run-figures.ts';
import { Age } from '#web/ui/age.tsx';
import { Counted } from '#web/ui/counted.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';

type ProjectColumn = Column<ProjectListItem>;

/** Title with the type; links to the project. */
export function ProjectName({ id, title, type }: Pick<ProjectListItem, 'id' | 'title' | 'type'>) {
  return (
    <TypedName type={type} to={`/projects/${id}`}>
      {title}
    </TypedName>
  );
}

export const PAGES_COLUMN: ProjectColumn = {
  key: 'pages',
  head: 'Pages',
  align: 'right',
  width: 96,
  render: (project) => {
    const count = countListedPages(project);
    return count === null ? '–' : <Counted count={count} noun="page" />;
  },
};

export const UPDATED_COLUMN: ProjectColumn = {
  key: 'updated_at',
  head: 'Updated',
  align: 'right',
  width: 116,
  render: ({ updated_at: at }) => (
    <Text span inherit c="var(--text2)" style={{ whiteSpace: 'nowrap' }}>
      <Age of={at} />
    </Text>
  ),
};

/** For short lists that can't be sorted. */
export const SHORT_COLUMNS: readonly ProjectColumn[] = [
  { key: 'title', head: 'Project', render: (project) => <ProjectName {...project} /> },
  PAGES_COLUMN,
  { key: 'state', head: 'Last run', width: 190, render: (project) => <RunBadge {...toRunBadge(project)} /> },
  UPDATED_COLUMN,
];
