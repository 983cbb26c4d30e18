/** Fields of HubSpot posts that come from other fields of the seed, one by one. */
import { expect, it } from 'vitest';
import { buildFormat, readSeedFixture } from '#testkit/format-build.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const FULL = readSeedFixture('hubspot/full/seed.xml');
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline'],
  ['Waco', 'TX', 'waco-tx', '2545550134', 'Fast'],
];

const build = (seed: string, rows = ROWS) => buildFormat(seed, rows, { format: 'hubspot' });
const readPost = (seed: string) => {
  const pages = readPages(build(seed).files[0]?.bytes ?? new Uint8Array());
  const post = pages.find(({ fields }) => fields['wp:post_type'] === 'post');
  if (!post) throw new Error('There is no post.');
  return post.fields;
};

it('the parent of a page is removed, because posts have none', () => {
  const parent =
    '<item><title>Services</title><link>https://blog.lonestar.example/services</link><wp:post_id>7</wp:post_id><wp:post_name>services</wp:post_name><wp:post_type>page</wp:post_type></item>';
  const seed = FULL.replace('<wp:post_type>post', '<wp:post_parent>7</wp:post_parent><wp:post_type>post');
  for (const each of [seed, seed.replace('</channel>', `${parent}</channel>`)])
    expect(readPost(each)).toMatchObject({ title: 'Plumber in Waco, TX', 'wp:post_parent': '0' });
});

it('an empty creator is the author of the channel', () => {
  const seed = readSeedFixture('hubspot/minimal/seed.xml').replace(
    '<dc:creator>dana</dc:creator>',
    '<dc:creator> </dc:creator>',
  );
  expect(readPost(seed)['dc:creator']).toBe('dana');
});

it.each(['enclosure', 'replies', 'edit'])('an Atom link of the kind %s isn’t the URL of the post', (rel) => {
  const seed = readSeedFixture('hubspot/atom/seed.xml').replace(
    '<link rel="alternate"',
    `<link rel="${rel}" href="https://cdn.example/van.mp3"/><link rel="alternate"`,
  );
  expect(readPost(seed)['link']).toBe('https://blog.lonestar.example/plumber-waco-tx');
});

it.each(['?utm_source=feed', '#top', '?a=/b/c'])(
  'the slug of a feed is without the %s of its link',
  (rest) => {
    const seed = readSeedFixture('hubspot/rss/seed.xml').replace(
      'plumber-[geo_url]<',
      `plumber-[geo_url]${rest}<`,
    );
    expect(readPost(seed)['wp:post_name']).toBe('plumber-waco-tx');
  },
);

it('a path of HubDB is in lower case', () => {
  const { files } = build(
    FULL.replace('>plumber-geo_url<', '>Plumber-geo_url<').replace('plumber-geo_url/', 'Plumber-geo_url/'),
  );
  expect(new TextDecoder().decode(files[1]?.bytes)).toMatch(/^"","[^"]*","plumber-waco-tx",/m);
});

it('a body of HubDB may have 65,000 characters', () => {
  const codes = (length: number) => {
    const seed = readSeedFixture('hubspot/rss/seed.xml').replace(
      /<description>.*<\/description>/,
      '<description>[tagline]</description>',
    );
    const rows = ROWS.map((row, index) => (index === 1 ? row.with(4, 'x'.repeat(length)) : row));
    return build(seed, rows)
      .audit()
      .problems.flatMap(({ code }) => (code === 'cell-long' ? [code] : []));
  };
  expect(codes(65_000)).toEqual([]);
  expect(codes(65_001)).toEqual(['cell-long']);
});
