import { describe, expect, it } from 'vitest';
import { readPages } from '#testkit/wxr-pages.ts';
import { collectFiles, wxrSeed } from '#testkit/wxr-seed.ts';
import { layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { addImageColumns } from './image-columns.ts';
import { getNames, getTexts, readTable } from './sheet-fixture.ts';

const IMAGES = [
  { url: 'https://geo.example/a.jpg', alt: 'Deck & "rail"' },
  { url: 'https://geo.example/b.jpg', alt: 'Gemüse\u0007' },
];
const SHEET = 'geo_city,geo_url\nHouston,houston\nWaco,waco\nDallas,dallas\n';

describe('images of a project', () => {
  it('are columns after those of the sheet, whose cells don’t change', () => {
    const table = addImageColumns(readTable(SHEET), IMAGES);
    expect(getNames(table)).toEqual([
      'geo_city',
      'geo_url',
      'image_1',
      'image_2',
      'image_1_alt',
      'image_2_alt',
      'featured_image',
      'featured_image_alt',
    ]);
    const [a, b] = IMAGES.map(({ url }) => url);
    const alts = ['Deck & "rail"', 'Gemüse'];
    expect(getTexts(table)).toEqual([
      ['Houston', 'houston', a, b, ...alts, a, alts[0]],
      ['Waco', 'waco', a, b, ...alts, b, alts[1]],
      ['Dallas', 'dallas', a, b, ...alts, a, alts[0]],
    ]);
  });

  it('don’t replace a column of the sheet', () => {
    const table = addImageColumns(readTable('geo_city,Image 1\nHouston,mine\n'), IMAGES.slice(0, 1));
    expect(getNames(table)).toEqual([
      'geo_city',
      'Image 1',
      'image_1_alt',
      'featured_image',
      'featured_image_alt',
    ]);
    expect(table.getCell(0, 1)).toBe('mine');
  });

  it('fill the placeholders of a page, encoded for their context', () => {
    const content = '<p>[geo_city]</p><img src="[image_1]" alt="[image_1_alt]"><img src="[featured_image]">';
    const { seed } = readSeed(wxrSeed({ content }), 'seed.xml');
    const { project } = seed
      ? prepareProject({ seed, table: readTable(SHEET), key: 'test', images: IMAGES })
      : {};
    if (!project) throw new Error('no project');
    const { files } = collectFiles(layoutParts(planPages(project), { name: 'out', split: null }));
    const pages = files
      .flatMap(({ bytes }) => readPages(bytes))
      .filter(({ fields }) => fields['wp:post_type'] === 'page')
      .map(({ fields }) => fields['content:encoded']);
    expect(pages[1]).toBe(
      '<p>Waco</p><img src="https://geo.example/a.jpg" alt="Deck &amp; &quot;rail&quot;"><img src="https://geo.example/b.jpg">',
    );
  });
});
