/** Makes the sheet of projects: those that are chosen, or all that the list would show, read page by page. */
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { send } from '#web/client/call.ts';
import { handOver } from '#web/ui/hand-over.ts';
import { nameProjectSheet, writeProjectSheet } from './project-sheet.rules.ts';
import type { useProjects } from './use-projects.ts';

/** The most that the list gives at once. */
const PER_PAGE = 100;

export interface Wanted {
  search: string;
  /** Comma-joined; empty for any. */
  state: string;
  sort: ReturnType<typeof useProjects>['sort'];
}

export function exportProjects(projects: readonly ProjectListItem[]): void {
  handOver(nameProjectSheet(new Date()), writeProjectSheet(projects));
}

export async function exportList({ search, state, sort }: Wanted, signal: AbortSignal): Promise<void> {
  // By id: a project that changes meanwhile may come on two pages.
  const found = new Map<number, ProjectListItem>();
  let last = 1;
  for (let page = 1; page <= last; page += 1) {
    const query = { page, per_page: PER_PAGE, sort, ...(search && { search }), ...(state && { state }) };
    const { data, meta } = await send(projectsContract.list, { query }, { signal });
    for (const project of data) found.set(project.id, project);
    last = meta?.last_page ?? 1;
  }
  exportProjects([...found.values()]);
}
