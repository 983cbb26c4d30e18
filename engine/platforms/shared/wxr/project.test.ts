import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed, type Problem } from '#engine';
import { type SeedSpec, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

function prepare(
  spec: SeedSpec,
  header: string[] = ['geo_city', 'geo_url'],
  options: { site?: string; footer?: string } = {},
) {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  return prepareProject({
    seed,
    table: readRows([header, header.map(() => 'x')]).table,
    key: 'test',
    ...options,
  });
}

function findLine(spec: SeedSpec, text: string): number {
  return (
    wxrText(spec)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

const faults = (problems: readonly Problem[]) => problems.filter(({ severity }) => severity === 'fault');

describe('a project', () => {
  it('is returned if there isn’t a fault; the compiled seed is always returned', () => {
    expect(prepare({})).toMatchObject({ project: { firstId: 41 }, compiled: {}, problems: [] });
    const broken = prepare({ content: '[geo_ctiy]' });
    expect(broken.project).toBeUndefined();
    expect(broken.compiled?.pattern.id).toBe(40);
  });

  it('gives its pages new IDs, whatever ID the seed has', () => {
    expect(prepare({ id: 1e15 }).project?.firstId).toBe(1e15 + 1);
    expect(prepare({ id: Number.MAX_SAFE_INTEGER }).project?.firstId).toBe(1);
  });

  it('reports all problems of the template at once: seed, slug, site and footer', () => {
    const spec = { content: '[geo_ctiy] [town | upppper] [geo_zzz]', slug: 'plumber' };
    const { problems } = prepare(spec, ['town_name', 'town'], {
      site: `https://${'s'.repeat(250)}.example`,
      footer: '<a href="[geo_ulr]">x</a>',
    });
    expect(faults(problems).map(({ code, field }) => [code, field])).toEqual([
      ['placeholder-unknown', 'content'],
      ['filter-unknown', 'content'],
      ['placeholder-unknown', 'content'],
      ['placeholder-unknown', 'footer link'],
      ['guid-too-long', 'guid'],
    ]);
    for (const problem of faults(problems)) expect(problem.text).toMatch(/[.!]$/);
  });
});

describe('without a column for the slug', () => {
  const spec = { title: 'Plumber in [trade]', slug: 'plumber-in-trade-x' };

  it('a project is refused, with the place and the remedy', () => {
    expect(prepare(spec, ['trade'], { footer: '[trade]' }).problems).toEqual([
      {
        code: 'no-slug-column',
        severity: 'fault',
        file: 'seed.xml',
        line: findLine(spec, '<wp:post_name>'),
        column: 1,
        field: 'slug',
        text: 'No column can form the URL of a page: the sheet has no column geo_url, url, slug or path and none for the city, and the seed’s slug names no other column. Add a column geo_url with one slug per row.',
      },
    ]);
  });

  it.each(['geo_url', 'url', 'Slug', 'path', 'geo_city', 'City', 'town', 'location'])(
    'but the column "%s" does',
    (name) => {
      expect(faults(prepare(spec, ['trade', name]).problems)).toEqual([]);
    },
  );

  it('and without a slug in the seed each page has that of its row, with a notice', () => {
    expect(prepare({ slug: '', link: '' }).problems).toMatchObject([
      {
        code: 'slug-generated',
        severity: 'notice',
        field: 'slug',
        text: 'The seed has no slug. Each page gets its row’s [geo_url] as slug.',
      },
    ]);
  });
});

describe('the guid', () => {
  const createSite = (bytes: number) => `https://${'s'.repeat(bytes - 'https://'.length)}`;

  it('can have 255 bytes, with those of the site', () => {
    const most = 255 - '/?geoloom='.length - 36;
    expect(faults(prepare({}, undefined, { site: createSite(most) }).problems)).toEqual([]);
    expect(faults(prepare({}, undefined, { site: createSite(most + 1) }).problems)).toEqual([
      {
        code: 'guid-too-long',
        severity: 'fault',
        file: 'seed.xml',
        field: 'guid',
        text: 'The site URL makes guids of 256 bytes, 1 too many. Enter a shorter site URL.',
      },
    ]);
  });

  it('counts bytes, not characters', () => {
    expect(faults(prepare({}, undefined, { site: `https://${'ü'.repeat(110)}.de` }).problems)).toMatchObject([
      { code: 'guid-too-long' },
    ]);
  });
});

describe('the site', () => {
  const listFaults = (site: string, spec: SeedSpec = {}) =>
    faults(prepare(spec, undefined, { site }).problems);

  it.each([
    'a.example',
    '//a.example',
    'javascript:alert(1)',
    'ftp://a.example',
    'HTTPS://a.example',
    'https://a.example/a b',
    'https://a.example/?p=1&x=2',
    'https://a.example/[x]',
    'https://',
  ])('is refused as such if no guid can be built from it, not as a fault of the seed: %s', (site) => {
    expect(listFaults(site)).toEqual([
      {
        code: 'malformed-site-url',
        severity: 'fault',
        file: 'seed.xml',
        field: 'site',
        text: `The site URL "${site.replace(/\/+$/, '')}" isn’t a plain http URL, and the pages’ guids are built from it. Enter it like https://www.example.com.`,
      },
    ]);
  });

  it.each([
    'https://a.example',
    'http://a.example:8080/de/',
    ' https://a.example// ',
    'https://münchen.example',
  ])('may be any plain address, with blanks around it: %j', (site) => {
    expect(listFaults(site)).toEqual([]);
  });

  it('of the seed is checked only if none is given', () => {
    const spec = { site: 'plumber.example' };
    expect(listFaults('', spec).map(({ code }) => code)).toEqual(['malformed-site-url']);
    expect(listFaults('https://a.example', spec)).toEqual([]);
  });

  it('is shown with up to a hundred characters', () => {
    expect(listFaults(`https://a.example/ ${'x'.repeat(500)}`)[0]?.text.length).toBeLessThan(320);
  });
});

describe('the URL of a page', () => {
  it.each([
    ['the seed’s own link', {}, undefined, 'https://site.example/plumber-', '/'],
    ['another site', {}, 'https://client.example/', 'https://client.example/plumber-', '/'],
    [
      'another site in a folder',
      { link: 'https://site.example/blog/2025/plumber-geo_url/' },
      'https://client.example/x',
      'https://client.example/x/blog/2025/plumber-',
      '/',
    ],
    [
      'an ending of the link',
      { link: 'https://site.example/plumber-geo_url.html' },
      undefined,
      'https://site.example/plumber-',
      '/',
    ],
    [
      'a draft’s link',
      { link: 'https://site.example/?page_id=40' },
      undefined,
      'https://site.example/plumber-',
      '/',
    ],
    ['no site at all', { site: '', link: '' }, undefined, '/plumber-', '/'],
    [
      'a link without a slash at its end',
      { link: 'https://site.example/plumber-geo_url' },
      undefined,
      'https://site.example/plumber-',
      '',
    ],
  ] satisfies [string, SeedSpec, string | undefined, string, string][])(
    'follows %s',
    (_what, spec, site, before, after) => {
      const { project } = prepare(spec, undefined, site === undefined ? {} : { site });
      const place = { id: 1, slug: 'plumber-waco', rowKey: 'waco', date: 0 };
      expect(project?.template.identities.of(place).url).toBe(`${before}waco${after}`);
    },
  );
});

it('warns if [geo_url] after a slash isn’t the page’s URL', () => {
  const spec = { content: '<p>x</p>\n<a href="/areas/[geo_url]/">x</a>' };
  expect(prepare(spec).problems).toMatchObject([
    {
      code: 'geo-url-not-address',
      severity: 'notice',
      field: 'geo_url',
      line: findLine(spec, '/areas/'),
      column: 17,
    },
  ]);
  expect(prepare({ ...spec, slug: 'geo_url' }).problems).toEqual([]);
});
