/** Meta descriptions of HubSpot posts: what becomes one, and how long it may be. */
import { describe, expect, it } from 'vitest';
import { buildFormat, readSeedFixture } from '#testkit/format-build.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const HEADER = ['geo_city', 'geo_url', 'tagline'];
const FEED = readSeedFixture('hubspot/rss/seed.xml');
const SUMMARY = /<description>.*<\/description>/;

function buildFeed(description: string, content = '&lt;p&gt;[tagline]&lt;/p&gt;') {
  const seed = FEED.replace(
    SUMMARY,
    `<description>${description}</description><content:encoded>${content}</content:encoded>`,
  ).replace('<rss ', '<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" ');
  const built = buildFormat(seed, [HEADER, ['Waco', 'waco-tx', 'Fast']], { format: 'hubspot' });
  return readPages(built.files[0]?.bytes ?? new Uint8Array())[0]?.fields ?? {};
}

describe('the summary of a feed', () => {
  it('is the meta description if it is plain text and the item has content', () => {
    expect(buildFeed('Plumbers in [geo_city]')).toMatchObject({
      'excerpt:encoded': 'Plumbers in Waco',
      'content:encoded': '<p>Fast</p>',
    });
  });

  it.each([
    ['a tag', '&lt;p&gt;Plumbers in [geo_city]&lt;/p&gt;'],
    ['a tag in CDATA', '<![CDATA[Plumbers in <b>[geo_city]</b>]]>'],
    ['a reference', '<![CDATA[Plumbers &amp; more in [geo_city]]]>'],
    ['the end of CDATA', 'Plumbers ]]&gt; in [geo_city]'],
  ])('with %s isn’t a meta description', (_what, description) => {
    expect(buildFeed(description)).toMatchObject({ 'excerpt:encoded': '', 'content:encoded': '<p>Fast</p>' });
  });
});

describe('a meta description', () => {
  const audit = (description: string) => {
    const seed = readSeedFixture('hubspot/minimal/seed.xml').replace(
      'Plumbers in [geo_city]: [tagline]',
      '[tagline]',
    );
    const built = buildFormat(seed, [HEADER, ['Waco', 'waco-tx', description]], { format: 'hubspot' });
    return built.audit().problems.flatMap(({ code }) => (code === 'excerpt-long' ? [code] : []));
  };

  it('can have 155 characters; one of 156 gets a notice', () => {
    expect(audit('x'.repeat(155))).toEqual([]);
    expect(audit('x'.repeat(156))).toEqual(['excerpt-long']);
  });

  it('counts characters, not units of UTF-16', () => {
    expect(audit('🚿'.repeat(155))).toEqual([]);
    expect(audit('🚿'.repeat(156))).toEqual(['excerpt-long']);
  });
});
