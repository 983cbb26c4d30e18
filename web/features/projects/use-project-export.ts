/** Hands over projects as a sheet: those that are chosen, or all that the list would show, read page by page. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { send } from '#web/client/call.ts';
import { tellError } from '#web/client/tell-error.ts';
import { handOver } from '#web/ui/download-button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { nameProjectSheet, writeProjectSheet } from './project-sheet.rules.ts';
import type { useProjects } from './use-projects.ts';

/** The most that the list gives at once. */
const PER_PAGE = 100;

type Wanted = Pick<ReturnType<typeof useProjects>, 'list' | 'sort'>;

export function exportProjects(projects: readonly ProjectListItem[]): void {
  handOver(nameProjectSheet(new Date()), writeProjectSheet(projects));
}

/** All that the address asks for. Leaving the page ends it; one at a time. */
export function useProjectExport({ list, sort }: Wanted) {
  const [isExporting, setExporting] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { search, filters } = list.query;
  const state = filters.state.join(',');
  const exportAll = useCallback(async () => {
    if (running.current !== undefined) return;
    const { signal } = (running.current = new AbortController());
    setExporting(true);
    try {
      exportProjects(await readAll({ search, state, sort }, signal));
    } catch (error) {
      if (signal.aborted) return;
      showToast({ kind: 'error', text: 'The list could not be exported.', detail: tellError(error) });
    }
    running.current = undefined;
    setExporting(false);
  }, [search, state, sort]);
  return { isExporting, exportAll };
}

interface Query {
  search: string;
  state: string;
  sort: Wanted['sort'];
}

async function readAll({ search, state, sort }: Query, signal: AbortSignal): Promise<ProjectListItem[]> {
  // By id: a project that changes meanwhile may come on two pages.
  const found = new Map<number, ProjectListItem>();
  let last = 1;
  for (let page = 1; page <= last; page += 1) {
    const query = { page, per_page: PER_PAGE, sort, ...(search && { search }), ...(state && { state }) };
    const { data, meta } = await send(projectsContract.list, { query }, { signal });
    for (const project of data) found.set(project.id, project);
    last = meta?.last_page ?? 1;
  }
  return [...found.values()];
}
