/** Clicks by town, as a map and in figures, and the towns with the biggest gains. */
import { Box, Flex, Stack, Text } from '@mantine/core';
import { reportingContract } from '#contract/reporting.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import { addUp } from '#web/kit/town-regions.rules.ts';
import { Card } from '#web/ui/card.tsx';
import { ChangeMark } from '#web/ui/change-mark.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { drawClicks, listSizes } from './clicks-marks.rules.ts';
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
