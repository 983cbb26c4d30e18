/** Result of a finished run: number of pages ready to import, and skipped rows with reasons. */
import { Box } from '@mantine/core';
import { type Ref, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { GateAction } from '#contract/quality-gate.ts';
import type { Run } from '#contract/run-shapes.ts';
import { countRows, elapsedMs, toPosition, toRunChart } from '#web/client/run-figures.ts';
import { Card } from '#web/ui/card.tsx';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration, formatTimestamp } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { useRunChartSize } from '#web/ui/use-run-chart-size.ts';
import { useNow } from '#web/ui/use-now.ts';
import { RunChart, RunChartLegend } from '#web/ui/run-chart.tsx';
import { buildRunChart, type CellState } from '#web/ui/run-chart.rules.ts';
import { LongList } from '../shared/long-list.tsx';
import { FixRow } from './fix-row.tsx';
import classes from './project-page.module.css';
import { formatVerdict } from '../shared/project-report.rules.ts';
import { sumParts } from './run-parts.tsx';
import { RunChartFooter, VerdictLine } from './run-figures.tsx';

/** Larger cells if no list of skipped rows follows. */
const LARGE_PITCH = 15;

interface Props {
  run: Run;
  projectId: number;
  /** A newer run is shown above, so this names its own run. */
  isEarlier: boolean;
  onRenew: () => Promise<string | undefined>;
}

export function RunVerdict({ run, projectId, isEarlier, onRenew }: Props) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [count, rest] = formatVerdict(run);
  const [minCount, setMinCount] = useState(0);
  const chart = useMemo(() => toRunChart(run), [run]);
  const size = useRunChartSize({ pitch: run.skipped > 0 ? 12 : LARGE_PITCH });
  const { rowsPerCell } = buildRunChart(chart, size.maxCells);
  const open = (position: number) => {
    const index = run.skipped_rows.findIndex((skipped) => toPosition(skipped.row) === position);
    // Renders the row before it takes the focus.
    flushSync(() => setMinCount(index + 1));
    const row = run.skipped_rows[index]?.row;
    // Rows that aren't listed are in the downloaded sheet.
    if (row === undefined) return sheet.current?.querySelector('a')?.focus();
    const item = list.current?.querySelector<HTMLElement>(`[data-row="${row}"]`) ?? list.current;
    item?.focus();
    item?.scrollIntoView({ block: 'center' });
  };
  return (
    <Card label="Verdict">
      {isEarlier && (
        <Box component="p" mb={4} c="var(--text2)" fz="small">
          The files below are from the run of {formatTimestamp(run.created_at, now)}
        </Box>
      )}
      <VerdictLine count={count} rest={rest} />
      {countRows(run) > 0 && (
        <RunChart run={chart} label={`${count} ${rest}`} {...size} onOpenSkipped={open} />
      )}
      {(run.skipped > 0 || run.held > 0) && (
        <RunChartFooter>
          <span>{describeBlocks(run, rowsPerCell)}</span>
          <RunChartLegend states={listMarks(chart)} />
        </RunChartFooter>
      )}
      <HeldPages run={run} />
      <DroppedPages count={run.dropped} />
      <SkippedRows {...{ run, projectId, minCount, list, sheet, onRenew }} />
    </Card>
  );
}

function listMarks({ warnings, held, skipped }: ReturnType<typeof toRunChart>): CellState[] {
  return [
    'written',
    ...(warnings.length > 0 ? (['warning'] as const) : []),
    ...(held.length > 0 ? (['held'] as const) : []),
    ...(skipped.length > 0 ? (['skipped'] as const) : []),
  ];
}

function describeBlocks({ skipped, held }: Run, rowsPerCell: number): string {
  const isOne = rowsPerCell === 1;
  const marks = [
    ...(skipped > 0 ? [`red squares ${isOne ? 'are skipped rows' : 'have at least one skipped row'}`] : []),
    ...(held > 0 ? [`diamonds ${isOne ? 'are pages held back' : 'have at least one page held back'}`] : []),
  ].join(', ');
  const sentence = `${marks.charAt(0).toUpperCase()}${marks.slice(1)}.`;
  return isOne
    ? `${sentence} Everything else is ready.`
    : `Each block stands for ${formatCount(rowsPerCell)} rows. ${sentence}`;
}

/** Names what the quality gate did, with a link to the list of these pages. */
function HeldPages({ run: { held, gate } }: { run: Run }) {
  if (gate === null || held === 0) return null;
  return (
    <Box component="p" mt={12} c="var(--text2)" fz="small">
      Pages that score below {gate.below} {GATE_TEXTS[gate.action]}.{' '}
      <Link className={links.link} to="?tab=pages&state=held">
        {held === 1 ? 'Show it' : `Show the ${formatCount(held)} pages`}
      </Link>
    </Box>
  );
}

/** Says that pages were merged or dropped, with a link to these decisions. */
function DroppedPages({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Box component="p" mt={12} c="var(--text2)" fz="small">
      {count === 1 ? '1 merged or dropped page is' : `${formatCount(count)} merged or dropped pages are`} left
      out.{' '}
      <Link className={links.link} to="/reporting?tab=weak&view=decided">
        Show decisions
      </Link>
    </Box>
  );
}

const GATE_TEXTS: Record<GateAction, string> = {
  'leave-out': 'are left out',
  draft: 'are imported as drafts',
  noindex: 'are imported with noindex',
};

interface SkippedProps {
  run: Run;
  projectId: number;
  /** Minimum number of rows to show. */
  minCount?: number;
  list?: Ref<HTMLDivElement>;
  /** Container of the download link. */
  sheet?: Ref<HTMLDivElement>;
  onRenew: () => Promise<string | undefined>;
}

/** Skipped rows with their reasons and fixes, and the sheet of all skipped rows. */
export function SkippedRows({ run, projectId, minCount = 0, list, sheet, onRenew }: SkippedProps) {
  const { skipped, skipped_rows: rows, skipped_rows_url: url } = run;
  return (
    <>
      {rows.length > 0 && (
        <Box
          ref={list}
          mt={12}
          style={{ '--more-inline': 0, borderTop: '1px solid var(--line)' }}
          tabIndex={-1}
        >
          <LongList
            noun="row"
            minCount={minCount}
            items={rows.map(({ row, reasons }) => (
              <SkippedRow key={row} row={row} reasons={reasons} projectId={projectId} />
            ))}
          />
        </Box>
      )}
      {url !== null && (
        <RunChartFooter ref={sheet}>
          <span>
            {formatAmount(skipped, 'row')} skipped
            {skipped > rows.length && `, the first ${formatCount(rows.length)} shown`}
          </span>
          <SignedLink address={url} onRenew={onRenew}>
            Download the skipped rows as a sheet
          </SignedLink>
        </RunChartFooter>
      )}
    </>
  );
}

function SkippedRow({ row, reasons, projectId }: { row: number; reasons: string[]; projectId: number }) {
  return (
    <li className={classes.row} data-row={row} tabIndex={-1}>
      <svg
        style={{ flex: 'none', fill: 'var(--crimson)' }}
        width="10"
        height="10"
        viewBox="0 0 10 10"
        aria-hidden="true"
      >
        <path d="M5 .5 10 9.5H0Z" />
      </svg>
      <p>
        <strong>Row {formatCount(row)}</strong> <span>{reasons.join(' ')}</span>
      </p>
      <FixRow projectId={projectId} row={row} />
    </li>
  );
}

/** Figures next to the verdict. */
export function RunOutcome({ run }: { run: Run }) {
  const took = elapsedMs(run, useNow());
  const { bytes, tables, tableBytes } = sumParts(run.parts);
  const placeholders =
    run.placeholders_total === 0
      ? '–'
      : `${formatCount(run.placeholders_filled)} of ${formatCount(run.placeholders_total)}`;
  const figures: Fact[] = [
    ['Pages ready', formatCount(run.pages_total)],
    ['Rows skipped', formatCount(run.skipped)],
    ...(run.gate === null ? [] : [['Held back', formatCount(run.held)] satisfies Fact]),
    ['Parts', formatCount(run.parts_total)],
    ['Output', formatBytes(bytes)],
    ...(tables > 0 ? [['HubDB file', formatBytes(tableBytes)] satisfies Fact] : []),
    ['Placeholders filled', placeholders],
    ['Formed links', formatCount(run.formed_link_count)],
    ['Built and verified in', took === undefined ? '–' : formatDuration(took)],
  ];
  return (
    <Card title="Results">
      <FactList facts={figures} isRuled />
    </Card>
  );
}
