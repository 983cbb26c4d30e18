import { describe, expect, it } from 'vitest';
import { avoidReservedSlug } from './slugs.ts';

describe('avoidReservedSlug', () => {
  it.each(['90210', '0', 'page2', 'page12', 'feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])(
    'appends -2 to %s, as WordPress does on import',
    (slug) => {
      expect(avoidReservedSlug(slug)).toBe(`${slug}-2`);
    },
  );

  it.each(['page', 'page-2', 'feeds', 'rss3', '90210a', 'a90210', 'waco', 'page2b', 'embed-2', '1-2'])(
    'keeps %s',
    (slug) => {
      expect(avoidReservedSlug(slug)).toBe(slug);
    },
  );
});
