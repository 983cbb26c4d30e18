/** The project list as its address asks for it, kept fresh while runs work, and the deletion of rows. */
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { tellError } from '#web/client/tell-error.ts';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { isActive } from '#web/client/run-figures.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { useLastPage, useListQuery } from '#web/client/use-list-query.ts';
import { showToast } from '#web/ui/toast.tsx';
import { tellDeleted } from './delete-projects.rules.ts';

const FILTERS = ['state'] as const;
const LIVE_POLL_MS = 1500;
/** So often is looked whether another page or person has begun something. */
const IDLE_POLL_MS = 5000;

type Sort =
  | 'title'
  | '-title'
  | 'updated_at'
  | '-updated_at'
  | 'created_at'
  | '-created_at'
  | 'pages'
  | '-pages';
const SORTS: readonly string[] = ['title', 'updated_at', 'created_at', 'pages'];

/** An address that somebody typed must not end in a refusal. */
const asSort = (text: string): Sort =>
  SORTS.includes(text.replace(/^-/, '')) ? (text as Sort) : '-updated_at';

export function useProjects() {
  const list = useListQuery({ sort: '-updated_at', filters: FILTERS });
  const { page, per_page, search, filters } = list.query;
  const sort = asSort(list.query.sort);
  const state = filters.state.join(',');
  const [isLive, setLive] = useState(false);
  const call = useCall(
    projectsContract.list,
    { query: { page, per_page, sort, ...(search ? { search } : {}), ...(state ? { state } : {}) } },
    { pollMs: isLive ? LIVE_POLL_MS : IDLE_POLL_MS },
  );
  useLastPage(list, call.meta);
  const hasActive = call.data?.some(({ last_run: run }) => run !== null && isActive(run.state)) ?? false;
  if (hasActive !== isLive) setLive(hasActive);
  const figures = useCall(projectsContract.figures, undefined, {
    pollMs: isLive ? LIVE_POLL_MS : IDLE_POLL_MS,
  });
  return { list, sort, call, figures: figures.data };
}

/** The rows as they are drawn, and those that are chosen among them. */
export function useRows(newest: readonly ProjectListItem[] | undefined) {
  // In slices, between which a click is heard; what stood before stays until they are done.
  const projects = useDeferredValue(newest);
  const [ids, setIds] = useState<readonly number[]>([]);
  const chosen = useMemo(() => (projects ?? []).filter(({ id }) => ids.includes(id)), [projects, ids]);
  const choose = useCallback((rows: readonly ProjectListItem[]) => setIds(rows.map(({ id }) => id)), []);
  return { projects, chosen, choose };
}

/** Deletes one after the other; what could not be deleted is told and stays. */
export function useDeletion(onDone: () => void) {
  const [doomed, setDoomed] = useState<readonly ProjectListItem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [send] = useSend(projectsContract.remove, { refresh: ['projects', 'notifications'] });
  const confirm = async () => {
    setBusy(true);
    const failures: string[] = [];
    let told: string | undefined;
    for (const { id, type } of doomed) {
      try {
        told = (await send({ query: { project_id: id, type } })).message;
      } catch (error) {
        failures.push(tellError(error));
      }
    }
    setBusy(false);
    setDoomed([]);
    const kind = failures.length > 0 ? 'error' : 'success';
    const deleted = doomed.length - failures.length;
    // Of one the server's own words; of several, how many.
    const text = doomed.length === 1 && told ? told : tellDeleted(deleted, failures.length);
    showToast({ kind, text, ...(failures[0] === undefined ? {} : { detail: failures[0] }) });
    onDone();
  };
  return { doomed, ask: setDoomed, isBusy, confirm, cancel: () => setDoomed([]) };
}
