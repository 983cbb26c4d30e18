/** Menu of a project in the list: open, edit, run again, download, delete. */
import { Menu } from '@mantine/core';
import { Download, Eye, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { isActive } from '#web/client/run-figures.ts';
import { formatError } from '#web/client/format-error.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { readProject } from '../shared/use-project.ts';
import { useRunAgain } from '../shared/use-run-again.ts';

interface Props {
  project: ProjectListItem;
  onDelete: () => void;
}

function ProjectMenu({ project, onDelete }: Props) {
  const { id, title, last_run: run } = project;
  const again = useRunAgain();
  const reason = useReadOnlyReason(project.is_read_only);
  const find = async () => {
    try {
      return await readProject(id);
    } catch (error) {
      showToast({ kind: 'error', text: 'Failed to fetch project', detail: formatError(error) });
      return undefined;
    }
  };
  const runAgain = async () => {
    const found = await find();
    if (found && (await again.run(found, { failure: 'Couldn’t start the run.' })))
      showToast({ kind: 'success', text: `“${title}” is running again` });
  };
  const download = async () => {
    const found = await find();
    if (!found) return;
    const url = found.report?.download_all_url;
    if (url) window.location.assign(url);
    else showToast({ kind: 'error', text: 'This project has no files to download yet.' });
  };
  return (
    <RowMenu label={`Actions for ${title}`}>
      {reason !== undefined && <Menu.Label maw={204}>{reason}</Menu.Label>}
      <Menu.Item component={Link} to={`/projects/${id}`} leftSection={<Eye size={16} />}>
        Open
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`/projects/${id}/edit`}
        disabled={reason !== undefined}
        leftSection={<Pencil size={16} />}
      >
        Edit
      </Menu.Item>
      <Menu.Item
        disabled={run === null || isActive(run.state) || reason !== undefined}
        leftSection={<RotateCcw size={16} />}
        onClick={runAgain}
      >
        Run again
      </Menu.Item>
      <Menu.Item disabled={project.pages === null} leftSection={<Download size={16} />} onClick={download}>
        Download
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        disabled={reason !== undefined}
        leftSection={<Trash2 size={16} />}
        onClick={onDelete}
      >
        Delete…
      </Menu.Item>
    </RowMenu>
  );
}

/** Stable function for the list, which renders the menu of each row. */
export const showProjectMenu = (project: ProjectListItem, onDelete: () => void) => (
  <ProjectMenu project={project} onDelete={onDelete} />
);
