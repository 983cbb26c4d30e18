/** WordPress and HubSpot read the same kind of file: signs in it show which of them made it. */
import { describe, expect, it } from 'vitest';
import { recognizeFile, recognizePlatforms } from '#engine';
import { readFixture } from '#testkit/fixtures.ts';

const encode = (text: string) => new TextEncoder().encode(text);

interface Parts {
  channel?: string;
  item?: string;
  content?: string;
  link?: string;
}

const writeWxr = ({
  channel = '',
  item = '',
  content = '<p>[geo_city]</p>',
  link = 'https://a.example',
}: Parts) =>
  encode(
    `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>${link}</link>${channel}<item><title>[geo_city]</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>${item}<content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`,
  );
const recognize = (parts: Parts) => recognizePlatforms(writeWxr(parts), 'seed.xml');

describe('a WXR file', () => {
  it.each<[string, Parts]>([
    ['a generator', { channel: '<generator>https://wordpress.org/?v=6.8</generator>' }],
    ['the addresses of a site', { channel: '<wp:base_site_url>https://a.example</wp:base_site_url>' }],
    ['the state of comments', { item: '<wp:comment_status>open</wp:comment_status>' }],
    [
      'metas',
      { item: '<wp:postmeta><wp:meta_key>a</wp:meta_key><wp:meta_value>b</wp:meta_value></wp:postmeta>' },
    ],
    ['a page', { item: '<wp:post_type><![CDATA[page]]></wp:post_type>' }],
    [
      'a form of HubSpot that a page embeds',
      {
        item: '<wp:comment_status>open</wp:comment_status>',
        content:
          '<script src="https://js.hsforms.net/forms/v2.js"></script><a href="https://blog.hubspot.com/">HubSpot</a>',
      },
    ],
    [
      'a mustache expression',
      { item: '<wp:is_sticky>0</wp:is_sticky>', content: '<p>{{ "[geo_city]" }}</p>' },
    ],
  ])('with %s comes from WordPress', (_what, parts) => {
    expect(recognize(parts)).toEqual(['wordpress']);
  });

  it.each<[string, Parts]>([
    ['a generator', { channel: '<generator>HubSpot</generator>' }],
    ['a site on HubSpot', { link: 'https://123.hs-sites-eu1.com/blog' }],
    ['an item on HubSpot', { item: '<link>https://lone.hubspotpagebuilder.com/[geo_url]</link>' }],
    ['the spelling of its converter', { item: '<wp:post_meta></wp:post_meta>' }],
    ['HubL', { content: '<p>{{ content.name }}</p>' }],
    ['a module', { content: '{% module "rating" path="/rating" %}' }],
    ['the wrapper of a module', { content: '<span class="hs_cos_wrapper">[geo_city]</span>' }],
  ])('with %s comes from HubSpot', (_what, parts) => {
    expect(recognize(parts)).toEqual(['hubspot']);
    expect(recognizeFile(writeWxr(parts), 'seed.xml', 'wordpress')).toBe('hubspot');
    expect(recognizeFile(writeWxr(parts), 'seed.xml', 'hubspot')).toBeUndefined();
  });

  it('with signs of both or neither can come from either', () => {
    const channel = '<generator>https://wordpress.org/?v=6.8</generator>';
    expect(recognize({ channel, content: '{% if x %}[geo_city]{% endif %}' })).toEqual([
      'wordpress',
      'hubspot',
    ]);
    expect(recognize({})).toEqual(['wordpress', 'hubspot']);
    expect(recognizeFile(writeWxr({}), 'seed.xml', 'wordpress')).toBeUndefined();
  });
});

it.each([
  ['wordpress/elementor/seed.xml', ['wordpress']],
  ['hubspot/minimal/seed.xml', ['hubspot']],
  ['hubspot/full/seed.xml', ['wordpress', 'hubspot']],
  ['hubspot/rss/seed.xml', ['hubspot', 'drupal']],
  ['drupal/rss/seed.xml', ['hubspot', 'drupal']],
  ['drupal/migrate/seed.xml', ['drupal']],
  ['wix/export/seed.csv', ['wix']],
])('%s may come from %s', (path, platforms) => {
  expect(recognizePlatforms(readFixture(path), path)).toEqual(platforms);
});

it('recognizes a table with placeholders as a Wix collection, and a sheet of towns as no export', () => {
  const recognizeText = (text: string) => recognizePlatforms(encode(text), 'items.csv');
  expect(recognizeText('Title,Slug\nPlumber in [geo_city],[geo_url]\n')[0]).toBe('wix');
  expect(recognizeText('city,state\nWaco,TX\n')).toEqual([]);
});
