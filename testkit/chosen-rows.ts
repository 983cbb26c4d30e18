/** Slugs whose pages get the same date, which is rare in real sheets. */
import { getDateOffset } from '#engine/render/identity.ts';

/** Finds `count` distinct slugs with the same number of seconds before the base date. */
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
