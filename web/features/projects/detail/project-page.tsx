/** `/projects/{id}`: results, pages and runs of a project, in tabs below one head. */
import { Box } from '@mantine/core';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import type { Project } from '#contract/project-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { Alert } from '#web/kit/alert.tsx';
import { type PageTab, PageTabs } from '#web/kit/page-tabs.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { MAX_RUNS, formatFacts, formatTabTitle } from '../shared/project-report.rules.ts';
import { useProject } from '../shared/use-project.ts';
import { IsReadOnly } from './fix-row.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ProjectActions } from './project-actions.tsx';

const FAILED = 'Failed to fetch project data';

const PagesTab = lazyPart('pages-tab', async () => (await import('./pages-tab.tsx')).PagesTab, MissingPart);
const QualityTab = lazyPart(
  'quality-tab',
  async () => (await import('./quality/quality-tab.tsx')).QualityTab,
  MissingPart,
);
const RunsTab = lazyPart('runs-tab', async () => (await import('./runs-tab.tsx')).RunsTab, MissingPart);

export function ProjectPage() {
  const { id = '' } = useParams();
  // An id that isn't a number isn't sent to the server.
  if (!/^[1-9]\d{0,9}$/.test(id)) return <MissingSubject noun="project" heading={FAILED} />;
  return <OneProject key={id} id={Number(id)} />;
}

function OneProject({ id }: { id: number }) {
  const now = useNow();
  const { project, error, refetch, loadedAt, hasWatched } = useProject(id);
  if (error?.status === 404) {
    const reference = error.failure?.request_id;
    return (
      <>
        <MissingSubject noun="project" heading={FAILED} />
        {reference !== undefined && <Reference id={reference} />}
      </>
    );
  }
  const failure = error && (
    <Alert what={`${FAILED}.`} error={error} rowsFrom={project && loadedAt} onRetry={refetch} />
  );
  if (!project) {
    return (
      <>
        <PageHead
          title={`Project ${id}`}
          icon={<Box component="span" flex="none" w={44} h={44} bdrs={8} bg="var(--line)" />}
          facts=""
        />
        {failure ?? <SkeletonRows label="Loading the project" />}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={project.title}
        tabTitle={formatTabTitle(project.title, project.progress, hasWatched)}
        icon={<PlatformIcon type={project.type} size={44} />}
        facts={formatFacts(project, now)}
        actions={<ProjectActions project={project} />}
      />
      {failure}
      <Box style={{ container: 'report / inline-size' }}>
        <IsReadOnly value={project.is_read_only}>
          <PageTabs label="Project sections" tabs={listTabs(project)} />
        </IsReadOnly>
      </Box>
    </>
  );
}

/** A Geocoder has images instead of pages, which the overview lists by city. */
function listTabs(project: Project): PageTab[] {
  const { report, runs, type } = project;
  const pages: PageTab = {
    name: 'pages',
    label: 'Pages',
    count: report === null ? undefined : formatCount(report.pages_total),
    render: () => (
      <Suspense fallback={<SkeletonRows label="Loading the pages" />}>
        <PagesTab project={project} />
      </Suspense>
    ),
  };
  const quality: PageTab = {
    name: 'quality',
    label: 'Quality',
    count: report?.quality_score == null ? undefined : Math.round(report.quality_score),
    render: () => (
      <Suspense fallback={<SkeletonRows label="Loading the quality of the pages" />}>
        <QualityTab project={project} />
      </Suspense>
    ),
  };
  return [
    { name: 'overview', label: 'Overview', render: () => <OverviewTab project={project} /> },
    ...(isGeocoder(type) ? [] : [quality, pages]),
    {
      name: 'runs',
      label: 'Runs',
      count: runs.length < MAX_RUNS ? formatCount(runs.length) : `${MAX_RUNS}+`,
      render: () => (
        <Suspense fallback={<SkeletonRows label="Loading the runs" />}>
          <RunsTab project={project} />
        </Suspense>
      ),
    },
  ];
}
