/** Where the towns of a run are; nothing of a run whose sheet has no coordinates. */
import { runsContract } from '#contract/runs.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import { addUp } from '#web/kit/town-regions.rules.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import classes from './town-marks.module.css';
import { TownMarks } from './town-marks.tsx';

const HEADS = ['Ready', 'Skipped'] as const;

export function TownsCard({ projectId, runId }: { projectId: number; runId: number }) {
  const { data: towns } = useCall(runsContract.towns, { params: { id: projectId, run: runId } });
  // The map is an addition: what it says of each row is elsewhere on the page as well.
  if (!towns || towns.points.length === 0) return null;
  const [ready, skipped] = addUp(towns.points);
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
      <LazyTownMap
        points={towns.points}
        label={`Map of ${formatAmount(ready, 'town')} ready, ${formatCount(skipped)} skipped`}
        heads={HEADS}
        countTowns={([, , ...counts]) => counts[0] + counts[1]}
      >
        {(drawing) => <TownMarks drawing={drawing} towns={towns} />}
      </LazyTownMap>
    </Card>
  );
}
