/** Which slugs are taken on the site, by WordPress' rules of who must differ from whom. */
import type { PartAudit } from './part-audit.ts';
import { hashText } from '../../../verify/hash-text.ts';

interface Slugged {
  type: string;
  slug: string;
}

function siblingKey(type: string, parent: number, slug: string): number {
  return hashText(type === 'post' ? `post ${slug}` : `${type} ${parent} ${slug}`);
}

/** Begins with an empty site; a post is named by the number that `take` is given with its slug. */
export function createSlugIndex(parts: readonly PartAudit[]) {
  const hasMedia = parts.some(({ types }) => types.includes('attachment'));
  /** Pages and other trees: unique among siblings of the type; posts: unique in the type. */
  const siblings = new Map<number, number>();
  /** Media must differ from everything. */
  const all = new Map<number, number>();

  return {
    /** Takes the slug; gives the post that has it already. */
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
