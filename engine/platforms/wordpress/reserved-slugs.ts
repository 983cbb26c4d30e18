/** Slugs that WordPress gives to no page. */

/** `wp_unique_post_slug`: digits, `page` + digits, feeds, embed. */
const RESERVED = /^(?:(?:page)?[0-9]+|feed|rdf|rss|rss2|atom|embed)$/;

/** `-2` for a slug that WordPress would not leave alone; others unchanged. */
export function avoidReservedSlug(slug: string): string {
  return RESERVED.test(slug) ? `${slug}-2` : slug;
}
