/**
 * Reads all rows of a plan for what a page of a sample can't show: which pages exist, which have its title or
 * description, and which are linked from others.
 */
import type { PageFacts } from '../quality/measure-page.ts';
import { countGroup, type PageGroup } from '../quality/page-group.ts';
import { isSlugOnly, toLinkKey } from '../quality/page-link.ts';
import { toPlainText } from '../quality/read-html.ts';
import type { Parts } from '../language/value.ts';
import type { Plan } from '../render/plan.ts';
import type { RowValues } from '../render/row-values.ts';
import { hashText } from '../verify/compact-text.ts';
import type { OpenedPage, RowTexts, WrittenText } from './row-texts.ts';

type Part = Parts[number];
type Leaf = { parts: Parts };

/** Sampled pages that are compared to find the leaf with their title. */
const COMPARED_PAGES = 3;
/** A link on this share of the sampled pages is on all pages. */
const ON_ALL_PAGES = 0.9;

export interface SampledPage {
  /** Index in the table. */
  row: number;
  facts: PageFacts;
  opened: OpenedPage;
  written: readonly WrittenText[];
}

function countIn(counts: Map<number, number>, key: number): void {
  if (key !== 0) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function hashLeaf(values: RowValues, leaf: Leaf): number {
  const text = toPlainText(values.renderText(leaf));
  return text === '' ? 0 : hashText(text);
}

/** Last segment of a URL, which is the slug of a page of the site if it leads to one. */
function readSegment(text: string): string {
  return (
    text
      .trim()
      .split('/')
      .findLast((segment) => segment !== '') ?? ''
  );
}

/** Collects the facts page by page. */
export class GroupScan {
  readonly #size: number;
  readonly #sample: readonly SampledPage[];
  /** Leaves that hold titles and descriptions; undefined if no leaf does. */
  readonly #title: Leaf | undefined;
  readonly #description: Leaf | undefined;
  readonly #titles = new Map<number, number>();
  readonly #descriptions = new Map<number, number>();
  /** Key of each page's URL, by its slug. */
  readonly #keys = new Map<string, number>();
  /** Parts whose texts are links to pages of the plan, found once all slugs are known. */
  #linkParts: ReadonlySet<Part> = new Set();
  readonly #linked = new Set<number>();
  readonly #toUrl: (opened: OpenedPage) => string;

  /** @param size number of all pages */
  constructor({ project: { pattern } }: Plan, sample: readonly SampledPage[], size: number) {
    this.#size = size;
    this.#sample = sample;
    const compared = sample.slice(0, COMPARED_PAGES);
    const find = (getHash: (facts: PageFacts) => number): Leaf | undefined =>
      pattern.leafTexts.find(([, leaf]) =>
        compared.every(({ facts, opened }) => {
          const hash = getHash(facts);
          return hash !== 0 && hashLeaf(opened.values, leaf) === hash;
        }),
      )?.[1];
    this.#title = find(({ titleHash }) => titleHash);
    this.#description = find(({ descriptionHash }) => descriptionHash);
    const usesUrl = compared.every(({ facts, opened }) => toKey(opened.url) === facts.linkKey);
    this.#toUrl = usesUrl ? ({ url }) => url : ({ slug }) => slug;
  }

  /** Reads a page; all pages are read before links. */
  readPage(opened: OpenedPage): void {
    if (opened.slug === '') return;
    if (this.#title) countIn(this.#titles, hashLeaf(opened.values, this.#title));
    if (this.#description) countIn(this.#descriptions, hashLeaf(opened.values, this.#description));
    this.#keys.set(readSegment(opened.slug), toKey(this.#toUrl(opened)));
  }

  /** @returns false if no text of a row is a link to another page, so that links needn't be read */
  findLinkParts(): boolean {
    const found = this.#sample.flatMap(({ facts, written }) =>
      written.filter(({ text }) => {
        const key = this.#findTarget(text);
        return key !== undefined && key !== facts.linkKey && facts.links.includes(key);
      }),
    );
    this.#linkParts = new Set(found.map(({ part }) => part));
    return this.#linkParts.size > 0;
  }

  #findTarget(text: string): number | undefined {
    return text === '' || text.includes(' ') ? undefined : this.#keys.get(readSegment(text));
  }

  /** Reads the links that a row makes to other pages. */
  readLinks({ slug }: OpenedPage, written: readonly WrittenText[]): void {
    const own = this.#keys.get(readSegment(slug));
    for (const { part, text } of written) {
      const key = this.#linkParts.has(part) ? this.#findTarget(text) : undefined;
      if (key !== undefined && key !== own) this.#linked.add(key);
    }
  }

  /** @param isAllRead false if the links of some pages weren't read, so no page is known to be an orphan */
  finish(isAllRead: boolean): PageGroup {
    const facts = this.#sample.map((each) => each.facts);
    const sampled = countGroup(facts);
    const known = new Set(this.#keys.values());
    const scale = this.#size / Math.max(1, facts.length);
    const targets = new Map(Array.from(sampled.targets, ([link, count]) => [link, count * scale]));
    for (const [link, count] of sampled.targets)
      if (facts.length === this.#size || count >= facts.length * ON_ALL_PAGES) this.#linked.add(link);
    return {
      size: this.#size,
      titles: this.#title ? this.#titles : sampled.titles,
      descriptions: this.#description ? this.#descriptions : sampled.descriptions,
      known,
      targets,
      linked: isAllRead || this.#linkParts.size === 0 ? this.#linked : known,
    };
  }
}

function toKey(url: string): number {
  return url === '' ? 0 : toLinkKey(url, isSlugOnly(url));
}

/** Reads written texts of a page. */
export function sampleTexts(texts: RowTexts, row: number, facts: PageFacts): SampledPage {
  const opened = texts.open(row);
  return { row, facts, opened, written: texts.list(opened.values) };
}
