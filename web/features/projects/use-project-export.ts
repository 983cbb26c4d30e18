/** Hands over projects as a sheet. What makes it is loaded when somebody wants one. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { tellError } from '#web/client/tell-error.ts';
import { showToast } from '#web/ui/toast.tsx';
import type { useProjects } from './use-projects.ts';

type Wanted = Pick<ReturnType<typeof useProjects>, 'list' | 'sort'>;

/** All that the address asks for, or some. Leaving the page ends it; one at a time. */
export function useProjectExport({ list, sort }: Wanted) {
  const [isExporting, setExporting] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { search, filters } = list.query;
  const state = filters.state.join(',');
  const start = useCallback(
    async (chosen?: readonly ProjectListItem[]) => {
      if (running.current !== undefined) return;
      const { signal } = (running.current = new AbortController());
      setExporting(true);
      try {
        const { exportList, exportProjects } = await import('./project-export.ts');
        if (chosen) exportProjects(chosen);
        else await exportList({ search, state, sort }, signal);
      } catch (error) {
        if (signal.aborted) return;
        showToast({ kind: 'error', text: 'The list could not be exported.', detail: tellError(error) });
      }
      running.current = undefined;
      setExporting(false);
    },
    [search, state, sort],
  );
  const exportAll = useCallback(() => start(), [start]);
  return { isExporting, exportAll, exportChosen: start };
}
