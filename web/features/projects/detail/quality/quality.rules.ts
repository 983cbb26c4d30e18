/** Figures of a measured run as its cards show them. Pure. */
import { FIX_CODES, POOR_SCORE, WEAK_SCORE } from '#contract/quality-limits.ts';
import type { QualityGate } from '#contract/quality-gate.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import type { RunQuality } from '#contract/run-quality-shapes.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';

/** Width of a bin of the histogram, in points. */
export const BIN = 5;

export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;
export const formatScore = (score: number): string => String(Math.round(score));

/** `84 to 91%`, or one figure if both are the same. */
export function formatRange(from: number, to: number): string {
  const [low, high] = [Math.round(from * 100), Math.round(to * 100)];
  return low === high ? `${low}%` : `${low} to ${high}%`;
}

/** Score at which pages aren't weak. */
export const toLimit = (gate: QualityGate | null): number => gate?.below ?? WEAK_SCORE;

/** Number of pages that score less; older runs count in steps of five points. */
export function countBelow({ scores, histogram }: RunQuality, below: number): number {
  const bins = scores ? scores.slice(0, below) : histogram.slice(0, Math.round(below / BIN));
  return bins.reduce((sum, count) => sum + count, 0);
}

export type ScoreLevel = 'poor' | 'weak' | 'good';

/** Level of a page. */
export function rateScore(score: number, limit: number): ScoreLevel {
  if (score >= limit) return 'good';
  return score < POOR_SCORE ? 'poor' : 'weak';
}

type FactsOf = Pick<RunQuality, 'facts' | 'costs'>;

/** Problems of titles, headings and links, apart from dead links, which are counted. */
const HEAD_CODES: ReadonlySet<string> = new Set(
  [...FIX_CODES.head, ...FIX_CODES.links].filter((code) => code !== 'link-unanswered'),
);

function describeHead({ facts, costs }: FactsOf): string {
  const counted = [
    facts?.long_titles ? `${formatAmount(facts.long_titles, 'title')} over 60 characters` : '',
    facts?.dead_links ? formatAmount(facts.dead_links, 'dead link') : '',
  ].filter((text) => text !== '');
  const [worst] = costs.filter(({ code }) => HEAD_CODES.has(code));
  if (counted.length < 2 && worst)
    counted.unshift(`${QUALITY_TEXTS[worst.code] ?? worst.code} on ${formatAmount(worst.pages, 'page')}`);
  return counted.slice(0, 2).join(', ') || 'Nothing to fix';
}

/** The fact behind each part of the score; empty for older runs. */
export function describeParts(
  quality: FactsOf,
): Record<'similarity' | 'substance' | 'head_and_links', string> {
  const { facts } = quality;
  if (!facts) return { similarity: '', substance: '', head_and_links: '' };
  const { similarity, thin_pages: thin } = facts;
  const have = thin === 1 ? 'has' : 'have';
  return {
    similarity: `Closest siblings share ${formatPercent(similarity)} on average`,
    substance:
      thin === 0
        ? 'Every page has 40 local words or more'
        : `${formatAmount(thin, 'page')} ${have} fewer than 40 local words`,
    head_and_links: describeHead(quality),
  };
}

const DONE: Record<QualityGate['action'], string> = {
  'leave-out': 'left out',
  draft: 'imported as drafts',
  noindex: 'set to noindex',
};

interface Outcome {
  /** Ends with a colon if there is more. */
  text: string;
  /** Shown in bold. */
  ready: string;
  rest: string;
}

/** Says what the gate would do with the pages of the run. */
export function describeGate(quality: RunQuality, gate: QualityGate | null): Outcome {
  const { pages } = quality;
  const all = formatAmount(pages, 'page');
  if (gate === null)
    return { text: 'Off: every page goes into the files,', ready: `${all} ready`, rest: '.' };
  const held = countBelow(quality, gate.below);
  if (held === 0) return { text: `No page scores below ${gate.below}:`, ready: `${all} ready`, rest: '.' };
  if (held === pages && gate.action === 'leave-out')
    return {
      text: `Every page scores below ${gate.below}:`,
      ready: 'nothing would be left to import',
      rest: '.',
    };
  const about = quality.scores ? '' : 'about ';
  const done = held === 1 && gate.action === 'draft' ? 'imported as a draft' : DONE[gate.action];
  const text = `${about}${formatCount(held)} of ${all} would be ${done}:`;
  // Drafts and pages with noindex are in the files.
  const [ready, rest] =
    gate.action === 'leave-out' ? [pages - held, `, ${formatCount(held)} held back`] : [pages, ''];
  return {
    text: text.charAt(0).toUpperCase() + text.slice(1),
    ready: `${formatAmount(ready, 'page')} ready`,
    rest: `${rest}. The run report names each one.`,
  };
}

/** Words of a quote. */
const QUOTE_WORDS = 6;

/** The beginning of a paragraph. */
export function quoteStart(text: string): string {
  const words = text.split(' ');
  const start = words.slice(0, QUOTE_WORDS).join(' ').slice(0, 80);
  return start.length < text.length ? `${start.replace(/[\s.,;:!?–-]+$/, '')}…` : start;
}

/** Says on how many pages a text is, of those that were checked. */
export function describeShared({ pages, of }: { pages: number; of: number }, all: number): string {
  if (of === all)
    return pages === of
      ? `is on all ${formatAmount(all, 'page')}.`
      : `is on ${formatCount(pages)} of ${formatAmount(all, 'page')}.`;
  const checked = `${formatAmount(of, 'page')} we checked`;
  return pages === of ? `is on all ${checked}.` : `is on ${formatCount(pages)} of ${checked}.`;
}
