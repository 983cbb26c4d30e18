/** Where the towns of a run are; nothing of a run whose sheet has no coordinates. */
import { Suspense } from 'react';
import { runsContract } from '#contract/runs.contract.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { useCall } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import classes from './town-map.module.css';
import type { TownMapProps } from './town-map.tsx';
import { countTowns, isAmerican } from './town-regions.rules.ts';

/** Outlines are heavy: each map comes when it is needed. */
const UsMap = lazyPart<TownMapProps>('us-map', async () => (await import('./us-map.tsx')).UsMap, MissingPart);
const WorldMap = lazyPart<TownMapProps>(
  'world-map',
  async () => (await import('./world-map.tsx')).WorldMap,
  MissingPart,
);

export function TownsCard({ projectId, runId }: { projectId: number; runId: number }) {
  const { data: towns } = useCall(runsContract.towns, { params: { id: projectId, run: runId } });
  // The map is an addition: what it says of each row is elsewhere on the page as well.
  if (!towns || towns.points.length === 0) return null;
  const { ready, skipped } = countTowns(towns.points);
  const Map = isAmerican(towns.points) ? UsMap : WorldMap;
  return (
    <Card
      title="Towns"
      aside={
        <ul className={classes.legend} aria-label="Meaning of the marks">
          <li>
            <span className={classes.dot} />
            {formatAmount(ready, 'town')} ready
          </li>
          {skipped > 0 && (
            <li>
              <span className={classes.triangle} />
              {formatAmount(skipped, 'town')} skipped
            </li>
          )}
        </ul>
      }
    >
      <Suspense>
        <Map towns={towns} />
      </Suspense>
    </Card>
  );
}
