/** Sample pages as users see them: decoded, and the same that a build writes. */
import { describe, expect, it } from 'vitest';
import {
  layoutParts,
  pickSamples,
  planPages,
  prepareProject,
  readSamples,
  readSeed,
  type SamplePage,
  type SamplePlan,
} from '#engine';
import { collectFiles, readRows, type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url'];
const ROWS = [
  ['Waco', 'waco'],
  [`O'Fallon "West" & <Co>`, 'special'],
  ['x'.repeat(300), 'longest'],
  ['Salem', 'salem'],
];

function makePlan(spec: SeedSpec, rows = ROWS): SamplePlan {
  const { seed } = readSeed(wxrSeed({ slug: 'plumber-[geo_url]', ...spec }), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project } = prepareProject({ seed, table: readRows([HEADER, ...rows]).table, key: 'test' });
  if (!project) throw new Error('no project');
  return pickSamples(planPages(project));
}

function listSamples(spec: SeedSpec, rows = ROWS): SamplePage[] {
  return readSamples(makePlan(spec, rows));
}

describe('samples for display', () => {
  it('say which row each is and why it was chosen, in the order of the rows', () => {
    const samples = listSamples({ content: '[geo_city]' });
    expect(samples.map(({ row, why, slug }) => ({ row, why, slug }))).toEqual([
      { row: 2, why: 'first', slug: 'plumber-waco' },
      { row: 3, why: 'special', slug: 'plumber-special' },
      { row: 4, why: 'longest', slug: 'plumber-longest' },
    ]);
  });

  it('call a row that is all three the first', () => {
    expect(listSamples({ content: '[geo_city]' }, [['Waco', 'waco']])).toMatchObject([
      { row: 2, why: 'first' },
    ]);
  });

  it('have title and content decoded as the importer stores them', () => {
    const samples = listSamples({ title: 'Plumber in [geo_city]', content: '<p>Ask [geo_city]</p>' });
    expect(samples[1]).toMatchObject({
      title: `Plumber in O'Fallon "West" & <Co>`,
      html: `<p>Ask O'Fallon "West" &amp; &lt;Co&gt;</p>`,
    });
  });

  it('have escaped seeds decoded too', () => {
    const [first] = listSamples({ content: '<b>[geo_city]</b> & more', style: 'escaped' });
    expect(first?.html).toBe('<b>Waco</b> & more');
  });

  it('have the URL of the page', () => {
    const [first] = listSamples({
      content: '[geo_city]',
      link: 'https://plumber.example/plumber-[geo_url]/',
    });
    expect(first?.url).toBe('https://plumber.example/plumber-waco/');
  });

  it.each(['_yoast_wpseo_metadesc', 'rank_math_description', '_seopress_titles_desc'])(
    'have the description of %s',
    (key) => {
      const [first] = listSamples({ content: '[geo_city]', metas: [[key, 'Leaks in [geo_city] & around']] });
      expect(first?.description).toBe('Leaks in Waco & around');
    },
  );

  it('have no description if the seed has none', () => {
    const metas = [['_yoast_wpseo_title', '[geo_city]']] as const;
    expect(listSamples({ content: '[geo_city]', metas })[0]?.description).toBe('');
  });

  it('show the item as the build writes it, without accompanying records', () => {
    const plan = makePlan({
      content: '[geo_city]',
      metas: [['_thumbnail_id', '7']],
      behind: [{ id: 7, type: 'attachment', title: 'A picture', slug: 'a-picture' }],
    });
    const { files } = collectFiles(layoutParts(plan, { name: 'out', split: null }));
    const written = new TextDecoder().decode(files[0]?.bytes);
    const samples = readSamples(plan);
    expect(samples).toHaveLength(3);
    for (const { source } of samples) {
      expect(source).toMatch(/^<item>.*<\/item>$/s);
      expect(written).toContain(source);
      expect(source).not.toContain('A picture');
    }
  });

  it('are missing if all rows are skipped', () => {
    expect(listSamples({ content: '[geo_city]' }, [['Waco', '']])).toEqual([]);
  });
});
