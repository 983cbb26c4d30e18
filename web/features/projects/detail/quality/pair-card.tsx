/** The closest pages side by side, with the words that only one of them has. */
import { ActionIcon, Box, Flex } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { qualityContract } from '#contract/quality.contract.ts';
import type { PageComparison, PagePair, PageToFix, RunQuality } from '#contract/run-quality-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { useIsNarrower } from '#web/ui/use-width.ts';
import { trimOrigin } from '../../shared/project-report.rules.ts';
import { describeShared, formatPercent, quoteStart } from './quality.rules.ts';
import { Score } from './page-score.tsx';
import classes from './pair-card.module.css';

/** Id of the card, to which the list leads. */
export const PAIR_ID = 'closest-pair';
const NARROW_PX = 640;

interface Props {
  projectId: number;
  runId: number;
  quality: RunQuality;
  limit: number;
  /** Group whose pairs are shown; undefined for those of the run. */
  group: number | undefined;
  /** A page of the list, which is compared with its closest sibling instead. */
  chosen: PageToFix | undefined;
  onBack: () => void;
}

export function PairCard(props: Props) {
  const { projectId, runId, quality, group, chosen, onBack } = props;
  const params = { id: projectId, run: runId };
  const query = group === undefined ? {} : { group };
  const {
    data: pairs,
    error,
    refetch,
  } = useCall(qualityContract.pairs, { params, query }, { isFinal: true });
  const [index, setIndex] = useState(0);
  if (quality.pages < 2 || (!chosen && pairs?.length === 0)) return null;
  const shown = chosen ? toPair(chosen) : pairs?.[Math.min(index, pairs.length - 1)];
  return (
    <Card
      id={PAIR_ID}
      title={nameTitle(props, shown)}
      note="Marked words appear on one page only"
      isFlush
      aside={
        chosen ? (
          <button type="button" className={links.link} onClick={onBack}>
            Show the closest pairs
          </button>
        ) : (
          pairs && <Arrows index={index} count={pairs.length} onMove={setIndex} />
        )
      }
    >
      <div>
        {error && <Alert what="Couldn’t load the closest pages." error={error} onRetry={refetch} />}
        {shown && <Comparison {...props} pair={shown} />}
        {!shown && !error && <SkeletonRows label="Loading the closest pages" />}
      </div>
    </Card>
  );
}

function nameTitle({ group, chosen, quality }: Props, pair: PagePair | undefined): string {
  const alike = pair ? `: ${formatPercent(pair.similarity)} the same` : '';
  if (chosen) return `Row ${formatCount(chosen.id)} and its closest sibling${alike}`;
  if (group === undefined) return `Closest pair${alike}`;
  const { near } = quality.clusters[group] ?? {};
  return quality.cluster_count > 1 && near
    ? `Closest pair around ${near}${alike}`
    : `Closest pair in this group${alike}`;
}

function toPair({ id, title, url, score, closest }: PageToFix): PagePair | undefined {
  return (
    (closest && {
      left: { row: id, title, url, score },
      right: { row: closest.row, title: closest.title, url: closest.url, score: closest.score },
      similarity: closest.similarity,
    }) ??
    undefined
  );
}

function Arrows({ index, count, onMove }: { index: number; count: number; onMove: (index: number) => void }) {
  const at = Math.min(index, count - 1);
  return (
    <Flex align="center" gap={8}>
      <span role="status">
        Pair {at + 1} of {count}
      </span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Previous pair"
        aria-disabled={at === 0}
        data-disabled={at === 0 || undefined}
        onClick={() => onMove(Math.max(0, at - 1))}
      >
        <ChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Next pair"
        aria-disabled={at === count - 1}
        data-disabled={at === count - 1 || undefined}
        onClick={() => onMove(Math.min(count - 1, at + 1))}
      >
        <ChevronRight size={16} />
      </ActionIcon>
    </Flex>
  );
}

interface ComparisonProps extends Props {
  pair: PagePair;
}

function Comparison(props: ComparisonProps) {
  const { projectId, runId, quality, pair } = props;
  const input = {
    params: { id: projectId, run: runId },
    query: { row: pair.left.row, with: pair.right.row },
  };
  const { data, error, refetch } = useCall(qualityContract.compare, input, {
    isFinal: true,
    skip: !quality.has_files,
  });
  const { ref, isNarrower } = useIsNarrower<HTMLDivElement>(NARROW_PX);
  if (!quality.has_files)
    return (
      <Box component="p" className={classes.empty} c="var(--text2)">
        The files of this run were removed, so its pages can’t be compared. Save the project to build new
        files.
      </Box>
    );
  if (error)
    return (
      <div className={classes.empty}>
        <Alert what="Couldn’t compare these pages." error={error} onRetry={refetch} />
      </div>
    );
  return (
    <div ref={ref}>
      {isNarrower ? <Stacked {...props} data={data} /> : <Columns {...props} data={data} />}
      {data ? <Foot {...props} data={data} /> : <SkeletonRows label="Comparing the pages" />}
    </div>
  );
}

interface LoadedProps extends ComparisonProps {
  data: PageComparison | undefined;
}

/** One row per paragraph, so that the same paragraph is at the same height. */
function Columns({ pair, limit, data }: LoadedProps) {
  return (
    <table className={classes.columns}>
      <thead>
        <tr>
          {[pair.left, pair.right].map((page) => (
            <th key={page.row} scope="col">
              <PageLine page={page} limit={limit} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data?.paragraphs.map(({ left, right }, index) => (
          <tr key={index} data-title={index === 0 || undefined}>
            <td>
              <Marked segments={left} />
            </td>
            <td>
              <Marked segments={right} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stacked({ pair, limit, data }: LoadedProps) {
  return (['left', 'right'] as const).map((side) => (
    <section key={side} className={classes.side} aria-label={pair[side].title}>
      <PageLine page={pair[side]} limit={limit} />
      {data?.paragraphs.map(
        ({ [side]: segments }, index) =>
          segments && (
            <p key={index} data-title={index === 0 || undefined}>
              <Marked segments={segments} />
            </p>
          ),
      )}
    </section>
  ));
}

function PageLine({ page: { row, url, title, score }, limit }: { page: PagePair['left']; limit: number }) {
  return (
    <Flex justify="space-between" gap={12} fz="small" fw={400}>
      <span>
        <Box
          component="span"
          ff="monospace"
          fw={500}
          c="var(--text)"
          title={title}
          style={{ overflowWrap: 'anywhere' }}
        >
          {trimOrigin(url)}
        </Box>{' '}
        <Box component="span" c="var(--text3)" ml={6}>
          row {formatCount(row)}
        </Box>
      </span>
      <Box component="span" c="var(--text3)" flex="none">
        Score <Score score={score} limit={limit} />
      </Box>
    </Flex>
  );
}

function Marked({ segments }: { segments: readonly (readonly [string, boolean])[] | null }) {
  return segments?.map(([text, isOwn], index) =>
    isOwn ? (
      <mark key={index} className={classes.own}>
        {text}
      </mark>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}

function Foot({ projectId, quality, data }: ComparisonProps & { data: PageComparison }) {
  const { words, own_words: own, shared } = data;
  return (
    <CardFoot>
      <Box component="span" c="var(--text2)" fz="small">
        {formatCount(own)} of {formatAmount(words, 'word')} {own === 1 ? 'is its own.' : 'are their own.'}
        {data.is_cut && ' Only the beginning of these long pages is compared.'}
      </Box>
      {shared && (
        <>
          <Box component="span" c="var(--text2)" fz="small" flex="1 1 300px">
            The paragraph <strong className={classes.quote}>“{quoteStart(shared.text)}”</strong>{' '}
            {describeShared(shared, quality.pages)}
          </Box>
          <Link
            className={links.link}
            data-repair
            data-small
            to={`/projects/${projectId}/edit`}
            state={{ vary: shared.text }}
          >
            Vary this paragraph
          </Link>
        </>
      )}
    </CardFoot>
  );
}
