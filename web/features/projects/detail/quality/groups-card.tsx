/** Groups of pages that read alike: where they are, how much they share, and their pages. */
import { Box } from '@mantine/core';
import { Suspense, useState } from 'react';
import { qualityContract } from '#contract/quality.contract.ts';
import { ALIKE } from '#contract/quality-limits.ts';
import type { QualityMap, RunQuality } from '#contract/run-quality-shapes.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { useCall } from '#web/client/use-call.ts';
import type { StateMapProps } from '#web/kit/state-map.tsx';
import { useDownload } from '#web/kit/use-download.ts';
import { isAmerican } from '#web/kit/town-regions.rules.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { formatPercent, formatRange } from './quality.rules.ts';
import classes from './quality.module.css';

/** More are shown on demand. */
const FIRST_GROUPS = 3;
/** Most rows that are named; the rest are counted. */
const MAX_ROWS = 8;
const MAP_PX = { width: 112, height: 96 } as const;

/** A group without a map shows its text. */
const StateMap = lazyPart<StateMapProps>(
  'state-map',
  async () => (await import('#web/kit/state-map.tsx')).StateMap,
  () => null,
);

interface Props {
  projectId: number;
  runId: number;
  quality: RunQuality;
  /** Filters the list of pages. */
  onShow: (group: number) => void;
}

export function GroupsCard(props: Props) {
  const { projectId, runId, quality } = props;
  const { clusters, cluster_count: count, facts } = quality;
  const [isWhole, setWhole] = useState(false);
  const share = formatPercent(ALIKE);
  const params = { id: projectId, run: runId };
  const { data: map } = useCall(
    qualityContract.map,
    { params, query: {} },
    { isFinal: true, skip: clusters.length === 0 || facts === null },
  );
  // Groups of older runs have a higher limit.
  if (clusters.length === 0)
    return facts === null ? null : (
      <Card title="No groups of pages that read alike">
        <Box component="p" c="var(--text2)">
          No group of pages shares more than {share} of its text.
        </Box>
      </Card>
    );
  const title =
    count === 1
      ? '1 group of pages that read alike'
      : `${formatCount(count)} groups of pages that read alike`;
  const shown = isWhole ? clusters : clusters.slice(0, FIRST_GROUPS);
  return (
    <Card
      title={title}
      isFlush
      {...(facts !== null && {
        note: `Pages that share more than ${share} of their text`,
        aside: <GroupsCsv params={params} />,
      })}
    >
      <div>
        <ul className={classes.groups}>
          {shown.map((group, index) => (
            <Group key={index} {...props} group={group} index={index} map={map} />
          ))}
        </ul>
        {clusters.length > FIRST_GROUPS && (
          <CardFoot>
            <button type="button" className={links.link} data-small onClick={() => setWhole(!isWhole)}>
              {isWhole
                ? 'Show fewer'
                : clusters.length < count
                  ? `The ${clusters.length} largest groups`
                  : `All ${formatCount(count)} groups`}
            </button>
          </CardFoot>
        )}
      </div>
    </Card>
  );
}

function GroupsCsv({ params }: { params: { id: number; run: number } }) {
  const { run, isRunning } = useDownload(
    {
      endpoint: qualityContract.export,
      input: { params, query: { of: 'groups' } },
      name: `pages-alike-run-${params.run}.csv`,
    },
    'Couldn’t export the groups.',
  );
  return (
    <button
      type="button"
      className={links.link}
      aria-busy={isRunning || undefined}
      onClick={() => void run()}
    >
      {isRunning ? 'Exporting...' : 'All groups as CSV'}
    </button>
  );
}

interface GroupProps extends Props {
  group: RunQuality['clusters'][number];
  index: number;
  map: QualityMap | undefined;
}

function Group({ quality, group: { size, from, to, rows, near }, index, map, onShow }: GroupProps) {
  const points = map?.groups.find(({ group }) => group === index)?.points ?? [];
  const isOld = quality.facts === null;
  return (
    <li>
      {points.length > 0 &&
        isAmerican(points.map(([latitude, longitude]) => [latitude, longitude, 1, 0])) && (
          <div className={classes.map} style={MAP_PX}>
            <Suspense>
              <StateMap points={points} {...MAP_PX} />
            </Suspense>
          </div>
        )}
      <div>
        <strong>{formatAmount(size, 'page')}</strong>
        {near !== null && (
          <Box c="var(--text2)" fz="small">
            around {near}
          </Box>
        )}
        <Box c="var(--text2)" fz="small">
          share {formatRange(from, to)}
        </Box>
        {points.length === 0 && (
          <Box c="var(--text2)" fz="small">
            Rows {rows.slice(0, MAX_ROWS).map(formatCount).join(', ')}
            {size > MAX_ROWS && ` and ${formatCount(size - MAX_ROWS)} more`}
          </Box>
        )}
        {!isOld && (
          <button
            type="button"
            className={links.link}
            data-small
            aria-label={`Show pages ${near === null ? `in group ${formatCount(index + 1)}` : `around ${near}`}`}
            onClick={() => onShow(index)}
          >
            Show pages
          </button>
        )}
      </div>
    </li>
  );
}
