/** Links with `[geo_url]` after a `/`: the page's real URL gets no notice, any other does. */
import { describe, expect, it } from 'vitest';
import type { PlatformId } from '#engine';
import { inspectSeedText } from '#testkit/seed-fixes.ts';
import { type SeedSpec, wxrText } from '#testkit/wxr-seed.ts';

const CODE = 'geo-url-not-address';

function listNotices(spec: SeedSpec, options: { site?: string; format?: PlatformId } = {}) {
  const { format = 'wordpress', ...rest } = options;
  return inspectSeedText({ format, text: wxrText(spec), ...rest }).problems.filter(
    ({ code }) => code === CODE,
  );
}
const page = (href: string, more: SeedSpec = {}): SeedSpec => ({
  title: 'Plumber in [geo_city]',
  slug: 'plumber-geo_url',
  link: 'https://site.example/plumber-geo_url/',
  content: `<p>[geo_city]</p><a href="${href}">x</a>`,
  ...more,
});
const AREAS = {
  before: [{ id: 7, title: 'Areas', slug: 'areas', link: 'https://site.example/areas/' }],
  parent: 7,
  link: 'https://site.example/areas/plumber-geo_url/',
};

describe('a link with [geo_url]', () => {
  it.each([
    '/plumber-[geo_url]/',
    '/plumber-[geo_url]',
    'https://site.example/plumber-[geo_url]/',
    'http://www.site.example/plumber-[geo_url]/',
    '//site.example/plumber-[geo_url]/',
    '/plumber-[geo_url]/?from=map&amp;x=[geo_city]',
    '/plumber-[geo_url]/#prices',
    '/plumber-%5Bgeo_url%5D/',
    '/plumber-[Geo URL]/',
    '[geo_url]',
    '[page_url]',
    'https://elsewhere.example/plumber-in-[geo_url]/',
    '/wp-content/uploads/map-[geo_url].png',
    '[if geo_city][geo_url][else]/plumber-[geo_url]/[/if]',
    '[spin][geo_url] || /plumber-[geo_url]/[/spin]',
  ])('gets no notice where it is the page’s URL, another site’s, or a file: %s', (href) => {
    expect(listNotices(page(href))).toEqual([]);
  });

  it.each([
    '/[geo_url]/',
    '/roofer-[geo_url]/',
    '/plumber-[geo_url]-2/',
    '/areas/plumber-[geo_url]/',
    'https://site.example/[geo_url]/',
    '/plumber-[geo_city]-[geo_url]/',
    '/plumber-[geo_url].html',
    '[if geo_city]/areas/[geo_url]/[else][geo_url][/if]',
    '[spin][page_url] || /[geo_url]/[/spin]',
  ])('gets one where it is neither: %s', (href) => {
    expect(listNotices(page(href))).toMatchObject([
      {
        severity: 'notice',
        field: 'geo_url',
        text: 'This link won’t match the page’s real URL. Use [page_url] instead.',
      },
    ]);
  });

  it.each<[string, SeedSpec]>([
    ['the slug of a term', { type: 'post', terms: [{ nicename: '[geo_url]', name: '[geo_city]' }] }],
    ['a word of the text', { content: '<p>Your code: [geo_url]</p>' }],
    ['an attribute', { content: '<p id="x" data-town="[geo_url]">[geo_city]</p>' }],
    ['a string of a script', { content: '<script>town("[geo_url]")</script>' }],
  ])('isn’t reported if the placeholder is %s', (_what, spec) => {
    expect(listNotices(page('/', spec))).toEqual([]);
  });

  it('is one where the placeholder has nothing but an anchor after it', () => {
    expect(listNotices(page('[geo_url]#prices'))).toHaveLength(1);
  });

  it('is checked below the parents of the page', () => {
    expect(listNotices(page('/areas/plumber-[geo_url]/', AREAS))).toEqual([]);
    expect(listNotices(page('https://site.example/areas/plumber-[geo_url]', AREAS))).toEqual([]);
    expect(listNotices(page('/plumber-[geo_url]/', AREAS))).toHaveLength(1);
  });

  it('is checked below the site URL that the user gave', () => {
    const site = 'https://client.example/blog';
    expect(listNotices(page('https://client.example/blog/plumber-[geo_url]/'), { site })).toEqual([]);
    expect(listNotices(page('/plumber-[geo_url]/'), { site })).toHaveLength(1);
  });

  it('may be in the data of a builder, in attributes of blocks and in scripts', () => {
    const slashed = String.raw`[{"link":{"url":"https:\/\/site.example\/plumber-[geo_url]\/"}}]`;
    expect(listNotices(page('/', { metas: [['_elementor_data', slashed]] }))).toEqual([]);
    expect(
      listNotices(page('/', { metas: [['_elementor_data', slashed.replace('plumber', 'roofer')]] })),
    ).toHaveLength(1);
    const block = (path: string) => ({ content: `[geo_city]<!-- wp:acme/link {"url":"${path}"} /-->` });
    expect(listNotices(page('/', block('/plumber-[geo_url]/')))).toEqual([]);
    expect(listNotices(page('/', block('/x-[geo_url]/')))).toHaveLength(1);
  });

  it('to other pages for the same towns isn’t the page’s own', () => {
    const whole = { slug: 'geo_url', link: 'https://site.example/plumbers/geo_url/', title: 'x [geo_city]' };
    expect(listNotices(page('/roofers/[geo_url]/', whole))).toEqual([]);
    expect(listNotices(page('/plumbers/[geo_url]/', whole))).toEqual([]);
    expect(listNotices(page('/[geo_url]/', whole))).toHaveLength(1);
  });

  it('is one notice at the first place, with the count', () => {
    const content =
      '<a href="/plumber-[geo_url]/">a</a>\n<a href="/x-[geo_url]/">b</a>\n<a href="/y-[geo_url]/">c</a>\n<a href="/z-[geo_url]/">d</a>';
    const spec = page('', { content });
    const line =
      wxrText(spec)
        .split('\n')
        .findIndex((each) => each.includes('/x-[geo_url]')) + 1;
    expect(listNotices(spec)).toMatchObject([
      { line, text: expect.stringMatching(/ The same in 2 more links\.$/) },
    ]);
  });

  it('is checked by the alias of Drupal and the folder of a Wix collection', () => {
    const drupal = (href: string) =>
      inspectSeedText({
        format: 'drupal',
        site: 'https://d.example',
        text: `<root><item><guid>1</guid><path>/areas/plumber-[geo_url]</path><body>&lt;a href="${href}"&gt;[geo_city]&lt;/a&gt;</body></item></root>`,
      }).problems.filter(({ code }) => code === CODE);
    expect(drupal('/areas/plumber-[geo_url]')).toEqual([]);
    expect(drupal('https://d.example/areas/plumber-[geo_url]')).toEqual([]);
    expect(drupal('/plumber-[geo_url]')).toHaveLength(1);
    const wix = (href: string) =>
      inspectSeedText({
        format: 'wix',
        text: `Title,Slug,ID,Towns (Item),Body\n[geo_city],plumber-[geo_url],x,/towns/a,"<a href=""${href}"">x</a>"\n`,
      }).problems.filter(({ code }) => code === CODE);
    expect(wix('/towns/plumber-[geo_url]')).toEqual([]);
    expect(wix('/plumber-[geo_url]')).toHaveLength(1);
  });
});

it('is checked within the bodies of constructs', () => {
  const spec = (body: string): SeedSpec =>
    page('[page_url]', { content: `<p>[geo_city]</p>[if geo_city]${body}[/if]` });
  expect(listNotices(spec('<a href="[geo_url]">x</a> <a href="/plumber-[geo_url]/">y</a>'))).toEqual([]);
  const [notice] = listNotices(spec('<b>x</b><a href="/[geo_url]/">y</a><a href="/x/[geo_url]/">z</a>'));
  expect(notice?.text).toContain('The same in 1 more link.');
  expect(notice?.column).toBe(
    '<content:encoded><![CDATA[<p>[geo_city]</p>[if geo_city]<b>x</b><a href="/'.length + 1,
  );
});
