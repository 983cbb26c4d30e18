/** Columns of the project list, and its CSV cells. */
import { Box } from '@mantine/core';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { toRunBadge, isActive, countListedPages, percentDone } from '#web/client/run-figures.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { PAGES_COLUMN, ProjectName, UPDATED_COLUMN } from '#web/kit/project-columns.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { STATE_LABELS } from '../shared/project-states.rules.ts';
import classes from './projects-page.module.css';

export const PROJECT_COLUMNS: readonly Column<ProjectListItem>[] = [
  {
    key: 'title',
    head: 'Project',
    isSortable: true,
    render: ({ domain, ...project }) => (
      <>
        <ProjectName {...project} />
        {domain !== null && (
          <Box component="span" display="var(--unit, none)" ml={42} c="var(--text2)" fz="small" fw={400}>
            {domain}
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'domain',
    head: 'Domain',
    width: '18%',
    isWideOnly: true,
    render: ({ domain }) => (
      <Box component="span" c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
        {domain ?? '–'}
      </Box>
    ),
  },
  { ...PAGES_COLUMN, isSortable: true },
  { key: 'state', head: 'Last run', width: 210, render: renderRun },
  { ...UPDATED_COLUMN, isSortable: true },
];

const writeFigure = (figure: number | null) => (figure === null ? '' : String(figure));

/** Timestamps are in UTC, so that they mean the same wherever the file is opened. */
export const PROJECT_CSV: readonly CsvColumn<ProjectListItem>[] = [
  ['Project', ({ title }) => title],
  ['Type', ({ type }) => type],
  ['Domain', ({ domain }) => domain ?? ''],
  ['Pages', (project) => writeFigure(countListedPages(project))],
  ['Last run', ({ state }) => STATE_LABELS[state]],
  ['Rows skipped', ({ skipped }) => writeFigure(skipped)],
  ['Created', ({ created_at }) => created_at],
  ['Updated', ({ updated_at }) => updated_at],
];

function renderRun(project: ProjectListItem) {
  const { state, skipped } = toRunBadge(project);
  const run = project.last_run;
  const percent = run && isActive(run.state) && state === 'running' ? percentDone(run) : undefined;
  return (
    <Box component="span" display="inline-flex" style={{ alignItems: 'center', gap: '10px' }}>
      <RunBadge state={state} {...(skipped === undefined ? {} : { skipped })} />
      {percent !== undefined && (
        <>
          <span className={classes.track} aria-hidden="true">
            <Box
              component="span"
              display="block"
              h="100%"
              bdrs={3}
              bg="var(--live)"
              style={{ width: `${percent}%` }}
            />
          </span>
          {percent}%
        </>
      )}
    </Box>
  );
}
