/** Right rail: exact output, pages this month, estimated quality, and the state of each section. */
import { Box, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { Suspense } from 'react';
import { isGeocoder } from '#contract/project-types.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { StepMark } from '#web/ui/step-mark.tsx';
import { type SectionName, sections } from '../shared/messages.ts';
import type { Inspection, PageLimits, ProjectForm } from './form-state.ts';
import { countOpen } from './match-columns.rules.ts';
import classes from './outcome-rail.module.css';
import { countSerious, placeProblems, reportSection, type SectionReport } from './problem-place.rules.ts';

const QualityEstimate = lazyPart<{ form: ProjectForm }>(
  'quality-estimate',
  async () => (await import('./quality-estimate.tsx')).QualityEstimate,
  MissingPart,
);

const PageLimit = lazyPart<{ limits: PageLimits }>(
  'page-limit',
  async () => (await import('./page-limit.tsx')).PageLimit,
  MissingPart,
);

const NONE = '–';
const ROWS_ID = 'sheet-rows';

const skippedFact = (skipped: number): Fact[] =>
  skipped > 0 ? [['Skipped', <SkippedLink key="skipped" rows={skipped} />, true]] : [];

function SkippedLink({ rows }: { rows: number }) {
  return (
    <a href={`#${ROWS_ID}`} className={classes.skipped}>
      {formatAmount(rows, 'row')}
    </a>
  );
}

/** Figures of a Geocoder: images times towns. */
function listImageFigures({ inspection, images }: ProjectForm): Fact[] {
  const outcome = inspection?.outcome;
  const count = images.stored.length;
  return [
    ['Images', formatCount(count)],
    ['Towns', outcome ? formatCount(outcome.pages) : NONE],
    ...skippedFact(outcome?.skipped ?? 0),
    ['Tagged copies', outcome ? formatCount(outcome.pages * count) : NONE],
  ];
}

/** Sizes of the files that a run writes. */
function listFigures({ inspection }: ProjectForm): Fact[] {
  const outcome = inspection?.outcome;
  if (!outcome)
    return [
      ['Pages', NONE],
      ['Output', NONE],
    ];
  const { pages, skipped, parts, bytes, tables } = outcome;
  const noun = inspection.combined ? 'page' : 'row';
  return [
    ['Pages', `${formatCount(pages)} of ${formatAmount(pages + skipped, noun)}`],
    ...skippedFact(skipped),
    ['Output', `${formatAmount(parts.length, 'part')}, ${formatBytes(bytes)}`],
    ...(tables ? [toTableFact(tables)] : []),
  ];
}

const toTableFact = ({ names, bytes }: { names: readonly string[]; bytes: number }): Fact =>
  names.length === 1
    ? ['HubDB file', formatBytes(bytes)]
    : ['HubDB files', `${formatCount(names.length)}, ${formatBytes(bytes)}`];

export function OutcomeRail({ form }: { form: ProjectForm }) {
  const hasImages = isGeocoder(form.type);
  return (
    <aside className={classes.rail} aria-label="What you’ll get">
      <Box p="16px 16px 12px" bd="1px solid var(--line)" bdrs={12} bg="var(--raised)">
        <Box component="h2" mb={8} fz="lg" fw={600} lh="22px">
          What you’ll get
        </Box>
        <FactList
          facts={hasImages ? listImageFigures(form) : listFigures(form)}
          isBusy={form.reading.isBusy}
        />
        {form.limits && (
          <Suspense>
            <PageLimit limits={form.limits} />
          </Suspense>
        )}
      </Box>
      {!hasImages && (
        <Suspense>
          <QualityEstimate form={form} />
        </Suspense>
      )}
      <nav aria-label="Sections of this form">
        <ol className={classes.sections}>
          <SectionLink
            name="details"
            report={{ state: form.values.title.trim() === '' ? 'empty' : 'done', count: 0 }}
          />
          {listSections(form).map(([name, report]) => (
            <SectionLink key={name} name={name} report={report} />
          ))}
        </ol>
      </nav>
    </aside>
  );
}

/** Exact once there is a plan; before that, counted in the sheet. */
function countSkippedRows(inspection: Inspection | undefined): number {
  const losses = inspection?.table?.cellProblems.filter(({ severity }) => severity === 'loss') ?? [];
  return inspection?.outcome?.skipped ?? new Set(losses.map(({ row }) => row)).size;
}

interface RailReport extends SectionReport {
  /** Number of skipped rows. */
  isOfRows?: boolean;
}

function listSections(form: ProjectForm): [SectionName, RailReport][] {
  const { inspection, images, draft, type } = form;
  const { isBusy } = form.reading;
  const placed = placeProblems(inspection, draft.seed?.name);
  const hasSheet = draft.sheet !== null || draft.linked !== null;
  const skipped = countSkippedRows(inspection);
  const faults = countSerious(placed.sheet) + countOpen(inspection);
  const report = (has: boolean, isFresh: boolean, problems: number) =>
    reportSection({ has, isFresh, isBusy, problems });
  const sheet: [SectionName, RailReport] = [
    'sheet',
    {
      ...report(
        hasSheet,
        inspection !== undefined && (!isBusy || inspection.table !== undefined),
        faults || skipped,
      ),
      ...(faults === 0 && skipped > 0 && { isOfRows: true }),
    },
  ];
  const imageReport = reportSection({
    has: images.images.length > 0,
    isFresh: !images.isSending,
    isBusy: images.isSending,
    problems: images.images.filter(({ failure }) => failure !== undefined).length,
  });
  if (isGeocoder(type)) return [['images', imageReport], sheet];
  return [
    [
      'seed',
      report(
        draft.seed !== null,
        inspection !== undefined && (!isBusy || inspection.seed !== undefined),
        countSerious(placed.seed),
      ),
    ],
    sheet,
    ['footer', report(true, true, countSerious(placed.footer))],
    ['primary', imageReport],
    ['schedule', report(true, true, countSerious(placed.schedule))],
  ];
}

const WORDS: Record<SectionReport['state'], string> = {
  empty: 'nothing yet',
  busy: 'being read',
  done: 'done',
  problem: 'problems',
};

const formatReport = ({ count, isOfRows }: RailReport): string =>
  isOfRows ? `${formatCount(count)} skipped` : formatCount(count);

function SectionLink({ name, report }: { name: SectionName; report: RailReport }) {
  const { id, title } = sections[name];
  return (
    <li className={classes.section}>
      <a href={`#${id}`} className={classes.link}>
        <StepMark state={report.state === 'empty' ? 'open' : report.state}>
          {report.state === 'done' && <Check size={11} strokeWidth={1.375} />}
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
            {formatReport(report)}
          </Box>
        )}
      </a>
    </li>
  );
}
