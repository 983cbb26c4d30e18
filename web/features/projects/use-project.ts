/** One project with its newest run as it happens: the stored answer, and the stream of events on top of it. */
import { useState } from 'react';
import type { Project, Run } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call as callOnce } from '#web/client/call.ts';
import { isActive } from '#web/client/run-figures.ts';
import { useCall, useRefresh } from '#web/client/use-call.ts';
import { useEvents } from '#web/client/use-events.ts';
import { newestRun } from './project-report.rules.ts';

export function useProject(id: number) {
  const input = { params: { id } };
  const call = useCall(projectsContract.show, input);
  const [live, setLive] = useState<Run>();
  const [hasWatched, setWatched] = useState(false);
  const refresh = useRefresh();
  const stored = call.data?.[0];
  const progress = newestRun(stored?.progress ?? null, live);
  const isWorking = progress !== null && isActive(progress.state);
  if (isWorking && !hasWatched) setWatched(true);
  // One stream, and only while there is something to hear: browsers open few connections at once.
  useEvents(projectsContract.events, stored && isWorking ? input : undefined, {
    onEvent: (run) => {
      setLive(run);
      if (!isActive(run.state)) refresh('projects', 'notifications', 'account');
    },
    onPoll: call.refetch,
  });
  const project: Project | undefined = stored && { ...stored, progress };
  return { project, error: call.error, refetch: call.refetch, loadedAt: call.loadedAt, hasWatched };
}

/** The project as it is at this moment, for addresses that have run out meanwhile. */
export async function readProject(id: number): Promise<Project | undefined> {
  const [project] = await callOnce(projectsContract.show, { params: { id } });
  return project;
}
