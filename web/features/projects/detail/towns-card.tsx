/** Map of a run's towns; hidden if the sheet has no coordinates. */
import { Flex } from '@mantine/core';
import { runsContract } from '#contract/runs.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import { addUp } from '#web/kit/town-regions.rules.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { TownMarks } from './town-marks.tsx';

const HEADS = ['Ready', 'Skipped'] as const;

export function TownsCard({ projectId, runId }: { projectId: number; runId: number }) {
  const input = { params: { id: projectId, run: runId } };
  // The towns of a run don't change.
  const { data: towns } = useCall(runsContract.towns, input, { isFinal: true });
  // The map is optional: its data is also elsewhere on the page.
  if (!towns || towns.points.length === 0) return null;
  const [ready, skipped] = addUp(towns.points);
  return (
    <Card
      title="Towns"
      aside={
        <Flex component="ul" gap={16} aria-label="Legend">
          <Flex component="li" align="center" gap={6}>
            <svg width="8" height="8" fill="var(--sea)" aria-hidden="true">
              <circle cx="4" cy="4" r="4" />
            </svg>
            {formatAmount(ready, 'town')} ready
          </Flex>
          {skipped > 0 && (
            <Flex component="li" align="center" gap={6}>
              <svg width="10" height="9" fill="var(--crimson)" aria-hidden="true">
                <path d="M5 0 10 9H0Z" />
              </svg>
              {formatAmount(skipped, 'town')} skipped
            </Flex>
          )}
        </Flex>
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
