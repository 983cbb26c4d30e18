/** Slugs that WordPress would change: those that it reserves, and those of other records in the export. */
import type { SiteSlugHolder, SlugRules } from '../../render/template.ts';
import type { CompiledWxr } from '../shared/wxr/project.ts';
import { type SeedItem, readText } from '../shared/wxr/seed.ts';

/** `wp_unique_post_slug()`: digits, `page` + digits, feeds, embed. */
const RESERVED = /^(?:(?:page)?[0-9]+|feed|rdf|rss|rss2|atom|embed)$/;

/** Appends `-2` to a reserved slug, as WordPress does. */
export function avoidReservedSlug(slug: string): string {
  return RESERVED.test(slug) ? `${slug}-2` : slug;
}

/** Finds the slugs that included records have, and those of records left out. */
export function findSiblingSlugs({
  statics,
  pattern,
  seed,
  steering,
}: CompiledWxr): Pick<SlugRules, 'carried' | 'held'> {
  const carried = new Map(statics.records.map(({ item }) => [item.id, item]));
  // children of a parent that isn't included are imported at the top level
  const findPlace = (parent: number) => (carried.has(parent) ? parent : 0);
  const { type, parent } = pattern.item;
  // rows may choose the parent of any included record
  const choosesParent = steering?.columns.has('page_parent') === true;
  // a post's slug is unique among posts; any other record's is unique among its siblings and their media
  const sharesSlugs = (item: SeedItem, place: number) =>
    type === 'post'
      ? item.type === 'post'
      : (item.type === type || item.type === 'attachment') &&
        (place === findPlace(parent) || (choosesParent && carried.has(item.id)));
  const siblings = { carried: new Map<string, SeedItem>(), held: new Map<string, SiteSlugHolder>() };
  for (const item of seed.items) {
    const slug = readText(item, 'wp:post_name');
    if (item === pattern.item || slug === '') continue;
    const isCarried = carried.get(item.id) === item;
    if (!sharesSlugs(item, isCarried ? findPlace(item.parent) : item.parent)) continue;
    if (isCarried) siblings.carried.set(slug, item);
    else
      siblings.held.set(slug, {
        title: item.title,
        type: item.type,
        effect: `WordPress makes this page "${slug}-2"`,
      });
  }
  return siblings;
}
