/** `/projects`: all projects with the state of their last run. Search, view, order and page live in the address. */
import { Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { EmptyState, NoResults } from '#web/ui/empty-state.tsx';
import { ErrorBar } from '#web/ui/error-bar.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { DeleteProjects } from './delete-projects.tsx';
import classes from './projects-page.module.css';
import { ProjectsTable } from './projects-table.tsx';
import { ProjectsTools } from './projects-tools.tsx';
import { useDeletion, useProjects, useRows } from './use-projects.ts';

const ICON = { size: 18, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

export function ProjectsPage() {
  const { list, sort, call, figures } = useProjects();
  const { projects, chosen, choose } = useRows(call.data);
  const deletion = useDeletion(() => choose([]));
  const { ask } = deletion;
  const askOne = useCallback((project: ProjectListItem) => ask([project]), [ask]);
  const total = call.meta?.total;
  const isEmpty = total === 0 && !list.isFiltered;
  return (
    <>
      <PageHead
        title="Projects"
        facts={tellTotal(total, list.isFiltered)}
        actions={!isEmpty && <NewProject />}
      />
      {!isEmpty && <ProjectsTools list={list} figures={figures} />}
      <div
        className={classes.list}
        data-choosing={chosen.length > 0 || undefined}
        aria-busy={call.isFetching || undefined}
      >
        <ListState list={list} call={call} projects={projects} />
        {total !== 0 && projects !== undefined && projects.length > 0 && (
          <ProjectsTable
            projects={projects}
            sort={sort}
            onSort={list.setSort}
            chosen={chosen}
            onChoose={choose}
            onDelete={askOne}
          />
        )}
        {total !== undefined && total > 0 && (
          <Pager
            page={list.query.page}
            perPage={list.query.per_page}
            total={total}
            onPage={list.setPage}
            onPerPage={list.setPerPage}
          />
        )}
      </div>
      <BulkBar
        count={chosen.length}
        onClear={() => choose([])}
        actions={[{ name: 'Delete…', icon: <Trash2 {...ICON} />, isDanger: true, act: () => ask(chosen) }]}
      />
      <DeleteProjects {...deletion} />
    </>
  );
}

interface ListStateProps extends Pick<ReturnType<typeof useProjects>, 'list' | 'call'> {
  /** What of the answer is drawn. */
  projects: readonly ProjectListItem[] | undefined;
}

/** What stands where rows would, or above old ones: loading, an error, none yet, none that fits. */
function ListState({ list, call, projects }: ListStateProps) {
  const { data, meta, error } = call;
  if (error) {
    return (
      <ErrorBar
        reason={`The list could not be loaded. ${error.message}`}
        requestId={error.failure?.request_id}
        rowsFrom={data && call.loadedAt}
        onRetry={call.refetch}
      />
    );
  }
  if (!projects) return <SkeletonRows label="Loading the projects" />;
  if (meta?.total !== 0) return null;
  return list.isFiltered ? (
    <NoResults text="No project fits this search and these filters." onClear={list.clear} />
  ) : (
    <NoProjects />
  );
}

function tellTotal(total: number | undefined, isFiltered: boolean) {
  if (total === undefined) return 'All projects';
  if (total === 0 && !isFiltered) return 'None yet';
  return isFiltered ? `${formatAmount(total, 'project')} found` : formatAmount(total, 'project');
}

function NewProject() {
  return (
    <Button
      component={Link}
      to="/projects/select-project-type"
      variant="filled"
      leftSection={<Plus {...ICON} />}
    >
      New project
    </Button>
  );
}

function NoProjects() {
  return (
    <EmptyState title="No projects yet" actions={<NewProject />}>
      A project takes one exported page and a sheet of towns. It gives back files that import without a lost
      page.
    </EmptyState>
  );
}
