/** Where the clicks of our towns come from, as a map and in figures, and the towns that gained most of them. */
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
import classes from './reporting.module.css';
import type { Report } from './use-report.ts';

const HEADS = ['Clicks', 'Pages'] as const;
const RISING = 3;
/** Of the sizes that are named beside the map. */
const NAMED_AT_PX = 320;

export function ClicksMap({ report: { wish } }: { report: Report }) {
  const { data, error, refetch } = useCall(reportingContract.map, { query: wish });
  if (error) return <Alert what="The map could not be loaded." error={error} onRetry={refetch} />;
  if (!data || (data.points.length === 0 && data.unplaced === 0)) return null;
  const { points, unplaced } = data;
  const [clicks, pages] = addUp(points);
  return (
    <Card title="Clicks by town">
      <div className={classes.places}>
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
                <circle key={index} className={classes.circle} cx={x} cy={y} r={radius} />
              ))
            }
          </LazyTownMap>
        )}
        {unplaced > 0 && (
          <p className={classes.before}>
            {formatAmount(unplaced, 'click')} on pages whose sheet has no coordinates
          </p>
        )}
        {wish.compare && <Rising report={{ wish }} />}
      </div>
    </Card>
  );
}

function Sizes({ sizes }: { sizes: ReturnType<typeof listSizes> }) {
  return (
    <ul className={classes.sizes} aria-label="Clicks of a circle">
      {sizes.map(({ clicks, radius }) => (
        <li key={clicks}>
          <svg width={2 * radius + 2} height={2 * radius + 2} aria-hidden="true">
            <circle className={classes.circle} cx={radius + 1} cy={radius + 1} r={radius} />
          </svg>
          {formatCount(clicks)}
        </li>
      ))}
    </ul>
  );
}

/** Those with more clicks than before, the largest gain first. */
function Rising({ report: { wish } }: { report: Pick<Report, 'wish'> }) {
  const query = { ...wish, sort: '-change' as const, per_page: RISING };
  const { data } = useCall(reportingContract.towns, { query });
  const rising = (data ?? []).flatMap(({ clicks, previous, ...town }) => {
    // What nobody saw before has no clicks to compare with.
    const gain = previous?.impressions ? clicks - previous.clicks : 0;
    return gain > 0 ? [{ ...town, gain }] : [];
  });
  if (rising.length === 0) return null;
  return (
    <section aria-label="Rising most">
      <h3 className={classes.before}>Rising most, in clicks</h3>
      <ul className={classes.rising}>
        {rising.map(({ project_id: id, row, town, address, gain }) => (
          <li key={`${id}:${row}`}>
            <a className={links.link} data-quiet href={address} target="_blank" rel="noreferrer">
              {town || address}
            </a>
            <ChangeMark isUp isBetter>
              {formatCount(gain)}
            </ChangeMark>
          </li>
        ))}
      </ul>
    </section>
  );
}
