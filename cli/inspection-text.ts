/** Formats an inspection for a terminal. */
import { styleText } from 'node:util';
import { describeChange } from '#contract/estimate-texts.ts';
import { QUALITY_PARTS } from '#contract/quality-texts.ts';
import type {
  EstimateReport,
  Inspection,
  Outcome,
  PlaceholderUse,
  SeedInspection,
  TableInspection,
} from '#engine';
import { formatCount, writeProblems } from './problem-text.ts';
import { writeTable } from './terminal-table.ts';

const MAX_UNTOUCHED = 10;
const MAX_SAMPLE_CHARACTERS = 40;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_SAMPLE_CHARACTERS ? `${line.slice(0, MAX_SAMPLE_CHARACTERS)}…` : line;
}

function describeFilling({ state, columns, nearest, choice, missingColumn }: PlaceholderUse): string {
  if (state === 'column') return `column ${columns.join(', ')}`;
  if (state === 'derived') return 'derived';
  if (state === 'waiting') return 'no sheet yet';
  if (state === 'text') return `the text "${choice && 'text' in choice ? shorten(choice.text) : ''}"`;
  if (missingColumn !== undefined) return `no column ${missingColumn}`;
  return nearest === undefined ? 'no matching column' : `no matching column; closest is ${nearest}`;
}

/** A placeholder that nothing fills has no context. */
function formatPlace({ leaf, context }: { leaf: string; context: string }): string {
  return context === '' ? leaf : `${leaf} (${context})`;
}

function writeSeed(seed: SeedInspection): string[] {
  const records = seed.records.map(({ type, count }) => `${count} ${type}`).join(', ');
  const pattern = seed.pattern
    ? [`  pattern: "${shorten(seed.pattern.title)}" (${seed.pattern.type}), line ${seed.pattern.line}`]
    : [];
  const columns = [
    { heading: 'placeholder' },
    { heading: 'places', isFigure: true },
    { heading: 'filled by' },
    { heading: 'leaves and contexts' },
  ];
  const rows = seed.placeholders.map((use) => [
    use.text,
    use.count.toLocaleString('en-US'),
    describeFilling(use),
    [...new Set(use.places.map(formatPlace))].slice(0, 3).join(', '),
  ]);
  const untouched = seed.untouched
    .slice(0, MAX_UNTOUCHED)
    .map(
      ({ text, count, line }) => `${shorten(text)} × ${count}${line === undefined ? '' : ` (line ${line})`}`,
    );
  return [
    styleText('bold', `Seed: ${seed.format}, ${seed.builder}, ${records}`),
    ...pattern,
    `  also included: ${formatCount(seed.media, 'media item')}, ${formatCount(seed.parents, 'parent page')}`,
    '',
    ...writeTable(columns, rows),
    ...(untouched.length > 0 ? ['', `  left as is: ${untouched.join(', ')}`] : []),
  ];
}

function writeSheet(table: TableInspection, heading = 'Sheet'): string[] {
  const delimiter = table.delimiter === '\t' ? 'TAB' : table.delimiter;
  const kind =
    table.delimiter === 'cells' ? 'spreadsheet cells' : `${table.encoding}, delimiter ${delimiter}`;
  const columns = [
    { heading: 'column' },
    { heading: 'places', isFigure: true },
    { heading: 'empty', isFigure: true },
    { heading: 'first row' },
  ];
  const rows = table.columns.map(({ name, places, empty }, index) => [
    name,
    places.toLocaleString('en-US'),
    empty.toLocaleString('en-US'),
    shorten(table.rows[0]?.cells[index] ?? ''),
  ]);
  return [
    styleText('bold', `${heading}: ${formatCount(table.rowCount, 'row')}, ${kind}`),
    ...writeTable(columns, rows),
    ...(table.problemCount > 0 ? ['', `  ${formatCount(table.problemCount, 'problem')} in rows`] : []),
  ];
}

function writeOutcome(outcome: Outcome): string[] {
  const skipped = outcome.skipped > 0 ? `, ${formatCount(outcome.skipped, 'row')} skipped` : '';
  const size = `${(outcome.bytes / 1_000_000).toFixed(2)} MB in ${formatCount(outcome.parts.length, 'part')}`;
  return [
    styleText('bold', `Output: ${formatCount(outcome.pages, 'page')}${skipped}, ${size}`),
    ...(outcome.firstLink ? [`  first formed link: ${outcome.firstLink.html}`] : []),
  ];
}

function writeEstimate({ score, parts, template_share: template, rows, changes }: EstimateReport): string[] {
  const scores = QUALITY_PARTS.map(
    ({ key, label, most }) => `${label.toLowerCase()} ${Math.round(parts[key])} of ${most}`,
  );
  const lines = changes.map((change) => {
    const { lead, rest, code = '' } = describeChange(change);
    return `  ${`+${change.points}`.padStart(4)}  ${[lead, rest, code].filter(Boolean).join(' ')}`;
  });
  return [
    styleText('bold', `Quality estimate: ${Math.round(score)} of 100, from ${formatCount(rows, 'row')}`),
    `  ${scores.join(', ')}`,
    `  ${Math.round(template * 100)}% of each page comes from the template`,
    ...(lines.length > 0 ? ['', '  What would raise it most', ...lines] : []),
  ];
}

/** @param paths files as the user named them, by the names in problems */
export function writeInspection(
  inspection: Inspection & { estimate?: EstimateReport },
  paths: ReadonlyMap<string, string>,
): string[] {
  const { seed, table, combined, outcome, estimate, problems } = inspection;
  const blocks = [
    seed && writeSeed(seed),
    table && writeSheet(table),
    combined && writeSheet(combined, 'Second list'),
    outcome && writeOutcome(outcome),
    estimate && writeEstimate(estimate),
  ];
  const lines = blocks.flatMap((block) => (block ? [...block, ''] : []));
  return [
    ...lines,
    ...writeProblems(problems, { paths, rest: 'all are shown with --json' }).slice(lines.length > 0 ? 1 : 0),
  ];
}
