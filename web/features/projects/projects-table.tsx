/** The rows of the project list: title, pages, last run, updated; the same on the dashboard's terms. */
import { Menu } from '@mantine/core';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { badgeOf, isActive, pagesOf, percentDone } from '#web/client/run-figures.ts';
import { Age } from '#web/ui/age.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { ProjectName } from '#web/ui/project-name.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';
import classes from './projects-page.module.css';

const ICON = { size: 16, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

const COLUMNS: readonly Column<ProjectListItem>[] = [
  {
    key: 'title',
    head: 'Project',
    isSortable: true,
    render: (project) => <ProjectName project={project} />,
  },
  { key: 'pages', head: 'Pages', isRight: true, isSortable: true, width: 96, render: renderPages },
  { key: 'state', head: 'Last run', width: 210, render: renderRun },
  {
    key: 'updated_at',
    head: 'Updated',
    isRight: true,
    isSortable: true,
    width: 116,
    render: ({ updated_at }) => <Age of={updated_at} className={classes.age} />,
  },
];

function renderPages(project: ProjectListItem) {
  const count = pagesOf(project);
  if (count === null) return '–';
  return (
    <>
      {formatCount(count)}
      <span className={classes.unit}> {count === 1 ? 'page' : 'pages'}</span>
    </>
  );
}

function renderRun(project: ProjectListItem) {
  const { state, lost } = badgeOf(project);
  const run = project.last_run;
  const percent = run && isActive(run.state) && state === 'running' ? percentDone(run) : undefined;
  return (
    <span className={classes.run}>
      <RunBadge state={state} {...(lost === undefined ? {} : { lost })} />
      {percent !== undefined && (
        <>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.fill} style={{ width: `${percent}%` }} />
          </span>
          {percent} %
        </>
      )}
    </span>
  );
}

interface Props {
  projects: readonly ProjectListItem[];
  sort: string;
  onSort: (sort: string) => void;
  chosen: readonly ProjectListItem[];
  onChoose: (projects: ProjectListItem[]) => void;
  onDelete: (project: ProjectListItem) => void;
}

/** Dear to draw: it is drawn again only when something in it has changed. */
export const ProjectsTable = memo(({ projects, sort, onSort, chosen, onChoose, onDelete }: Props) => (
  <DataTable
    label="Projects"
    rows={projects}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    rowName={({ title }) => title}
    sort={sort}
    onSort={onSort}
    chosen={chosen}
    onChoose={onChoose}
    menu={(project) => showMenu(project, onDelete)}
  />
));

function showMenu(project: ProjectListItem, onDelete: Props['onDelete']) {
  return (
    <RowMenu label={`Actions for ${project.title}`}>
      <Menu.Item component={Link} to={`/projects/${project.id}`} leftSection={<Eye {...ICON} />}>
        Open
      </Menu.Item>
      <Menu.Item component={Link} to={`/projects/${project.id}/edit`} leftSection={<Pencil {...ICON} />}>
        Edit
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        className={classes.danger}
        leftSection={<Trash2 {...ICON} />}
        onClick={() => onDelete(project)}
      >
        Delete…
      </Menu.Item>
    </RowMenu>
  );
}
