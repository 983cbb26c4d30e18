/**
 * Finds posts of the site as the importer and WordPress do: an existing post by title, date and type, a reserved slug
 * by its post.
 */
import { hashText } from '../../../verify/compact-text.ts';
import { ANY_DATE } from './date-rules.ts';
import { ITEM_FLAG, type PartAudit } from './part-audit.ts';

interface Slugged {
  type: string;
  slug: string;
}

function siblingKey(type: string, parent: number, slug: string): number {
  return hashText(type === 'post' ? `post ${slug}` : `${type} ${parent} ${slug}`);
}

/** Index of slugs on a site, empty at first; `take` names a post by a number. */
export function createSlugIndex(parts: readonly PartAudit[]) {
  const hasMedia = parts.some(({ types }) => types.includes('attachment'));
  /** Pages and other trees: unique among siblings of the type; posts: unique in the type. */
  const siblings = new Map<number, number>();
  /** Media must differ from everything. */
  const all = new Map<number, number>();

  return {
    /** Reserves the slug; returns the post that has it already. */
    take({ type, slug }: Slugged, parent: number, post: number): number | undefined {
      const key = siblingKey(type, parent, slug);
      const everywhere = hasMedia ? hashText(slug) : 0;
      const media =
        type === 'post' || !hasMedia ? undefined : siblings.get(siblingKey('attachment', parent, slug));
      const taken = type === 'attachment' ? all.get(everywhere) : (siblings.get(key) ?? media);
      if (!siblings.has(key)) siblings.set(key, post);
      if (hasMedia && !all.has(everywhere)) all.set(everywhere, post);
      return taken;
    },
  };
}

export interface Title {
  type: string;
  title: number;
  searchTitle: number;
  date: number;
  isUntitled: boolean;
}

function setFirst<K>(index: Map<K, number>, key: K, post: number): void {
  if (!index.has(key)) index.set(key, post);
}

/**
 * The importer doesn't compare empty values: an item without a title matches any post of the same second, one without
 * a date any of the same title.
 */
export function createTitleIndex(parts: readonly PartAudit[]) {
  // rarely needed, so indexed only if an item needs it
  const hasUndated = parts.some(({ items }) => items.date.includes(ANY_DATE));
  const hasUntitled = parts.some(({ items }) =>
    items.flags.some((flags) => (flags & ITEM_FLAG.untitled) !== 0),
  );
  const exact = new Map<number, number>();
  const byTitle = new Map<number, number>();
  const byDate = new Map<number, number>();
  const byType = new Map<string, number>();
  return {
    find({ type, searchTitle, date, isUntitled }: Title): number | undefined {
      if (Number.isNaN(date)) return undefined;
      if (isUntitled) return date === ANY_DATE ? byType.get(type) : byDate.get(hashText(`${type} ${date}`));
      return date === ANY_DATE
        ? byTitle.get(hashText(`${type} ${searchTitle}`))
        : exact.get(hashText(`${type} ${searchTitle} ${date}`));
    },
    add({ type, title, date }: Title, post: number): void {
      setFirst(exact, hashText(`${type} ${title} ${date}`), post);
      if (hasUndated) setFirst(byTitle, hashText(`${type} ${title}`), post);
      if (hasUntitled) setFirst(byDate, hashText(`${type} ${date}`), post);
      setFirst(byType, type, post);
    },
  };
}
