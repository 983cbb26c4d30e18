/** One project with its latest run and test, live: the stored reply, updated by the event stream. */
import { useRef, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { call as callOnce } from '#web/client/call.ts';
import { applyProgress, isActive } from '#web/client/run-figures.ts';
import { useEventRefresh } from '#web/client/use-call.ts';
import { useEvents } from '#web/client/use-events.ts';
import { useShownRow } from '#web/client/use-shown.ts';

/** Polling interval of an idle page while its stream is down. */
const IDLE_POLL_MS = 10_000;
/** Polling interval while the files can't be read; no event reports their return. */
const UNREADABLE_POLL_MS = 5_000;

/** Runs as the stream last sent them. */
interface Live {
  run?: Run;
  test?: Run;
  /** First poll since the last event: later replies are newer than the events. */
  polledAt?: number | undefined;
}

export function useProject(id: number) {
  const input = { params: { id } };
  const [isUnreadable, setUnreadable] = useState(false);
  const { row: stored, ...call } = useShownRow(projectsContract.show, id, {
    ...(isUnreadable && { pollMs: UNREADABLE_POLL_MS }),
  });
  const [live, setLive] = useState<Live>({});
  const [hasWatched, setWatched] = useState(false);
  const isNowUnreadable = (stored?.unreadable ?? null) !== null;
  if (isNowUnreadable !== isUnreadable) setUnreadable(isNowUnreadable);
  const loadedMs = call.loadedAt?.getTime() ?? 0;
  const latest: Live = live.polledAt !== undefined && loadedMs >= live.polledAt ? {} : live;
  const progress = pickLatestRun(stored?.progress ?? null, latest.run);
  const storedTest = pickLatestRun(stored?.test ?? null, latest.test);
  const test = progress?.kind === 'test' ? pickLatestRun(storedTest, progress) : storedTest;
  const isWorking = [progress, test].some((run) => run !== null && isActive(run.state));
  if (isWorking && !hasWatched) setWatched(true);
  const refreshAfterRun = useChangeRefresh(stored?.progress ?? null);
  const refreshAfterTest = useChangeRefresh(stored?.test ?? null);
  // Also while nothing runs, so that runs started in another tab or by another user appear.
  useEvents(runsContract.events, stored && input, {
    onEvent: (update, event) => {
      const key = event === 'test' ? 'test' : 'run';
      setLive((old) => {
        const run = applyProgress(old[key], update);
        return run === undefined ? old : { ...old, [key]: run, polledAt: undefined };
      });
      // A full run outdates the rest of the page; figures don't.
      if ('parts' in update) (key === 'test' ? refreshAfterTest : refreshAfterRun)(update);
    },
    onPoll: () => {
      const isIdleSeen = document.visibilityState === 'visible' && Date.now() - loadedMs > IDLE_POLL_MS;
      if (!isWorking && !isIdleSeen) return;
      setLive((old) => ({ ...old, polledAt: old.polledAt ?? Date.now() }));
      call.refetch();
    },
    onRefused: call.refetch,
  });
  const project: Project | undefined = stored && { ...stored, progress, test };
  return { project, error: call.error, refetch: call.refetch, loadedAt: call.loadedAt, hasWatched };
}

const toMark = (run: Run | null) =>
  run && `${run.id} ${isActive(run.state) ? 'works' : run.state} ${run.is_current}`;

/** Refetches what an event outdates: files, list of runs, notifications. */
function useChangeRefresh(stored: Run | null): (run: Run) => void {
  const lastMark = useRef<string | null>(null);
  const refresh = useEventRefresh();
  return (run) => {
    const isFirst = lastMark.current === null;
    const lastSeen = lastMark.current ?? toMark(stored);
    const mark = toMark(run);
    lastMark.current = mark;
    // If the latest run is unchanged, something else has changed: an earlier run was restored.
    const isChange = mark !== lastSeen || (!isFirst && !isActive(run.state));
    if (isChange) refresh('projects', 'notifications');
  };
}

/** Fetches the current project, for URLs that have expired. */
export async function readProject(id: number): Promise<Project | undefined> {
  const [project] = await callOnce(projectsContract.show, { params: { id } });
  return project;
}

/** Picks the newer of the stored run and that of the latest event; an event about an older run is late. */
export function pickLatestRun(stored: Run | null, live: Run | undefined): Run | null {
  if (live === undefined || (stored !== null && stored.id > live.id)) return stored;
  // The stored reply was requested after the run had ended, so no event can be newer.
  const isOver = stored !== null && stored.id === live.id && stored.finished_at !== null;
  return isOver ? stored : live;
}
