/** The towns of a run with their coordinates. */
import { runsContract } from '#contract/runs.contract.ts';
import { useCall } from '#web/client/use-call.ts';

/** A run that has ended keeps its towns. */
export function useRunTowns(projectId: number, runId: number) {
  return useCall(runsContract.towns, { params: { id: projectId, run: runId } }, { isFinal: true });
}
