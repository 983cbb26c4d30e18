/** Run in progress: percent, figures, the filling chart, and its stage. */
import { Box } from '@mantine/core';
import { Check } from 'lucide-react';
import type { Run } from '#contract/run-shapes.ts';
import { countRows, elapsedMs, percentDone, secondsLeft, toRunChart } from '#web/client/run-figures.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration } from '#web/ui/format-timestamp.ts';
import { useRunChartSize } from '#web/ui/use-run-chart-size.ts';
import { useNow } from '#web/ui/use-now.ts';
import { RunChart, RunChartLegend } from '#web/ui/run-chart.tsx';
import { buildRunChart, type CellState } from '#web/ui/run-chart.rules.ts';
import classes from './project-page.module.css';
import { ProblemList } from '../shared/problem-list.tsx';
import { listStages } from '../shared/project-report.rules.ts';
import { RunChartFooter } from './run-figures.tsx';
import { MoreProblems, RunWarnings } from './run-warnings.tsx';
import stageBar from '../../../ui/stage-bar.module.css';

const SECOND_MS = 1000;

interface Figure {
  label: string;
  value: string;
  unit?: string;
}

function listFigures(run: Run, { now, hasImages }: { now: Date; hasImages: boolean }): Figure[] {
  const noun = hasImages ? 'images' : 'pages';
  const label = hasImages ? 'Images' : 'Pages';
  const isPlanned = run.pages_total > 0;
  const left = secondsLeft(run);
  const elapsed = elapsedMs(run, now);
  return [
    isPlanned
      ? { label, value: formatCount(run.pages_done), unit: `of ${formatCount(run.pages_total)}` }
      : { label, value: '–' },
    run.rows_per_second === null
      ? { label: 'Rate', value: '–' }
      : { label: 'Rate', value: formatCount(Math.round(run.rows_per_second)), unit: `${noun}/s` },
    { label: 'Elapsed', value: elapsed === undefined ? '–' : formatDuration(elapsed) },
    { label: 'Time left', value: left === undefined ? '–' : formatDuration(left * 1000) },
    { label: 'Rows skipped', value: isPlanned ? formatCount(run.skipped) : '–' },
    { label: hasImages ? 'Measured' : 'Written', value: formatBytes(run.bytes) },
  ];
}

function FigureOfRun({ figure: { label, value, unit } }: { figure: Figure }) {
  return (
    <dl>
      <Box component="dt" c="var(--text2)" fz="small">
        {label}
      </Box>
      <Box component="dd" fz={20} fw={600} lh="26px" style={{ whiteSpace: 'nowrap' }}>
        {value}{' '}
        {unit !== undefined && (
          <Box component="small" c="var(--text2)" fz="md" fw={400}>
            {unit}
          </Box>
        )}
      </Box>
    </dl>
  );
}

interface Props {
  run: Run;
  /** For a Geocoder. */
  hasImages?: boolean;
}

/** Shows the run, and below it the problems of its rows, which are known before the first page is written. */
export function RunLive({ run, hasImages = false }: Props) {
  return (
    <>
      <RunProgressChart run={run} hasImages={hasImages} />
      <RunSkips run={run} />
      <RunWarnings run={run} />
    </>
  );
}

function RunSkips({ run }: { run: Run }) {
  const losses = run.problems.filter(({ severity }) => severity === 'loss');
  const rest = run.problem_count - run.notice_count - losses.length;
  if (losses.length === 0) return null;
  return (
    <Card title="Skipped rows" aside={formatCount(run.skipped)} isFlush>
      <ProblemList problems={losses} />
      <MoreProblems count={rest} noun="reason" />
    </Card>
  );
}

function RunProgressChart({ run, hasImages }: Required<Props>) {
  const now = useNow(SECOND_MS);
  const chart = toRunChart(run);
  const size = useRunChartSize({ pitch: 15 });
  const { rowsPerCell } = buildRunChart(chart, size.maxCells);
  const percent = percentDone(run);
  const done = hasImages
    ? `${formatCount(run.pages_done)} of ${formatAmount(run.pages_total, 'image')} tagged`
    : `${formatCount(run.pages_done)} of ${formatAmount(run.pages_total, 'page')} written`;
  return (
    <Card label={run.kind === 'test' ? 'Test in progress' : 'Run in progress'}>
      <div className={classes.progress}>
        <Box
          component="p"
          fz={56}
          fw={600}
          lh="52px"
          lts="-0.03em"
          role="progressbar"
          aria-label={hasImages ? 'Images tagged' : 'Pages written'}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={done}
        >
          {percent}
          <Box component="span" c="var(--text3)" fz={28} fw={400} lts={0}>
            %
          </Box>
        </Box>
        {listFigures(run, { now, hasImages }).map((figure) => (
          <FigureOfRun key={figure.label} figure={figure} />
        ))}
      </div>
      {/* A cell of the chart is a row, and a row of a Geocoder has many images. */}
      {!hasImages && countRows(run) > 0 && (
        <>
          <RunChart run={chart} label={done} {...size} />
          <RunChartFooter>
            <Writing rowsPerCell={rowsPerCell} place={run.now_writing} />
            <RunChartLegend states={listStates(chart)} />
          </RunChartFooter>
        </>
      )}
      <Box mt={20}>
        <StageBar stages={listStages(run)} />
      </Box>
      {run.kind === 'save' && (
        <Box component="p" mt={16} c="var(--text2)" fz="small">
          You can leave this page. We’ll notify you when the run is done.
        </Box>
      )}
    </Card>
  );
}

function Writing({ rowsPerCell, place }: { rowsPerCell: number; place: string | null }) {
  return (
    <Box component="p" miw={0} style={{ overflowWrap: 'anywhere' }}>
      Each block stands for {formatAmount(rowsPerCell, 'row')}.
      {place !== null && (
        <>
          {' Now building '}
          <strong>
            <bdi>{place}</bdi>
          </strong>
        </>
      )}
    </Box>
  );
}

/** Lists only the states that the chart shows. */
function listStates({ warnings, skipped }: ReturnType<typeof toRunChart>): CellState[] {
  const marks: CellState[] = [];
  if (warnings.length > 0) marks.push('warning');
  if (skipped.length > 0) marks.push('skipped');
  return ['written', 'now', ...marks, 'todo'];
}

interface Stage {
  name: string;
  state: 'past' | 'now' | 'rest';
  /** `0.4 s`, `12 of 20 parts`. */
  note?: string;
  /** Length relative to the other stages, 1 by default. */
  weight?: number;
  /** Progress of the current stage, 0 to 1; if unknown, all of it is orange. */
  share?: number;
}

const SPOKEN = { past: 'done', now: 'now', rest: 'not started' };

/** Stages of a run as the scale bar of a map: past black, current orange, the rest outlined. */
function StageBar({ stages, label = 'Stages of the run' }: { stages: readonly Stage[]; label?: string }) {
  return (
    <ol
      className={stageBar.stages}
      aria-label={label}
      style={{ gridTemplateColumns: stages.map(({ weight = 1 }) => `minmax(0, ${weight}fr)`).join(' ') }}
    >
      {stages.map(({ name, state, note, share }) => (
        <li
          key={name}
          className={stageBar.stage}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          aria-label={`${name}: ${SPOKEN[state]}${note === undefined ? '' : `, ${note}`}`}
        >
          <span className={stageBar.piece}>
            {state === 'now' && <span style={{ width: `${Math.round((share ?? 1) * 100)}%` }} />}
          </span>
          <span className={stageBar.word}>
            {state === 'past' && <Check size={14} />}
            {name}
            {note !== undefined && (
              <Box component="span" display="block" c="var(--text3)" fz="xs" fw={400} lh="16px">
                {note}
              </Box>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
