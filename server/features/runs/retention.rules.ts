/** Chooses the runs of a project that lose their files. Pure. */

/** Completed run that has its files. */
export interface StoredRun {
  id: number;
  kind: 'save' | 'test';
  finished_at: Date | null;
  pinned_at: Date | null;
}

export interface KeepPolicy {
  currentRunId: number | null;
  /** The newest run, of either kind, that the project shows. */
  lastRunId: number | null;
  /** Full runs to keep in addition to the current and pinned ones; -1 for all. */
  keepRuns: number;
  now: Date;
}

/** Minimum time that a test keeps its files. */
const TEST_LIFE_MS = 24 * 3600 * 1000;

/**
 * Chooses the runs to prune. Of full runs it keeps the current one, the newest others and pinned ones; of tests the newest
 * one and those of the last day.
 */
export function chooseRunsToPrune(runs: readonly StoredRun[], policy: KeepPolicy): number[] {
  const { currentRunId, lastRunId, keepRuns, now } = policy;
  const isSpared = ({ id, pinned_at: pinnedAt }: StoredRun) =>
    pinnedAt !== null || id === currentRunId || id === lastRunId;
  const newestFirst = runs.toSorted((a, b) => b.id - a.id);
  const saves = newestFirst.filter((run) => run.kind === 'save' && run.id !== currentRunId && !run.pinned_at);
  const oldSaves = keepRuns < 0 ? [] : saves.slice(keepRuns);
  const oldTests = newestFirst
    .filter(({ kind }) => kind === 'test')
    .slice(1)
    .filter(({ finished_at: at }) => at === null || now.getTime() - at.getTime() > TEST_LIFE_MS);
  return [...oldSaves, ...oldTests].filter((run) => !isSpared(run)).map(({ id }) => id);
}
