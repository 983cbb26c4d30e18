/** Describes the quality of the pages of a run as JSON, in batches for the database. */
import { MAX_GROUPS, THIN } from '#contract/quality-limits.ts';
import type { StoredQuality } from '#contract/run-quality-shapes.ts';
import { type PageQuality, type Places, roundParts, type RunQuality } from '#engine';
import { findAreas, nameSurroundings, type TownAt } from './engine-areas.ts';
import type { RunQualityText } from './engine-task.ts';

/** Pages per statement. */
const BATCH_SIZE = 200;
const MAX_CLUSTER_ROWS = 500;
/** Width of a bin of the histogram, in points. */
const BIN = 5;

/** Longer titles and URLs are truncated. */
const MAX_TITLE = 500;
const MAX_URL = 2_000;

/** @returns null for an empty text. PostgreSQL's JSON can't contain NUL or lone surrogates. */
function toStorable(text: string, length: number): string | null {
  return text.slice(0, length).replaceAll('\0', '').toWellFormed() || null;
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** @param width points per bin */
function countBins(pages: readonly PageQuality[], width: number): number[] {
  const bins = new Array<number>(100 / width).fill(0);
  for (const { score } of pages) {
    const bin = Math.min(bins.length - 1, Math.floor(round(score, 1) / width));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

function listFacts(pages: readonly PageQuality[]): NonNullable<StoredQuality['facts']> {
  const facts = { similarity: 0, thin_pages: 0, long_titles: 0, dead_links: 0 };
  for (const { closest, localWords, problems, deadLinks } of pages) {
    facts.similarity += (closest?.similarity ?? 0) / pages.length;
    if (localWords < THIN.localWords) facts.thin_pages += 1;
    if (problems.some(({ code }) => code === 'title-long')) facts.long_titles += 1;
    facts.dead_links += deadLinks;
  }
  return { ...facts, similarity: round(Math.min(1, facts.similarity), 4) };
}

interface DescribeOptions {
  /** Returns the number of a row in the sheet by its index. */
  getRow: (index: number) => number;
  /** Coordinates of rows, by their number. */
  towns: ReadonlyMap<number, TownAt>;
  /** The gazetteer; called if a row has coordinates. */
  openPlaces: () => Places;
}

/** Describes the figures of a run for the database. */
export function describeQuality(
  quality: RunQuality,
  { getRow, towns, openPlaces }: DescribeOptions,
): RunQualityText {
  const { pages, parts, clusters, costs } = quality;
  const rows = pages.map(({ row }) => (row === undefined ? null : getRow(row)));
  const findTowns = (members: readonly number[]) =>
    members.flatMap((page) => towns.get(rows[page] ?? -1) ?? []);
  const located = findTowns([...pages.keys()]);
  const areas = located.length > 0 ? findAreas(located, openPlaces()) : [];
  const groups = new Map<number, number>();
  for (const [group, { pages: members }] of clusters.entries())
    for (const page of members) groups.set(page, group);
  const summary: StoredQuality = {
    score: round(quality.score, 1),
    parts: roundParts(parts),
    template_share: round(quality.templateShare, 4),
    pages: pages.length,
    histogram: countBins(pages, BIN),
    scores: countBins(pages, 1),
    costs: costs.map(({ code, cost, pages: count }) => ({ code, points: round(cost, 2), pages: count })),
    cluster_count: clusters.length,
    clusters: clusters.slice(0, MAX_GROUPS).map(({ from, to, pages: members }) => ({
      size: members.length,
      from: round(from, 4),
      to: round(to, 4),
      rows: members.slice(0, MAX_CLUSTER_ROWS).flatMap((page) => rows[page] ?? []),
      near: nameSurroundings(findTowns(members), areas),
    })),
    facts: listFacts(pages),
    areas: areas.map(({ name, latitude, longitude }) => ({
      name,
      latitude: round(latitude, 2),
      longitude: round(longitude, 2),
    })),
  };
  const batches: string[] = [];
  for (let start = 0; start < pages.length; start += BATCH_SIZE) {
    const batch = pages.slice(start, start + BATCH_SIZE).flatMap((page, at) => {
      const row = rows[start + at] ?? null;
      if (row === null) return [];
      const { title, score, words, ownShare, localWords, closest, problems, searchTitle, canonical, h1 } =
        page;
      return [
        {
          row,
          score: round(score, 1),
          words,
          own_share: round(ownShare, 4),
          local_words: Math.round(localWords),
          alike_group: groups.get(start + at) ?? null,
          closest_row: closest ? (rows[closest.page] ?? null) : null,
          similarity: closest ? round(closest.similarity, 4) : null,
          problems: problems.map(({ code }) => code),
          search_title: toStorable(searchTitle || title, MAX_TITLE),
          canonical: toStorable(canonical, MAX_URL),
          h1,
        },
      ];
    });
    batches.push(JSON.stringify(batch));
  }
  return { summary: JSON.stringify(summary), pages: batches };
}
