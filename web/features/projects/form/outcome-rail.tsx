/** The right rail: what would come out, exactly, and how far each section is. */
import { Box, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import type { Inspection } from '#engine';
import { isGeocoder } from '#contract/project-types.ts';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { StepMark } from '#web/ui/step-mark.tsx';
import { type SectionName, sections } from '../shared/messages.ts';
import classes from './outcome-rail.module.css';
import { countSerious, judgeSection, placeProblems, type SectionReport } from './problem-place.rules.ts';
import type { FormReading } from './use-form-reading.ts';
import type { ProjectForm } from './use-project-form.ts';

const NONE = '–';

/** Of a Geocoder: images times towns. */
function listImageFigures({ reading, images }: ProjectForm): Fact[] {
  const outcome = reading.inputs.sheet ? reading.inspection?.outcome : undefined;
  const count = images.stored.length;
  const skipped = outcome?.skipped ?? 0;
  return [
    ['Images', formatCount(count)],
    ['Towns', outcome ? formatCount(outcome.pages) : NONE],
    ...(skipped > 0 ? [['Rows skipped', formatCount(skipped), true] satisfies Fact] : []),
    ['Tagged copies', outcome ? formatCount(outcome.pages * count) : NONE],
  ];
}

function listFigures({ inputs, inspection: read }: FormReading): Fact[] {
  const inspection = inputs.seed || inputs.sheet ? read : undefined;
  const outcome = inspection?.outcome;
  const uses = inspection?.seed?.placeholders;
  const filled = uses?.filter(({ state }) => state === 'column' || state === 'derived').length ?? 0;
  const placeholders = uses ? `${formatCount(filled)} of ${formatCount(uses.length)}` : NONE;
  const figures: Fact[] = [
    ['Pages', outcome ? formatCount(outcome.pages) : NONE],
    ['Output', outcome ? formatBytes(outcome.bytes) : NONE],
    ['Parts', outcome ? formatCount(outcome.parts.length) : NONE],
    ['Placeholders filled', placeholders],
  ];
  if (outcome && outcome.skipped > 0)
    figures.splice(1, 0, ['Rows skipped', formatCount(outcome.skipped), true]);
  return figures;
}

export function OutcomeRail({ form }: { form: ProjectForm }) {
  const { reading } = form;
  const { state } = reading;
  const { title } = form.form.values;
  const hasImages = isGeocoder(form.start.type);
  const figures = hasImages ? listImageFigures(form) : listFigures(reading);
  return (
    <aside className={classes.rail} aria-label="What you will get">
      <Box p="16px 16px 12px" bd="1px solid var(--line)" bdrs={12} bg="var(--raised)">
        <Box component="h2" mb={8} fz={15} fw={600} lh="22px">
          What you will get
        </Box>
        <FactList facts={figures} isBusy={state.isBusy} />
      </Box>
      <nav aria-label="Sections of this form">
        <ol className={classes.sections}>
          <SectionLink name="details" report={{ state: title.trim() === '' ? 'empty' : 'done', count: 0 }} />
          {listSections(form).map(([name, report]) => (
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

function listSections({ reading, images, start }: ProjectForm): [SectionName, RailReport][] {
  const { inputs, inspection, isFresh, state } = reading;
  const placed = inspection && placeProblems(inspection, inputs.seed?.name);
  const { isBusy } = state;
  const skipped = countSkippedRows(inspection);
  const counts = {
    seed: countSerious(placed?.seed ?? []),
    sheet: countSerious(placed?.sheet ?? []),
    footer: countSerious(placed?.footer ?? []),
  };
  const sheet: [SectionName, RailReport] = [
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
  ];
  const has = images.images.length > 0;
  const failed = images.images.filter(({ failure }) => failure !== undefined).length;
  const ofImages = judgeSection({
    has,
    isFresh: !images.isSending,
    isBusy: images.isSending,
    problems: failed,
  });
  if (isGeocoder(start.type)) return [['images', ofImages], sheet];
  const seed = { has: inputs.seed !== null, isFresh: isFresh.seed, isBusy, problems: counts.seed };
  const footer = { has: true, isFresh: true, isBusy, problems: counts.footer };
  return [['seed', judgeSection(seed)], sheet, ['footer', judgeSection(footer)], ['primary', ofImages]];
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
    <li className={classes.section}>
      <a href={`#${id}`} className={classes.link}>
        <StepMark state={report.state === 'empty' ? 'open' : report.state}>
          {report.state === 'done' && <Check size={11} strokeWidth={3} aria-hidden="true" />}
          {report.state === 'problem' && <span aria-hidden="true">!</span>}
        </StepMark>
        <Box
          component="span"
          flex={1}
          {...(report.state === 'problem' && { c: 'var(--text)', fw: 600 })}
          className={classes.name ?? ''}
        >
          {title}
        </Box>
        <VisuallyHidden>{WORDS[report.state]}</VisuallyHidden>
        {report.count > 0 && (
          <Box component="span" c="var(--crimson-text)" fw={600}>
            {tellCount(report)}
          </Box>
        )}
      </a>
    </li>
  );
}
