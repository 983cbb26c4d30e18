import { describe, expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { fillPage, createInspection, findProblem, seedProblems } from '../seed-fixture.ts';

const ROW = {
  geo_city: "O'Fallon",
  geo_url: 'ofallon-mo',
  state_code: 'MO',
  'zip code': '63366',
  service: 'Drain',
};

/** Slug of the one page for a seed with this slug and title. */
function readSlug(
  slug: string | null,
  title = 'Page [geo_city]',
  row: Record<string, string> = ROW,
): string | undefined {
  return fillPage({ slug, title, content: '<p>[geo_city]</p>' }, row).fields['wp:post_name'];
}

describe('names without brackets in a slug', () => {
  it.each([
    ['plumber-geo_city', 'plumber-ofallon'],
    ['geo_city-plumber', 'ofallon-plumber'],
    ['plumber-geo_city-near', 'plumber-ofallon-near'],
    ['plumber-geo-city', 'plumber-ofallon'],
    ['geo_url', 'ofallon-mo'],
    ['a-geo_city-state_code', 'a-ofallon-mo'],
    ['a-state-code-geo-city-b', 'a-mo-ofallon-b'],
    ['plumber-zip-code', 'plumber-63366'],
    ['plumber-geo_city-2', 'plumber-ofallon-2'],
    ['plumber-row_number', 'plumber-2'],
    ['GEO_CITY', 'ofallon'],
  ])('%s becomes %s', (slug, expected) => {
    expect(readSlug(slug, 'Other title [state_code]')).toBe(expected);
  });

  it.each([
    ['drain-service', 'drain-service-ofallon-mo'],
    ['plumbergeo_city', 'plumbergeo_city-ofallon-mo'],
    ['plumber-geo_cityx', 'plumber-geo_cityx-ofallon-mo'],
    ['plumber-page-url', 'plumber-page-url-ofallon-mo'],
  ])('does not take %s for one: it becomes %s', (slug, expected) => {
    expect(readSlug(slug)).toBe(expected);
  });

  it('prefers the longest name that is a column', () => {
    const row = { geo_url: 'x', geo_city: 'Y', 'home-town': 'short', 'my-home-town': 'long' };
    expect(readSlug('a-my-home-town', 'T [geo_city]', row)).toBe('a-long');
  });
});

describe('brackets in a slug', () => {
  it.each([
    ['plumber-[geo_city]', 'plumber-ofallon'],
    ['[Geo City]', 'ofallon'],
    ['[geo_url]', 'ofallon-mo'],
    ['[geo_city | slug]-[zip code]', 'ofallon-63366'],
  ])('%s becomes %s', (slug, expected) => {
    expect(readSlug(slug)).toBe(expected);
  });
});

describe('a slug that WordPress made from the title', () => {
  it.each([
    ['Drain [service]', 'drain-service', 'drain-drain'],
    ['[service]', 'service', 'drain'],
    ['[Service], [state_code]!', 'service-state_code', 'drain-mo'],
    ['[service | upper] now', 'service-upper-now', 'drain-now'],
    ['[service | default:&#8220;x&#8221;]', 'service-defaultx', 'drain'],
    ['Caf&eacute; [service]', 'cafe-service', 'cafe-drain'],
    ['Drain [service]', 'drain-service-2', 'drain-drain-2'],
    ['Drain [service] 24', 'drain-service-24', 'drain-drain-24'],
    ['Услуги [service]', '%d1%83%d1%81%d0%bb%d1%83%d0%b3%d0%b8-service', 'uslugi-drain'],
  ])('%s with the slug %s becomes %s', (title, slug, expected) => {
    expect(readSlug(slug, title)).toBe(expected);
  });

  it.each(['drain-service-now', 'drain-services', 'a-drain-service'])(
    'isn’t recognized if it differs: %s keeps its words',
    (slug) => {
      expect(readSlug(slug, 'Drain [service]')).toBe(`${slug}-ofallon-mo`);
    },
  );

  it('makes one slug from the title and the values, as WordPress does', () => {
    expect(
      readSlug('drain-service', 'Drain [service]', { ...ROW, service: 'https://a.example/x y/' }),
    ).toMatch(/^drain-[a-z0-9-]+$/);
  });
});

describe('slugs without a placeholder', () => {
  const findNotice = (slug: string | null) =>
    findProblem(seedProblems(wxrSeed({ slug, content: '<p>[geo_city]</p>' })), 'slug-generated');

  it('gets the row’s slug appended to the seed’s, with a notice', () => {
    expect(readSlug('furnace-repair')).toBe('furnace-repair-ofallon-mo');
    expect(findNotice('furnace-repair')).toMatchObject({ severity: 'notice', field: 'slug' });
    expect(findNotice('furnace-repair').text).toMatch(/"furnace-repair" has no placeholder/);
  });

  it.each(['', null])('is the row’s slug if the seed has none (%j), with a notice', (slug) => {
    expect(readSlug(slug)).toBe('ofallon-mo');
    expect(findNotice(slug).text).toMatch(/has no slug/);
  });

  it('is made from city and state if no column has it', () => {
    const rows = [
      ['city', 'state'],
      ['St. Louis', 'MO'],
    ];
    const [page] = build(wxrSeed({ slug: 'x', title: '[city]' }), rows).pages;
    expect(page?.fields['wp:post_name']).toBe('x-st-louis-mo');
    const problems = seedProblems(wxrSeed({ slug: 'x', title: '[city]' }), ['city', 'state']);
    expect(problems.map(({ code }) => code)).toEqual(['slug-generated']);
  });

  it('is refused if no column can make one', () => {
    const problem = findProblem(
      seedProblems(wxrSeed({ slug: 'x', title: '[phone]' }), ['phone']),
      'no-slug-column',
    );
    expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml', field: 'slug' });
    expect(problem.text).toMatch(/Add a column geo_url/);
  });

  it('needs no slug column if the seed’s slug names another one', () => {
    const seed = wxrSeed({ slug: 'x-phone_no', title: '[phone_no]' });
    const built = build(seed, [['phone_no'], ['12 34']], { footer: '<a href="[page_url]">[phone_no]</a>' });
    expect(built.pages[0]?.fields['wp:post_name']).toBe('x-12-34');
  });
});

describe('[geo_url] in a slug', () => {
  it('is the row’s slug with its segments joined', () => {
    expect(
      readSlug('plumber-geo_url', 'x [geo_city]', { ...ROW, geo_url: 'https://a.example/texas/St. Louis/' }),
    ).toBe('plumber-texas-st-louis');
  });

  it('is reported after a / only if the page’s slug is longer', () => {
    const content = '<a href="/[geo_url]/">[geo_city]</a>';
    const codes = (slug: string) => createInspection({ slug, content }, ROW).problems.map(({ code }) => code);
    expect(codes('plumber-geo_url')).toContain('geo-url-not-address');
    expect(codes('geo_url')).not.toContain('geo-url-not-address');
  });

  it('is listed by inspect with its place, the slug', () => {
    const places = createInspection({ slug: 'plumber-geo_url' }, ROW).seed?.placeholders.flatMap((use) =>
      use.places.map(({ leaf }) => `${use.text} ${leaf}`),
    );
    expect(places).toContain('[geo_url] slug');
  });
});
