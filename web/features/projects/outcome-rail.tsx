/** The right rail: what would come out, exactly, and how far each section is. */
import { Check } from 'lucide-react';
import type { Inspection } from '#engine';
import { formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { type SectionName, sections } from './messages.ts';
import classes from './outcome-rail.module.css';
import { countSerious, judgeSection, placeProblems, type SectionReport } from './problem-place.rules.ts';
import type { FormReading } from './use-form-reading.ts';

const NONE = '–';

function listFigures(
  inspection: Inspection | undefined,
): [label: string, figure: string, isLost?: boolean][] {
  const outcome = inspection?.outcome;
  const uses = inspection?.seed?.placeholders;
  const filled = uses?.filter(({ state }) => state === 'column' || state === 'derived').length ?? 0;
  const placeholders = uses ? `${formatCount(filled)} of ${formatCount(uses.length)}` : NONE;
  const figures: [string, string, boolean?][] = [
    ['Pages', outcome ? formatCount(outcome.pages) : NONE],
    ['Output', outcome ? formatBytes(outcome.bytes) : NONE],
    ['Parts', outcome ? formatCount(outcome.parts.length) : NONE],
    ['Placeholders filled', placeholders],
  ];
  if (outcome && outcome.skipped > 0)
    figures.splice(1, 0, ['Rows skipped', formatCount(outcome.skipped), true]);
  return figures;
}

/** @param props.title what was typed: the first section is done with it */
export function OutcomeRail({ project, title }: { project: FormReading; title: string }) {
  const { inputs, inspection, state } = project;
  const shown = inputs.seed || inputs.sheet ? inspection : undefined;
  return (
    <aside className={classes.rail} aria-label="What you will get">
      <div className={classes.card} data-busy={state.isBusy || undefined}>
        <h2 className={classes.title}>What you will get</h2>
        <dl className={classes.figures}>
          {listFigures(shown).map(([label, figure, isLost]) => (
            <div key={label} className={classes.figure} data-skipped={isLost}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <nav aria-label="Sections of this form">
        <ol className={classes.sections}>
          <SectionLink name="details" report={{ state: title.trim() === '' ? 'empty' : 'done', count: 0 }} />
          {listSections(project).map(([name, report]) => (
            <SectionLink key={name} name={name} report={report} />
          ))}
        </ol>
      </nav>
    </aside>
  );
}

/** Exact once there is a plan; before, what the reading of the sheet has found. */
function countSkippedRows(inspection: Inspection | undefined): number {
  const losses = inspection?.table?.cellProblems.filter(({ severity }) => severity === 'loss') ?? [];
  return inspection?.outcome?.skipped ?? new Set(losses.map(({ row }) => row)).size;
}

interface RailReport extends SectionReport {
  /** The count is of skipped rows. */
  isOfRows?: boolean;
}

function listSections(project: FormReading): [SectionName, RailReport][] {
  const { inputs, inspection, isFresh, state } = project;
  const placed = inspection && placeProblems(inspection, inputs.seed?.name);
  const { isBusy } = state;
  const skipped = countSkippedRows(inspection);
  const counts = {
    seed: countSerious(placed?.seed ?? []),
    sheet: countSerious(placed?.sheet ?? []),
    footer: countSerious(placed?.footer ?? []),
  };
  return [
    [
      'seed',
      judgeSection({ has: inputs.seed !== null, isFresh: isFresh.seed, isBusy, problems: counts.seed }),
    ],
    [
      'sheet',
      {
        ...judgeSection({
          has: inputs.sheet !== null,
          isFresh: isFresh.sheet,
          isBusy,
          problems: counts.sheet + skipped,
        }),
        // Rows are counted apart: the tab of the sheet counts those that have a problem.
        ...(counts.sheet === 0 && skipped > 0 && { isOfRows: true }),
      },
    ],
    ['footer', judgeSection({ has: true, isFresh: true, isBusy, problems: counts.footer })],
  ];
}

const WORDS: Record<SectionReport['state'], string> = {
  empty: 'nothing yet',
  busy: 'being read',
  done: 'done',
  problem: 'problems',
};

const tellCount = ({ count, isOfRows }: RailReport): string =>
  isOfRows ? `${formatCount(count)} skipped` : formatCount(count);

function SectionLink({ name, report }: { name: SectionName; report: RailReport }) {
  const { id, title } = sections[name];
  return (
    <li className={classes.section} data-state={report.state}>
      <a href={`#${id}`} className={classes.link}>
        <span className={classes.mark} aria-hidden="true">
          {report.state === 'done' && <Check size={11} strokeWidth={3} />}
          {report.state === 'problem' && '!'}
        </span>
        <span className={classes.name}>{title}</span>
        <span className={classes.state}>{WORDS[report.state]}</span>
        {report.count > 0 && <span className={classes.count}>{tellCount(report)}</span>}
      </a>
    </li>
  );
}
