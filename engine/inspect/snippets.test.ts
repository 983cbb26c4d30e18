/** Search snippets of sample pages: as the SEO plugin would produce them, with variables resolved. */
import { describe, expect, it } from 'vitest';
import {
  type PlatformId,
  pickSamples,
  planPages,
  prepareProject,
  readSamples,
  readSeed,
  type SamplePage,
} from '#engine';
import { readRows, type SeedSpec, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'note'],
  [`O'Fallon & Co`, 'waco', 'x'],
];
const UUID = '0d1b1a34-9a0e-4b1e-8f0e-0c1de1c2a111';

function createSample(text: string, format: PlatformId = 'wordpress', site?: string): SamplePage {
  const { seed } = readSeed(new TextEncoder().encode(text), 'seed', format);
  if (!seed) throw new Error('no seed');
  const { project, problems } = prepareProject({
    seed,
    table: readRows(ROWS).table,
    key: 'k',
    ...(site && { site }),
  });
  if (!project) throw new Error(JSON.stringify(problems));
  const [sample] = readSamples(pickSamples(planPages(project)));
  if (!sample) throw new Error('no sample');
  return sample;
}

const createSnippet = (spec: SeedSpec) => createSample(wxrText(spec)).snippet;

/** Title for these metas; the site is called `Site`. */
const getTitle = (...metas: [string, string][]) => createSnippet({ metas }).title;
const PAGE = `Plumber in O'Fallon & Co`;

describe('on WordPress', () => {
  it.each<[string, [string, string][], string]>([
    ['Yoast', [['_yoast_wpseo_title', '%%title%% %%page%% %%sep%% %%sitename%%']], `${PAGE} - Site`],
    ['Yoast with a row’s value', [['_yoast_wpseo_title', '[geo_city] %%sep%% Fast']], `O'Fallon & Co - Fast`],
    ['Yoast’s default', [['_yoast_wpseo_metadesc', 'x']], `${PAGE} - Site`],
    ['Rank Math', [['rank_math_title', '%title% | %sitename%']], `${PAGE} | Site`],
    ['Rank Math’s default', [['rank_math_description', 'x']], `${PAGE} - Site`],
    [
      'a field of Rank Math',
      [
        ['rank_math_title', '%customfield(area)% %sep% %title%'],
        ['area', 'North'],
      ],
      `North - ${PAGE}`,
    ],
    [
      'AIOSEO',
      [['_aioseo_title', '#post_title #separator_sa #site_title #1 #fast']],
      `${PAGE} - Site #1 #fast`,
    ],
    ['AIOSEO’s default', [['_aioseo_description', 'x']], `${PAGE} - Site`],
    [
      'SEOPress',
      [
        ['_seopress_titles_title', '%%post_title%% %%sep%% %%sitetitle%% %%_cf_area%%'],
        ['area', 'N'],
      ],
      `${PAGE} - Site N`,
    ],
    ['SEOPress’s default', [['_seopress_titles_desc', 'x']], `${PAGE} - Site`],
    ['SmartCrawl', [['_wds_title', '%%title%% %%sep%% %%sitename%%']], `${PAGE} - Site`],
    ['Genesis', [['_genesis_title', 'Own title']], 'Own title'],
    ['no plugin', [['x', 'y']], `${PAGE} – Site`],
    [
      "what can't be known",
      [['_yoast_wpseo_title', '%%title%% %%currentyear%% %%sep%% %%nothing%% %%sep%% %%tagline%%']],
      PAGE,
    ],
    [
      'a written separator with nothing after it',
      [['_yoast_wpseo_title', '%%title%% | %%currentyear%% | %%nothing%%']],
      PAGE,
    ],
    ['a percentage', [['rank_math_title', '%title%: 50% off, 20% more']], `${PAGE}: 50% off, 20% more`],
  ])('the title is that of %s', (_, metas, title) => {
    expect(getTitle(...metas)).toBe(title);
  });

  it('the description is that of the plugin, with its excerpt, category and keyword', () => {
    const metas = [
      ['_yoast_wpseo_metadesc', '%%excerpt%% %%category%% %%focuskw%% &amp; %%name%%'],
      ['_yoast_wpseo_focuskw', 'plumber'],
    ] as const;
    const { description } = createSnippet({
      metas,
      excerpt: 'In [geo_city].',
      terms: [
        { name: 'Tagged', domain: 'post_tag' },
        { name: 'Towns', domain: 'category' },
      ],
    });
    expect(description).toBe(`In O'Fallon & Co. Towns plumber & jane`);
  });

  it('the description is the beginning of the text if the page has none', () => {
    const content = `<style>a{}</style><h2>Leaks in [geo_city]</h2><!-- wp:x {"a":1} /--><p>[gallery ids="1"]${'Long words here. '.repeat(20)}</p>`;
    const { description } = createSnippet({ content });
    expect(description).toMatch(/^Leaks in O'Fallon & Co Long words here\. .*…$/);
    expect(description.length).toBeLessThanOrEqual(156);
    expect(createSnippet({ content: '<p>Short</p>' }).description).toBe('Short');
  });

  it('comes with the URL of the page, the site, and the limits of the preview', () => {
    const sample = createSample(wxrText({ content: '[geo_city]' }));
    expect(sample.snippet.url).toBe(sample.url);
    expect(sample).toMatchObject({ platform: 'wordpress', site: 'https://site.example', description: '' });
    expect(sample.limits).toContain('Shortcodes');
  });
});

describe('on HubSpot', () => {
  const hubspot = (spec: SeedSpec) =>
    createSample(wxrText({ type: 'post', slug: 'geo_url', ...spec }), 'hubspot');

  it('the title is the post’s and the description its summary', () => {
    expect(hubspot({ excerpt: 'Fast in <b>[geo_city]</b>' }).snippet).toMatchObject({
      title: PAGE,
      description: expect.stringContaining(`O'Fallon`),
    });
    expect(
      hubspot({ excerpt: '', content: '<p>[geo_city] {{ module.x }} now</p>' }).snippet.description,
    ).toBe(`O'Fallon & Co now`);
  });

  it('html_title and meta_description win, with HubL resolved', () => {
    const metas = [
      ['html_title', '{{ content.name }} | {{ company_name }} {% x %}'],
      ['meta_description', 'About {{ content.name }} and {{ other.thing }}'],
    ] as const;
    const { snippet, limits } = hubspot({ metas });
    expect(snippet).toMatchObject({ title: `${PAGE} | Site`, description: `About ${PAGE} and` });
    expect(limits).toContain('HubL');
  });
});

describe('on Drupal', () => {
  const list = (fields: string) =>
    createSample(
      `<?xml version="1.0"?><response><item key="0"><uuid>${UUID}</uuid><title>Plumber in [geo_city]</title><path>/[geo_url]</path>${fields}</item></response>`,
      'drupal',
      'https://d.example',
    );

  it.each([
    [
      'one element a tag',
      '<metatag><value><title>[node:title] | [site:name]</title><description>About [geo_city]</description></value></metatag>',
    ],
    [
      'JSON',
      '<field_metatag><value>{"title":"[node:title] | [site:name]","description":"About [geo_city]"}</value></field_metatag>',
    ],
    [
      'Drupal 7',
      '<metatags><und><title><value>[node:title]</value></title><description><value>About [geo_city]</value></description></und></metatags>',
    ],
    [
      'computed',
      '<metatag><tag>meta</tag><attributes><name>title</name><content>Plumber in [geo_city]</content></attributes></metatag><metatag><tag>meta</tag><attributes><name>description</name><content>About [geo_city]</content></attributes></metatag>',
    ],
  ])('the tags of Metatag count, with tokens resolved: %s', (_, fields) => {
    expect(list(fields).snippet).toEqual({
      title: PAGE,
      description: `About O'Fallon & Co`,
      url: 'https://d.example/waco',
    });
  });

  it('without it the title is the node’s, and the text is shown', () => {
    const { snippet, limits } = list('<body><![CDATA[<p>Leaks in [geo_city]</p>]]></body>');
    expect(snippet).toMatchObject({ title: PAGE, description: `Leaks in O'Fallon & Co` });
    expect(limits).toContain('Drupal');
  });

  it('a feed names its site', () => {
    const text = `<rss version="2.0"><channel><title>Lone Star</title><link>https://d.example</link><item><title>Plumber in [geo_city]</title><link>https://d.example/[geo_url]</link><guid>1</guid><path>[geo_url]</path><description>[note]</description><metatag>{"title":"[node:title] | [site:name]"}</metatag></item></channel></rss>`;
    const { snippet, site } = createSample(text, 'drupal');
    expect(snippet.title).toBe(`${PAGE} | Lone Star`);
    expect(site).toBe('https://d.example');
  });
});

describe('on Wix', () => {
  const wix = (head: string, cells: string) =>
    createSample(
      `Title,Slug,ID,Body${head}\nPlumber in [geo_city],[geo_url],${UUID},<p>Leaks in [geo_city]</p>${cells}\n`,
      'wix',
    );

  it('columns for search engines count', () => {
    expect(wix(',SEO Title,Meta Description', ',Best of [geo_city],Ask [geo_city]').snippet).toMatchObject({
      title: `Best of O'Fallon & Co`,
      description: `Ask O'Fallon & Co`,
    });
  });

  it('else the title and the text do', () => {
    const { snippet, limits } = wix('', '');
    expect(snippet).toMatchObject({ title: PAGE, description: `Leaks in O'Fallon & Co` });
    expect(limits).toContain('Wix');
  });
});
