/** Finds what is wrong only in relation to other pages: duplicate titles and descriptions, links that lead nowhere. */
import type { HeadFlaw, PageFacts } from './measure-page.ts';
import { MAX_TOWN_LINKS, SITE_LINK } from './thresholds.ts';

function countBy(pages: readonly PageFacts[], getKey: (page: PageFacts) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const page of pages) {
    const key = getKey(page);
    if (key !== 0) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface CheckedPage {
  /** Its own flaws included. */
  flaws: HeadFlaw[];
  /** Number of its links that lead to no page. */
  deadLinks: number;
}

/** Facts about all pages of a group, by hashes of titles and descriptions and by keys of links; 0 means none. */
export interface PageGroup {
  size: number;
  /** Number of pages. */
  titles: ReadonlyMap<number, number>;
  descriptions: ReadonlyMap<number, number>;
  /** Pages of the group. */
  known: Pick<ReadonlySet<number>, 'has'>;
  /** Number of pages that link to a URL. */
  targets: ReadonlyMap<number, number>;
  /** URLs that another page links to. */
  linked: Pick<ReadonlySet<number>, 'has'>;
}

/** Counts how many pages have each title and description, and how many link to each URL. */
export function countGroup(pages: readonly PageFacts[]): PageGroup {
  const targets = new Map<number, number>();
  for (const { links } of pages) for (const link of links) targets.set(link, (targets.get(link) ?? 0) + 1);
  return {
    size: pages.length,
    titles: countBy(pages, ({ titleHash }) => titleHash),
    descriptions: countBy(pages, ({ descriptionHash }) => descriptionHash),
    known: countBy(pages, ({ linkKey }) => linkKey),
    targets,
    linked: targets,
  };
}

/** Compares the head and links of a page with those of its group. @returns the flaws of a page */
export function createGroupCheck(group: PageGroup): (page: PageFacts) => CheckedPage {
  const { size, titles, descriptions, known, targets, linked } = group;
  // Menus and contact pages are on the site, but not in the files.
  const siteLink = Math.min(size, Math.max(SITE_LINK.pages, size * SITE_LINK.share));
  return ({ titleHash, descriptionHash, linkKey, links, flaws }) => {
    let toTowns = 0;
    let deadLinks = 0;
    for (const link of links) {
      if (known.has(link)) toTowns += 1;
      else if ((targets.get(link) ?? 0) < siteLink) deadLinks += 1;
    }
    const found: [HeadFlaw, boolean][] = [
      ['title-duplicate', (titles.get(titleHash) ?? 0) > 1],
      ['description-duplicate', (descriptions.get(descriptionHash) ?? 0) > 1],
      ['link-unanswered', deadLinks > 0],
      ['orphan', linkKey !== 0 && size > 1 && !linked.has(linkKey)],
      ['town-list', toTowns > MAX_TOWN_LINKS],
    ];
    return { flaws: [...flaws, ...found.flatMap(([code, isFound]) => (isFound ? [code] : []))], deadLinks };
  };
}
