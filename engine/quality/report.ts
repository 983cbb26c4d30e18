/** The report as programs read it: `geoloom quality --json`. */
import type { PageQuality, RunQuality } from './measure-run.ts';
import type { PartScores, QualityCode } from './score-pages.ts';
import { CUT_CHARACTERS, GEO_DECIMALS, MAX_TOWN_LINKS, SUBSTANCE } from './thresholds.ts';

interface ProblemContext {
  page: PageQuality;
  /** Its closest page. */
  sibling: PageQuality | undefined;
}

const { words, localWords } = SUBSTANCE;

const formatWords = (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`;

const TEXTS: Readonly<Record<QualityCode, string | ((context: ProblemContext) => string)>> = {
  alike: ({ page: { closest }, sibling }) =>
    `This page and "${sibling?.title || sibling?.url || 'another page'}" are ${Math.round((closest?.similarity ?? 0) * 100)}% similar. Vary paragraphs, or add text about the town.`,
  'few-words': ({ page }) => `The page has ${formatWords(page.words)}. ${words.full} or more get all points.`,
  'few-local-words': ({ page: { row, localWords: found } }) =>
    row === undefined
      ? `The page has few words that no other page has. ${localWords.full} or more get all points.`
      : `Only ${formatWords(found)} ${found === 1 ? 'comes' : 'come'} from the row. ${localWords.full} or more get all points: add columns with text about the town.`,
  'value-missing': ({ page }) =>
    `An empty value seems to have left a gap: "${page.gap}". Add a fallback or a condition.`,
  'title-missing': 'The page has no title. Add one.',
  'title-duplicate': 'Another page has the same title. Use the town in it.',
  'title-long': `The title has more than ${CUT_CHARACTERS.title} characters, so search engines may cut it.`,
  'description-missing': 'The page has no meta description. Add one.',
  'description-duplicate': 'Another page has the same meta description. Use the town in it.',
  'description-long': `The meta description has more than ${CUT_CHARACTERS.description} characters, so search engines may cut it.`,
  'h1-missing': 'The page has no H1 heading. Add one.',
  'h1-repeated': 'The page has more than one H1 heading. Keep one.',
  'canonical-elsewhere':
    'The canonical URL points to another page, so search engines skip this one. Use [page_url].',
  noindex: 'The page is set to noindex, so search engines skip it.',
  'json-ld-invalid':
    'The structured data (JSON-LD) isn’t valid JSON, so search engines ignore it. Fix it in the seed.',
  'business-incomplete':
    'A LocalBusiness in the structured data has no name or street address. For a town without an office, use a Service with provider and areaServed.',
  'geo-imprecise': `Coordinates in the structured data have fewer than ${GEO_DECIMALS} decimals. Google asks for at least ${GEO_DECIMALS}.`,
  'business-rating':
    'The structured data includes ratings or reviews of the business itself. Google shows them only on sites that review other businesses. Remove them.',
  'link-unanswered': 'A link leads to a page of the site that isn’t in these files. Check the link.',
  orphan: 'No other page links to this page. Add [nearby] to the seed, or link to it from a list of towns.',
  'town-list': `The page links to more than ${MAX_TOWN_LINKS} towns. Google calls long lists of towns keyword stuffing: link to the nearest ones.`,
};

/** Describes a problem of a page, with the numbers that it has there. */
function describeProblem(code: QualityCode, context: ProblemContext): string {
  const text = TEXTS[code];
  return typeof text === 'string' ? text : text(context);
}

export interface QualityReport {
  /** 0 to 100, as all scores. */
  score: number;
  parts: { similarity: number; substance: number; head_and_links: number };
  /** 0 to 1, as all shares. */
  template_share: number;
  pages: {
    title: string;
    url: string;
    score: number;
    words: number;
    own_words: number;
    closest: { title: string; url: string; similarity: number } | null;
    problems: { code: string; text: string }[];
  }[];
  clusters: { size: number; from: number; to: number; pages: string[] }[];
}

const SHARE_STEPS = 10_000;
const SCORE_STEPS = 10;

/** Rounds a share as reports show it. */
export function roundShare(share: number): number {
  return Math.round(share * SHARE_STEPS) / SHARE_STEPS;
}

/** Rounds a score as reports show it. */
export function roundScore(score: number): number {
  return Math.round(score * SCORE_STEPS) / SCORE_STEPS;
}

/** Rounds the parts of a score. */
export function roundParts({ similarity, substance, headAndLinks }: PartScores): QualityReport['parts'] {
  return {
    similarity: roundScore(similarity),
    substance: roundScore(substance),
    head_and_links: roundScore(headAndLinks),
  };
}

/** Makes the report of a run. Scores have one decimal, shares four. */
export function toQualityReport({ score, parts, templateShare, pages, clusters }: RunQuality): QualityReport {
  return {
    score: roundScore(score),
    parts: roundParts(parts),
    template_share: roundShare(templateShare),
    pages: pages.map((page) => {
      const sibling = page.closest && pages[page.closest.page];
      return {
        title: page.title,
        url: page.url,
        score: roundScore(page.score),
        words: page.words,
        own_words: roundShare(page.ownShare),
        closest:
          page.closest && sibling
            ? { title: sibling.title, url: sibling.url, similarity: roundShare(page.closest.similarity) }
            : null,
        problems: page.problems.map(({ code }) => ({ code, text: describeProblem(code, { page, sibling }) })),
      };
    }),
    clusters: clusters.map(({ from, to, pages: members }) => ({
      size: members.length,
      from: roundShare(from),
      to: roundShare(to),
      pages: members.map((index) => pages[index]?.url ?? ''),
    })),
  };
}
