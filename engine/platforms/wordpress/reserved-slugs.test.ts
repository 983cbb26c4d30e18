import { describe, expect, it } from 'vitest';
import { avoidReservedSlug } from './reserved-slugs.ts';

describe('a slug that WordPress keeps for itself', () => {
  it.each(['90210', '0', 'page2', 'page12', 'feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])(
    '%s gets -2, as on import',
    (slug) => {
      expect(avoidReservedSlug(slug)).toBe(`${slug}-2`);
    },
  );

  it.each(['page', 'page-2', 'feeds', 'rss3', '90210a', 'a90210', 'waco', 'page2b', 'embed-2', '1-2'])(
    '%s is none',
    (slug) => {
      expect(avoidReservedSlug(slug)).toBe(slug);
    },
  );
});
