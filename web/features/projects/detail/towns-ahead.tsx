/** Gets the towns of a run, and what draws them, while the page above their map is drawn; shows nothing. */
import { useEffect } from 'react';
import { useRunTowns } from './use-run-towns.ts';

export function TownsAhead({ projectId, runId }: { projectId: number; runId: number }) {
  useRunTowns(projectId, runId);
  useEffect(() => {
    const parts = [import('./towns-card.tsx'), import('#web/kit/us-map.tsx')];
    // What does not come is loaded again, and missed, where it is shown.
    for (const part of parts) part.catch(() => undefined);
  }, []);
  return null;
}
