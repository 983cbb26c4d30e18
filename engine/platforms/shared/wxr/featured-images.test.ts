/** Images of a project as featured images of its WordPress pages: read back by an XML parser, checked by the audit. */
import { describe, expect, it } from 'vitest';
import type { PageImage } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { build, type BuildOptions, type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';
import { getDateOffset } from '../../../render/identity.ts';

const image = (name: string): PageImage => ({ url: `https://images.example/${name}.jpg`, alt: name });
const IMAGES = ['deck', 'roof', 'fence'].map(image);
const ROWS = [
  ['geo_city', 'geo_url', 'picture'],
  ...Array.from('abcdefg', (town) => [town, `in-${town}`, '57']),
];
const PICTURE = { id: 57, type: 'attachment', title: 'Van', slug: 'van', date: '2024-01-01 00:00:00' };

/** The build, with the ids that the items of its parts and their pages have. */
function buildWith(spec: SeedSpec, options: BuildOptions = {}) {
  const built = build(wxrSeed(spec), ROWS, { images: IMAGES, ...options });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const parts = built.files.map(({ bytes }) => {
    const items = readPages(bytes);
    const media = items.filter(({ fields }) => fields['wp:post_type'] === 'attachment');
    return { media, pages: items.filter((item) => !media.includes(item)) };
  });
  return { ...built, parts };
}

type Part = ReturnType<typeof buildWith>['parts'][number];
const readId = ({ fields }: Part['media'][number]) => fields['wp:post_id'];
const listThumbnails = ({ pages }: Part) =>
  pages.map(({ metas }) => metas.filter(([key]) => key === '_thumbnail_id').map(([, id]) => id));

/** Addresses of the images that the pages of a part are linked to, only through the items of that part. */
function linkedIn(part: Part) {
  const byId = new Map(part.media.map((item) => [readId(item), item.fields['wp:attachment_url']]));
  return listThumbnails(part).map(([id = '']) => byId.get(id));
}

describe('images of a project', () => {
  it.each<[string, SeedSpec]>([
    ['has none', {}],
    ['has one', { metas: [['_thumbnail_id', '57']], behind: [PICTURE] }],
    ['has none of its own in the file', { metas: [['_thumbnail_id', '5000']] }],
    ['has one in references', { metas: [['_thumbnail_id', '57']], behind: [PICTURE], style: 'escaped' }],
  ])('are the featured images of pages in turn where the seed %s', (_what, spec) => {
    const { parts, problems } = buildWith(spec);
    const urls = IMAGES.map(({ url }) => url);
    const [part] = parts;
    if (!part) throw new Error('no part');
    expect(linkedIn(part)).toEqual([...urls, ...urls, urls[0]]);
    expect(part.media.map(({ fields }) => fields['wp:attachment_url'])).toEqual(urls);
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  });

  it('are in each part with one of their pages, and whole in the first', () => {
    const { parts } = buildWith({}, { split: { bytes: 10_000_000, pages: 2 } });
    expect(parts.map(linkedIn)).toEqual([
      [IMAGES[0]?.url, IMAGES[1]?.url],
      [IMAGES[2]?.url, IMAGES[0]?.url],
      [IMAGES[1]?.url, IMAGES[2]?.url],
      [IMAGES[0]?.url],
    ]);
    expect(parts.map(({ media }) => media.length)).toEqual([3, 2, 2, 1]);
    const alts = parts.map(({ media }) => media.flatMap(({ metas }) => metas.map(([, alt]) => alt)));
    expect(alts).toEqual([['deck', 'roof', 'fence'], [], [], []]);
  });

  it('have ids above all that the seed and its rows name, and below those of the pages', () => {
    const other = { id: 900, title: 'About', slug: 'about', date: '2024-01-01 00:00:00' };
    const { parts } = buildWith({ before: [other], parent: 900 });
    expect(parts[0]?.media.map(readId)).toEqual(['901', '902', '903']);
    const ids = parts[0]?.pages.map(readId).filter((id) => id !== '900');
    expect(ids).toEqual(['904', '905', '906', '907', '908', '909', '910']);
  });

  it('aren’t used if the seed names a column', () => {
    const { parts } = buildWith({ metas: [['_thumbnail_id', '[picture]']], behind: [PICTURE] });
    expect(parts[0]?.media.map(readId)).toEqual(['57']);
    expect(parts[0] && listThumbnails(parts[0])).toEqual(ROWS.slice(1).map(() => ['57']));
  });

  it('replace the image of the seed, which isn’t included', () => {
    const { parts } = buildWith({ metas: [['_thumbnail_id', '57']], behind: [PICTURE] });
    expect(parts[0]?.media.map(({ fields }) => fields['title'])).toEqual(['deck', 'roof', 'fence']);
    const content = '<p>[geo_city] <img class="wp-image-57"></p>';
    const shown = buildWith({ content, metas: [['_thumbnail_id', '57']], behind: [PICTURE] });
    expect(shown.parts[0]?.media.map(({ fields }) => fields['title'])).toEqual([
      'Van',
      'deck',
      'roof',
      'fence',
    ]);
  });

  it('are one item per URL, even if one is given twice with different names', () => {
    const names = ['', 'a [geo_city] b', ']]>', 'x\u0007y', 'é'.repeat(200)];
    const images = names.map((alt, index) => ({ url: `https://images.example/${index}.jpg`, alt }));
    const [first] = images;
    if (!first) throw new Error('no image');
    const { parts } = buildWith({}, { images: [...images, first] });
    expect(parts[0]?.media.map(({ fields }) => fields['title'])).toEqual([
      'Image',
      'a (geo_city) b',
      '))>',
      'x y',
      'é'.repeat(200),
    ]);
    expect(parts[0] && linkedIn(parts[0])[5]).toBe(first.url);
  });

  it('with the same name have different dates', () => {
    const urls = new Map<number, string>();
    const same: string[] = [];
    for (let index = 0; same.length === 0; index += 1) {
      const url = `https://images.example/${index}.jpg`;
      const other = urls.get(getDateOffset(url));
      if (other !== undefined) same.push(other, url);
      urls.set(getDateOffset(url), url);
    }
    const { parts } = buildWith({}, { images: same.map((url) => ({ url, alt: 'IMG' })) });
    const [first, second] = parts[0]?.media.map(({ fields }) => fields['wp:post_date']) ?? [];
    expect(second).not.toBe(first);
  });

  it('are at most as many as the rows, because each is fetched', () => {
    const images = Array.from({ length: 20 }, (_, index) => image(`deck-${index}`));
    expect(buildWith({}, { images }).parts[0]?.media).toHaveLength(7);
  });

  it('have the same item in every run, whatever the other images are', () => {
    const findItem = (images: PageImage[]) =>
      buildWith({}, { images }).parts[0]?.media.find(({ fields }) => fields['title'] === 'roof')?.fields;
    const { 'wp:post_id': first, ...single } = findItem([image('roof')]) ?? {};
    const { 'wp:post_id': second, ...among } = findItem(IMAGES.toReversed()) ?? {};
    expect(single).toEqual(among);
    expect(first).not.toBe(second);
  });
});

describe('the audit', () => {
  const { files, layout } = build(wxrSeed(), ROWS, { images: IMAGES });

  /** Codes of the faults once the file was changed. */
  function listCodes(change: (text: string) => string): string[] {
    const changed = files.map(({ name, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      const after = change(text);
      expect(after).not.toBe(text);
      return { name, bytes: new TextEncoder().encode(after) };
    });
    return listFaultTexts(auditFiles(changed, layout)).map((fault) => fault.split(' ')[0] ?? '');
  }

  it('refuses a page whose featured image has no item', () => {
    const codes = listCodes((text) => text.replace(/<item>\s*<title><!\[CDATA\[roof\]\]>[^]*?<\/item>/, ''));
    expect(codes).toEqual(['thumbnail-missing', 'record-missing']);
  });

  it('refuses a page without a featured image', () => {
    expect(listCodes((text) => text.replace(/<wp:postmeta><wp:meta_key>[^]*?<\/wp:postmeta>/, ''))).toEqual([
      'featured-missing',
      'inconsistent-pages',
    ]);
  });

  it('refuses a page with another one', () => {
    const codes = listCodes((text) =>
      text.replace('<wp:meta_value><![CDATA[41]]>', '<wp:meta_value><![CDATA[4]]>'),
    );
    expect(codes).toEqual(['featured-missing', 'thumbnail-missing']);
  });
});
