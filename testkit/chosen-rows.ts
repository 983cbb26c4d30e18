/** Names whose pages would be dated on one second: what collides by chance once in a million rows. */
import { getDateOffset } from '#engine/render/identity.ts';

/** So many distinct slugs that all have the same seconds before the base date. */
export function makeSameSecondSlugs(count: number): string[] {
  const bySecond = new Map<number, string[]>();
  for (let index = 0; ; index += 1) {
    const slug = `t${index.toString(36)}`;
    const second = getDateOffset(slug);
    const slugs = bySecond.get(second) ?? [];
    slugs.push(slug);
    if (slugs.length === count) return slugs;
    bySecond.set(second, slugs);
  }
}
