/** Slugs that WordPress would not give to a page, because other records of the export have them. */
import type { SlugRules } from '../../render/template.ts';
import type { CompiledWxr } from '../shared/wxr/project.ts';
import type { SeedItem } from '../shared/wxr/seed.ts';

/** Of records that go along, and of those left out. */
export function findSiblingSlugs({
  statics,
  pattern,
  seed,
}: CompiledWxr): Pick<SlugRules, 'carried' | 'held'> {
  const carried = new Map(statics.records.map(({ item }) => [item.id, item]));
  // a parent that does not go along leaves its children at the top
  const placeOf = (parent: number) => (carried.has(parent) ? parent : 0);
  const { type, parent } = pattern.item;
  // posts have their slugs to themselves, wherever they stand; all others share them with media next to them
  const sharesSlugs = (item: SeedItem, place: number) =>
    type === 'post'
      ? item.type === 'post'
      : (item.type === type || item.type === 'attachment') && place === placeOf(parent);
  const siblings = { carried: new Map<string, SeedItem>(), held: new Map<string, SeedItem>() };
  for (const item of seed.items) {
    const slug = item.fields.get('wp:post_name')?.text.trim() ?? '';
    if (item === pattern.item || slug === '') continue;
    const isCarried = carried.get(item.id) === item;
    if (!sharesSlugs(item, isCarried ? placeOf(item.parent) : item.parent)) continue;
    siblings[isCarried ? 'carried' : 'held'].set(slug, item);
  }
  return siblings;
}
