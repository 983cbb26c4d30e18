/** Formats the quality of a run for a terminal: the score, what costs most, and the pages to fix. */
import { styleText } from 'node:util';
import { QUALITY_ADVICE, QUALITY_PARTS, QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { type PageQuality, roundParts, type RunCost, type RunQuality } from '#engine';
import { formatCount, replaceControls } from './problem-text.ts';
import { writeTable } from './terminal-table.ts';

const MAX_COSTS = 6;
const MAX_CLUSTERS = 5;
const MAX_PAGES = 10;
const NAME_CHARACTERS = 50;

function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function formatPoints(points: number): string {
  return points.toFixed(points < 10 ? 1 : 0);
}

function namePage({ title, url }: PageQuality): string {
  const name = replaceControls(title || url || 'Untitled page');
  return name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name;
}

function writeSummary({ score, parts, pages, templateShare }: RunQuality): string[] {
  const color = score >= 60 ? 'green' : score >= 40 ? 'yellow' : 'red';
  const columns = [
    { heading: 'part' },
    { heading: 'points', isFigure: true },
    { heading: 'of', isFigure: true },
  ];
  const points = roundParts(parts);
  const rows = QUALITY_PARTS.map(({ key, label, most }) => [
    label.toLowerCase(),
    formatPoints(points[key]),
    String(most),
  ]);
  return [
    styleText(
      ['bold', color],
      `Quality: ${Math.round(score)} of 100 for ${formatCount(pages.length, 'page')}.`,
    ),
    '',
    ...writeTable(columns, rows),
    '',
    `On average, ${formatShare(templateShare)} of a page comes from the template.`,
  ];
}

/** Names a kind of problem, and says what to do about it. */
function describeKind(code: string): string {
  return [QUALITY_TEXTS[code] ?? code, QUALITY_ADVICE[code] ?? ''].filter(Boolean).join('. ');
}

function writeCosts(costs: readonly RunCost[], total: number): string[] {
  if (costs.length === 0) return [];
  const lines = costs.slice(0, MAX_COSTS).map(({ code, cost, pages }) => {
    const where = pages === total ? 'all pages' : formatCount(pages, 'page');
    return `  ${`−${formatPoints(cost)}`.padStart(6)}  ${describeKind(code)} (${where})`;
  });
  return ['', styleText('bold', 'Where points are lost'), ...lines];
}

function writeClusters({ clusters, pages }: RunQuality): string[] {
  if (clusters.length === 0) return [];
  const lines = clusters.slice(0, MAX_CLUSTERS).map(({ from, to, pages: members }) => {
    const [first, second] = members.map((index) => pages[index]).filter((page) => page !== undefined);
    const range =
      formatShare(from) === formatShare(to)
        ? formatShare(from)
        : `${formatShare(from)} to ${formatShare(to)}`;
    const names = [first, second].map((page) => (page ? namePage(page) : ''));
    return `  ${formatCount(members.length, 'page')}, ${range} alike: ${names.join(', ')}${members.length > 2 ? ', …' : ''}`;
  });
  const more = clusters.length - lines.length;
  return [
    '',
    styleText('bold', 'Pages that are nearly the same'),
    ...lines,
    ...(more > 0 ? [`  … and ${formatCount(more, 'more group')}`] : []),
  ];
}

function writeWorst({ pages }: RunQuality): string[] {
  const worst = pages.toSorted((a, b) => a.score - b.score).slice(0, MAX_PAGES);
  const columns = [
    { heading: 'page' },
    { heading: 'score', isFigure: true },
    { heading: 'words', isFigure: true },
    { heading: 'own words', isFigure: true },
    { heading: 'closest', isFigure: true },
  ];
  const rows = worst.map((page) => [
    namePage(page),
    String(Math.round(page.score)),
    page.words.toLocaleString('en-US'),
    formatShare(page.ownShare),
    page.closest ? formatShare(page.closest.similarity) : '',
  ]);
  return ['', styleText('bold', 'Weakest pages'), ...writeTable(columns, rows)];
}

/** Formats the report. */
export function writeQuality(quality: RunQuality, { hasRows }: { hasRows: boolean }): string[] {
  const { pages, pagesWithRow, costs } = quality;
  const unmatched = pages.length - pagesWithRow;
  return [
    ...writeSummary(quality),
    ...(hasRows ? [] : ['Without --rows, town names count as differences. Add --rows to ignore them.']),
    ...(hasRows && unmatched > 0
      ? [
          `${formatCount(unmatched, 'page')} matched no row of the sheet, so town names count as differences there.`,
        ]
      : []),
    ...writeCosts(costs, pages.length),
    ...writeClusters(quality),
    ...writeWorst(quality),
    '',
    'Use --json to list all pages. The score limits are Geoloom’s; Google doesn’t publish any.',
  ];
}
