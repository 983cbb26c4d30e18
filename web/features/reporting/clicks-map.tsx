/** Clicks by town, as a map and in figures, and the towns with the biggest gains. */
import { Box, Flex, Stack, Text } from '@mantine/core';
import { reportingContract } from '#contract/reporting.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import { addUp, type TownPoint } from '#web/kit/town-regions.rules.ts';
import { Card } from '#web/ui/card.tsx';
import { ChangeMark } from '#web/ui/change-mark.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import type { Report } from './use-report.ts';

const CIRCLE = { fill: 'var(--sea)', fillOpacity: 0.26, stroke: 'var(--sea)' } as const;
const HEADS = ['Clicks', 'Pages'] as const;
const RISING = 3;
/** Number of sizes in the legend. */
const NAMED_AT_PX = 320;

export function ClicksMap({ report: { scope } }: { report: Report }) {
  const { data, error, refetch } = useCall(reportingContract.map, { query: scope });
  if (error) return <Alert what="Couldn’t load the map." error={error} onRetry={refetch} />;
  if (!data || (data.points.length === 0 && data.unplaced === 0)) return null;
  const { points, unplaced } = data;
  const [clicks, pages] = addUp(points);
  return (
    <Card title="Clicks by town">
      <Stack gap={12} style={{ container: 'report / inline-size' }}>
        {points.length > 0 && (
          <LazyTownMap
            points={points}
            label={`Map of ${formatAmount(clicks, 'click')} on ${formatAmount(pages, 'page')}`}
            heads={HEADS}
            countTowns={([, , , count]) => count}
            legend={<Sizes sizes={listSizes(points, NAMED_AT_PX)} />}
          >
            {(drawing) =>
              drawClicks(drawing, points).map(({ x, y, radius }, index) => (
                <circle key={index} {...CIRCLE} cx={x} cy={y} r={radius} />
              ))
            }
          </LazyTownMap>
        )}
        {unplaced > 0 && (
          <Text c="var(--text3)" fz="small">
            {formatAmount(unplaced, 'click')} on pages whose sheet has no coordinates
          </Text>
        )}
        {scope.compare && <BiggestGains report={{ scope }} />}
      </Stack>
    </Card>
  );
}

function Sizes({ sizes }: { sizes: ReturnType<typeof listSizes> }) {
  return (
    <Flex component="ul" gap={16} c="var(--text2)" fz="small" aria-label="Clicks per circle">
      {sizes.map(({ clicks, radius }) => (
        <Flex component="li" key={clicks} align="center" gap={6}>
          <svg width={2 * radius + 2} height={2 * radius + 2} aria-hidden="true">
            <circle {...CIRCLE} cx={radius + 1} cy={radius + 1} r={radius} />
          </svg>
          {formatCount(clicks)}
        </Flex>
      ))}
    </Flex>
  );
}

/** Towns with more clicks than before, largest gain first. */
function BiggestGains({ report: { scope } }: { report: Pick<Report, 'scope'> }) {
  const query = { ...scope, sort: '-change' as const, per_page: RISING };
  const { data } = useCall(reportingContract.towns, { query });
  const rising = (data ?? []).flatMap(({ clicks, previous, ...town }) => {
    // A page without earlier impressions has no clicks to compare with.
    const gain = previous?.impressions ? clicks - previous.clicks : 0;
    return gain > 0 ? [{ ...town, gain }] : [];
  });
  if (rising.length === 0) return null;
  return (
    <section aria-label="Biggest gains">
      <Text component="h3" c="var(--text3)" fz="small">
        Biggest gains in clicks
      </Text>
      <Box component="ul" mt={6}>
        {rising.map(({ project_id: id, row, town, address, gain }) => (
          <Flex
            component="li"
            key={`${id}:${row}`}
            justify="space-between"
            gap={12}
            py={6}
            style={{ borderTop: '1px solid var(--line)' }}
          >
            <a className={links.link} data-quiet href={address} target="_blank" rel="noreferrer">
              {town || address}
            </a>
            <ChangeMark isBetter>{formatCount(gain)}</ChangeMark>
          </Flex>
        ))}
      </Box>
    </section>
  );
}

/** Radius of the largest circle on a map of this width; it shrinks with the map. */
const RADIUS_PX = 16;
const RADIUS_AT_PX = 640;
const MIN_RADIUS_PX = 1.5;

interface Circle {
  x: number;
  y: number;
  radius: number;
}

const findMaxClicks = (points: readonly TownPoint[]): number =>
  points.reduce((maxClicks, [, , clicks]) => Math.max(maxClicks, clicks), 0);

/** @param most clicks of the largest circle */
function toRadius(clicks: number, maxClicks: number, width: number): number {
  const largest = Math.max(RADIUS_PX / 2, (RADIUS_PX * Math.min(width, RADIUS_AT_PX)) / RADIUS_AT_PX);
  return Math.max(MIN_RADIUS_PX, Math.round(largest * Math.sqrt(clicks / maxClicks) * 10) / 10);
}

/** Largest first, so that small ones are drawn on top. */
function drawClicks(
  { place, width }: Pick<MapDrawing, 'place' | 'width'>,
  points: readonly TownPoint[],
): Circle[] {
  const maxClicks = findMaxClicks(points);
  return points
    .toSorted((a, b) => b[2] - a[2])
    .flatMap(([latitude, longitude, clicks]) => {
      const at = place(longitude, latitude);
      return at ? [{ x: at[0], y: at[1], radius: toRadius(clicks, maxClicks, width) }] : [];
    });
}

/** `3,000`, `1,000`, `300`: round amounts up to the largest, without duplicates. */
function listSizes(points: readonly TownPoint[], width: number): { clicks: number; radius: number }[] {
  const maxClicks = findMaxClicks(points);
  if (maxClicks === 0) return [];
  const digit = 10 ** Math.floor(Math.log10(maxClicks));
  const first = Math.floor(maxClicks / digit) * digit;
  const amounts = new Set([first, Math.round(first / 3 / (digit / 10)) * (digit / 10), first / 10]);
  return [...amounts]
    .filter((clicks) => clicks >= 1)
    .map((clicks) => ({ clicks: Math.round(clicks), radius: toRadius(clicks, maxClicks, width) }));
}
