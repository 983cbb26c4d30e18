/** Finds the changes of a seed that would raise the score of its pages most: each is tried and scored again. */
import { type InspectInput, prepareFor } from '../inspect/inspect.ts';
import { readSeed } from '../platforms/read-seed.ts';
import type { HeadFlaw } from '../quality/measure-page.ts';
import { createGroupCheck } from '../quality/page-group.ts';
import { MASKED_WORDS } from '../quality/thresholds.ts';
import { mixHash } from '../quality/uint-set.ts';
import { Neighbors } from '../render/neighbors.ts';
import { listUsedColumns } from '../render/used-columns.ts';
import type { EstimatedChange } from './estimate.ts';
import { listPlaceholders } from './paragraphs.ts';
import type { AddWords } from './row-similarity.ts';
import { type Measured, scoreSample, sumParts, type Trial } from './score-sample.ts';

/** Changes that are returned. */
const MAX_CHANGES = 3;
/** Variants that a paragraph is tried with. */
const VARIANTS = 3;
/** Share of what all paragraphs together would gain, at which no more of them are named. */
const ENOUGH = 0.6;
/** Columns that are named, and the points that one must add. */
const MAX_COLUMNS = 3;
const MIN_COLUMN_POINTS = 0.3;
/** Columns that are tried: those with the longest texts. */
const MAX_TRIED_COLUMNS = 12;
/** Texts of a head that are shown as examples. */
const MAX_TEXTS = 3;
/** Share of the gaps that are where a column is empty. */
const EXPLAINED_GAPS = 0.5;
const NEARBY_TRIAL = '[nearby 5][near_url] [/nearby]';
/** URLs, email addresses, numbers, dates and codes aren't texts about a town. */
const MACHINE_TEXT = /^(?:[a-z][a-z\d+.-]*:|\/|www\.|[^\s@]+@\S+$|[\d\s.,:;/()+#%$€£-]+$)/i;

/** Scores of the sample now, and with changes. */
class Trials {
  readonly measured: Measured;
  readonly #now: number;
  /** Estimated similarity of each sampled page with its closest one, without a change. */
  readonly #closest: readonly number[];

  constructor(measured: Measured) {
    this.measured = measured;
    this.#now = sumParts(scoreSample(measured));
    this.#closest = measured.sample.map((_, index) => measured.rowSimilarity.estimateClosest(index));
  }

  /** Points that a change adds. */
  try(trial: Trial): number {
    return sumParts(scoreSample(this.measured, trial)) - this.#now;
  }

  /** Measured similarity, less what a change moves the closest page away by the estimate. */
  moveAway(add: AddWords): Float64Array {
    const { sample, similarity, rowSimilarity } = this.measured;
    return Float64Array.from(sample, (_, index) => {
      const moved = (this.#closest[index] ?? 0) - rowSimilarity.estimateClosest(index, add);
      return Math.max(0, (similarity.similarity[index] ?? 0) - moved);
    });
  }
}

/** Variants of the longest paragraphs that are the same on nearly all pages. */
function varyParagraphs(trials: Trials): EstimatedChange[] {
  const { paragraphs, rowSimilarity, sample } = trials.measured;
  /** Words of paragraphs of which a sampled page and another one would have different variants. */
  const apart = sample.map(() => new Float32Array(rowSimilarity.size));
  const gains = paragraphs.map(({ words }, paragraph) => {
    const options = Uint8Array.from(
      { length: rowSimilarity.size },
      (_, row) => mixHash((row + 1) * 64 + paragraph) % VARIANTS,
    );
    for (const [index, counts] of apart.entries())
      for (let row = 0; row < counts.length; row += 1)
        if (options[index] !== options[row]) counts[row] = (counts[row] as number) + words;
    const add: AddWords = (index, row) => {
      const count = apart[index]?.[row] ?? 0;
      // Each of the two pages has words of its own in place of those that both had.
      return { same: -count, apart: 2 * count };
    };
    return trials.try({ similarity: trials.moveAway(add) });
  });
  const most = Math.max(0, ...gains);
  const count = gains.findIndex((gain) => gain >= most * ENOUGH) + 1;
  return [{ kind: 'variants', points: gains[count - 1] ?? 0, paragraphs: paragraphs.slice(0, count) }];
}

/** A column that no page uses, and its text in each searched row. */
interface UnusedColumn {
  name: string;
  ids: Int32Array;
  words: Uint32Array;
  total: number;
}

function readUnused({ plan, sheet, searched, texts }: Measured): UnusedColumn[] {
  const read = plan.neighbors?.columns ?? [];
  const used = new Set([...listUsedColumns(plan.project), ...read]);
  const columns = sheet.columns.flatMap(({ name, key }, column): UnusedColumn[] => {
    if (name === '' || key === '' || used.has(column)) return [];
    const size = searched.length;
    return [{ name, ids: new Int32Array(size), words: new Uint32Array(size), total: 0 }];
  });
  const indexes = columns.map(({ name }) => sheet.columns.findIndex((column) => column.name === name));
  for (const [at, row] of searched.entries()) {
    const cells = sheet.getCells(row);
    for (const [index, column] of columns.entries()) {
      const text = cells[indexes[index] ?? -1]?.trim() ?? '';
      if (text === '' || MACHINE_TEXT.test(text)) continue;
      const id = texts.toId(text);
      column.ids[at] = id + 1;
      column.words[at] = texts.words[id] ?? 0;
      column.total += texts.words[id] ?? 0;
    }
  }
  return columns
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, MAX_TRIED_COLUMNS);
}

function tryColumns(trials: Trials, columns: readonly UnusedColumn[]): number {
  const add: AddWords = (sample, row) => {
    let same = 0;
    let apart = 0;
    for (const { ids, words } of columns) {
      const [own = 0, other = 0] = [words[sample], words[row]];
      if (ids[sample] === ids[row] || (own <= MASKED_WORDS && other <= MASKED_WORDS))
        same += Math.min(own, other);
      else apart += own + other;
    }
    return { same, apart };
  };
  const facts: Trial['facts'] = (page, sample) => {
    const more = columns.reduce((sum, { words }) => sum + (words[sample] ?? 0), 0);
    return {
      ...page,
      words: page.words + more,
      ...(page.localWords !== undefined && { localWords: page.localWords + more }),
    };
  };
  return trials.try({ facts, similarity: trials.moveAway(add) });
}

/** Columns with texts about the town that no placeholder names. */
function* useColumns(trials: Trials): Generator<void, EstimatedChange[]> {
  const tried: { column: UnusedColumn; points: number }[] = [];
  for (const column of readUnused(trials.measured)) {
    tried.push({ column, points: tryColumns(trials, [column]) });
    yield;
  }
  const best = tried
    .filter(({ points }) => points >= MIN_COLUMN_POINTS)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_COLUMNS)
    .map(({ column }) => column);
  if (best.length === 0) return [];
  return [{ kind: 'columns', points: tryColumns(trials, best), columns: best.map(({ name }) => name) }];
}

/** A condition around a value whose empty cells leave gaps. */
function addCondition(trials: Trials): EstimatedChange[] {
  const { plan, sample, searched } = trials.measured;
  const { table } = plan.project;
  const gaps = sample.filter(({ facts }) => facts.gap !== '').length;
  if (gaps === 0) return [];
  const found = [...listUsedColumns(plan.project)].map((column) => {
    const empty = sample.map(({ row }) => table.isBlank(row, column));
    const explained = sample.filter(({ facts }, index) => facts.gap !== '' && empty[index]).length;
    const whole = sample.filter(({ facts }, index) => facts.gap === '' && empty[index]).length;
    return { column, empty, explained, whole };
  });
  const [best] = found
    .filter(({ explained }) => explained >= gaps * EXPLAINED_GAPS)
    .sort((a, b) => b.explained - b.whole - (a.explained - a.whole));
  // A column may have a name that a marker can't have, if it was chosen for a placeholder.
  const name = best && (listPlaceholders(plan).get(best.column) ?? table.columns[best.column]?.name);
  if (!best || name === undefined) return [];
  const points = trials.try({
    facts: (facts, index) => (best.empty[index] ? { ...facts, gap: '' } : facts),
  });
  const gap = sample.find(({ facts }, index) => facts.gap !== '' && best.empty[index])?.facts.gap ?? '';
  const share = searched.filter((row) => table.isBlank(row, best.column)).length / searched.length;
  return [{ kind: 'condition', points, column: name, share, gap }];
}

/** Links to nearby towns, for pages that no page links to. */
function addNeighbors(trials: Trials, input: InspectInput): EstimatedChange[] {
  const { plan, sample, group } = trials.measured;
  const check = createGroupCheck(group);
  if (plan.neighbors || !sample.some(({ facts }) => check(facts).flaws.includes('orphan'))) return [];
  const { table } = plan.project;
  const seed = input.seed && readSeed(input.seed.bytes, input.seed.file, input.format).seed;
  const { project } = seed
    ? prepareFor(seed, trials.measured.sheet, { ...input, footer: NEARBY_TRIAL })
    : { project: undefined };
  if (!project || project.table.rowCount !== table.rowCount) return [];
  const neighbors = new Neighbors(project, plan.rows);
  const linked = new Set(
    sample.flatMap(({ row, facts }) => (neighbors.findFault(row) === undefined ? [facts.linkKey] : [])),
  );
  const has = (key: number) => linked.has(key) || group.linked.has(key);
  return [{ kind: 'neighbors', points: trials.try({ group: { ...group, linked: { has } } }) }];
}

const NONE: ReadonlyMap<number, number> = new Map();
const HEAD = {
  titles: { missing: 'title-missing', duplicate: 'title-duplicate', group: { titles: NONE } },
  descriptions: {
    missing: 'description-missing',
    duplicate: 'description-duplicate',
    group: { descriptions: NONE },
  },
} as const satisfies Record<string, { missing: HeadFlaw; duplicate: HeadFlaw; group: object }>;

/** A title or description with the town in it, where it is missing or several pages have the same. */
function completeHead(trials: Trials, kind: keyof typeof HEAD): EstimatedChange[] {
  const { sample, group, filled } = trials.measured;
  const { missing, duplicate, group: own } = HEAD[kind];
  const check = createGroupCheck(group);
  const flawed = sample.flatMap(({ facts }, index) => {
    const { flaws } = check(facts);
    return flaws.includes(missing) || flaws.includes(duplicate) ? [{ facts, index }] : [];
  });
  if (flawed.length === 0) return [];
  const points = trials.try({
    facts: (facts) => ({ ...facts, flaws: facts.flaws.filter((flaw) => flaw !== missing) }),
    group: { ...group, ...own },
  });
  const isMissing = flawed.filter(({ facts }) => facts.flaws.includes(missing)).length * 2 > flawed.length;
  const texts = flawed.map(({ facts, index }) =>
    kind === 'titles' ? facts.title : (filled.pages[index]?.description ?? ''),
  );
  const examples = [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_TEXTS);
  return [{ kind, points, isMissing, texts: isMissing ? [] : examples }];
}

/** Finds at most three changes, the one with the most points first. */
export function* findChanges(measured: Measured, input: InspectInput): Generator<void, EstimatedChange[]> {
  const trials = new Trials(measured);
  yield;
  const found = varyParagraphs(trials);
  yield;
  found.push(...(yield* useColumns(trials)));
  found.push(...addCondition(trials), ...completeHead(trials, 'titles'));
  found.push(...completeHead(trials, 'descriptions'));
  yield;
  found.push(...addNeighbors(trials, input));
  return found
    .map((change) => ({ ...change, points: Math.round(change.points) }))
    .filter(({ points }) => points >= 1)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_CHANGES);
}
