/** `/projects`: all projects with the state of their last run. */
import { Trash2 } from 'lucide-react';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { isActive } from '#web/client/run-figures.ts';
import { useCall } from '#web/client/use-call.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { NewProjectButton } from '#web/kit/new-project-button.tsx';
import { useDeleteRows } from '#web/kit/rows-action.tsx';
import { ListPage } from '#web/kit/list-page.tsx';
import { useList } from '#web/kit/use-list.ts';
import { SampleFiles } from '#web/ui/sample-files.tsx';
import { PROJECT_COLUMNS, PROJECT_CSV } from './project-columns.tsx';
import { showProjectMenu } from './project-menu.tsx';
import { countViews, PROJECT_DELETION, STATE_FILTER, TYPE_FILTER } from '../shared/project-states.rules.ts';

const LIVE_POLL_MS = 1500;
/** Polling interval for runs that another page or user has started. */
const IDLE_POLL_MS = 5000;

const isLive = (projects: readonly ProjectListItem[]) =>
  projects.some(({ last_run: run }) => run !== null && isActive(run.state));
const findPace = (projects: readonly ProjectListItem[]) => (isLive(projects) ? LIVE_POLL_MS : IDLE_POLL_MS);

export function ProjectsPage() {
  const list = useList(projectsContract.list, {
    sort: '-updated_at',
    sorts: ['title', 'updated_at', 'created_at', 'pages'],
    filters: ['type', 'state'],
    pollMs: findPace,
  });
  const { data: figures } = useCall(projectsContract.figures, undefined, {
    pollMs: findPace(list.rows ?? []),
  });
  const readOnly = useReadOnlyReason(true, 'its projects are read-only');
  const deletion = useDeleteRows<ProjectListItem, typeof projectsContract.remove>(projectsContract.remove, {
    ...PROJECT_DELETION,
    getName: ({ title }) => title,
    toInput: ({ id, type }) => ({ query: { project_id: id, type } }),
    refresh: ['projects', 'notifications'],
    onDone: (_deleted, failed) => list.select(failed),
  });
  return (
    <>
      <ListPage
        list={list}
        title="Projects"
        noun="project"
        empty={{
          title: 'No projects yet',
          text: (
            <>
              Upload one exported page and a sheet of towns. You get files to import, with one page for each
              town. <SampleFiles />
            </>
          ),
          action: <NewProjectButton />,
        }}
        action={<NewProjectButton />}
        search="title or domain"
        views={countViews(figures)}
        filters={[TYPE_FILTER, STATE_FILTER]}
        columns={PROJECT_COLUMNS}
        rowName={({ title }) => title}
        menu={(project) => showProjectMenu(project, () => deletion.ask([project]))}
        bulk={(projects) => [
          {
            name: 'Delete…',
            icon: <Trash2 size={18} />,
            isDanger: true,
            disabledReason: projects.some(({ is_read_only: isReadOnly }) => isReadOnly)
              ? readOnly
              : undefined,
            act: () => deletion.ask(projects),
          },
        ]}
        csv={PROJECT_CSV}
      />
      {deletion.dialog}
    </>
  );
}
