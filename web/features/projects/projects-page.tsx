/** `/projects`: all projects with the state of their last run. Search, view, order and page live in the address. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { FileDown, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useCallback } from 'react';
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
import { ExportButton } from './export-button.tsx';
import classes from './projects-page.module.css';
import { ProjectsTable } from './projects-table.tsx';
import { ProjectsTools } from './projects-tools.tsx';
import { useProjectExport } from './use-project-export.ts';
import { useDeletion, useProjects, useRows } from './use-projects.ts';

const ICON = { size: 18, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;
/** Where the tools of the list become icons. */
const NARROW = '(max-width: 640px)';

export function ProjectsPage() {
  const { list, sort, call, figures } = useProjects();
  const { projects, chosen, choose } = useRows(call.data);
  const deletion = useDeletion(() => choose([]));
  const { ask } = deletion;
  const askOne = useCallback((project: ProjectListItem) => ask([project]), [ask]);
  const total = call.meta?.total;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { exportChosen, ...exports } = useProjectExport({ list, sort });
  const exporting = { ...exports, isEmpty: !total };
  const isEmpty = total === 0 && !list.isFiltered;
  return (
    <>
      <PageHead
        title="Projects"
        facts={tellTotal(total, list.isFiltered)}
        actions={!isEmpty && <HeadActions exporting={isNarrow ? undefined : exporting} />}
      />
      {!isEmpty && (
        <ProjectsTools
          list={list}
          figures={figures}
          action={isNarrow && <ExportButton {...exporting} isIcon />}
        />
      )}
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
      <ChosenBar chosen={chosen} onClear={() => choose([])} onDelete={ask} onExport={exportChosen} />
      <DeleteProjects {...deletion} />
    </>
  );
}

interface ChosenBarProps {
  chosen: readonly ProjectListItem[];
  onClear: () => void;
  onDelete: (projects: readonly ProjectListItem[]) => void;
  onExport: (projects: readonly ProjectListItem[]) => void;
}

function ChosenBar({ chosen, onClear, onDelete, onExport }: ChosenBarProps) {
  return (
    <BulkBar
      count={chosen.length}
      onClear={onClear}
      actions={[
        { name: 'Export CSV', icon: <FileDown {...ICON} />, act: () => onExport(chosen) },
        { name: 'Delete…', icon: <Trash2 {...ICON} />, isDanger: true, act: () => onDelete(chosen) },
      ]}
    />
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

/** A fragment: on a phone the one button stands beside the title, as an only child. */
function HeadActions({ exporting }: { exporting: ComponentProps<typeof ExportButton> | undefined }) {
  return (
    <>
      {exporting && <ExportButton {...exporting} />}
      <NewProject />
    </>
  );
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
