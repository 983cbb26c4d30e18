/** `/dashboard`: the next step of a new account, then figures, runs in progress, notifications, recent projects. */
import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListMeta } from '#contract/endpoint.ts';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { isActive } from '#web/client/run-figures.ts';
import { useCall } from '#web/client/use-call.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBar } from '#web/ui/error-bar.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/key-figures.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { useNow } from '#web/ui/use-now.ts';
import classes from './dashboard-page.module.css';
import { LiveRun } from './live-run.tsx';
import { NewestNotifications } from './newest-notifications.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { countReady, greet, listSteps } from './set-up.rules.ts';
import { SetUpStrip } from './set-up-strip.tsx';

/** As many as one answer holds. */
const MOST = 100;
const SHOWN_RUNS = 3;
const POLL_MS = 1500;

const needsSomebody = ({ last_run: run }: ProjectListItem) =>
  run?.state === 'waiting_for_split' || run?.state === 'failed';

export function DashboardPage() {
  const [isLive, setLive] = useState(false);
  const query = { per_page: MOST };
  const call = useCall(projectsContract.list, { query }, isLive ? { pollMs: POLL_MS } : {});
  const { data: projects, meta, error, loadedAt, refetch } = call;
  const hasActive = projects?.some(({ last_run: run }) => run !== null && isActive(run.state)) ?? false;
  if (hasActive !== isLive) setLive(hasActive);
  const now = useNow();
  return (
    <>
      <PageHead
        title="Dashboard"
        facts={projects ? greet(now, projects.filter(needsSomebody).length) : ' '}
        actions={
          <Button
            component={Link}
            to="/projects/select-project-type"
            variant="filled"
            leftSection={<Plus size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
          >
            New project
          </Button>
        }
      />
      <div className={classes.page}>
        {error && (
          <ErrorBar
            reason={`The projects could not be loaded. ${error.message}`}
            requestId={error.failure?.request_id}
            rowsFrom={projects && loadedAt}
            onRetry={refetch}
          />
        )}
        {!projects && !error && <SkeletonRows label="Loading the dashboard" />}
        {projects && meta && <Overview projects={projects} meta={meta} />}
      </div>
    </>
  );
}

function Overview({ projects, meta }: { projects: ProjectListItem[]; meta: ListMeta }) {
  const isEmpty = meta.total === 0;
  return (
    <>
      <SetUpStrip steps={listSteps(projects)} />
      {!isEmpty && <KeyFigures label="Figures" figures={listFigures(projects, meta)} />}
      <div className={classes.pair}>
        <div className={classes.column}>
          {isEmpty ? <Beginning /> : <Runs projects={projects} />}
          {!isEmpty && <RecentProjects projects={projects} total={meta.total} />}
        </div>
        <NewestNotifications />
      </div>
    </>
  );
}

function Runs({ projects }: { projects: readonly ProjectListItem[] }) {
  const active = projects.flatMap((project) => {
    const { last_run: run } = project;
    return run !== null && isActive(run.state) ? [{ project, run }] : [];
  });
  return active
    .slice(0, SHOWN_RUNS)
    .map(({ project, run }, index) => (
      <LiveRun key={run.id} project={project} run={run} isStreamed={index === 0} />
    ));
}

function listFigures(projects: readonly ProjectListItem[], meta: ListMeta): KeyFigure[] {
  const withPages = projects.filter(({ pages }) => pages !== null);
  const lost = projects.reduce((sum, project) => sum + (project.lost ?? 0), 0);
  const active = projects.filter(({ last_run: run }) => run !== null && isActive(run.state)).length;
  const isCut = meta.total > projects.length;
  const scope = isCut ? `in the newest ${formatCount(projects.length)}` : undefined;
  return [
    {
      label: 'Pages ready',
      value: formatCount(countReady(projects)),
      note: scope ?? `in ${formatAmount(withPages.length, 'project')}`,
    },
    { label: 'Rows left out', value: formatCount(lost), note: scope ?? 'of all current runs' },
    { label: 'Runs in progress', value: formatCount(active), note: scope ?? 'at this moment' },
    { label: 'Projects', value: formatCount(meta.total), note: formatNeeds(projects) },
  ];
}

function formatNeeds(projects: readonly ProjectListItem[]): string {
  const count = projects.filter(needsSomebody).length;
  return count === 0 ? 'none needs you' : `${formatCount(count)} ${count === 1 ? 'needs' : 'need'} you`;
}

function Beginning() {
  return (
    <EmptyState title="No projects yet">
      A project takes one exported page and a sheet of towns. It gives back files that import without a lost
      page.
    </EmptyState>
  );
}
