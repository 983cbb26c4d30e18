import { describe, expect, it } from 'vitest';
import { toProjectKey } from '#engine';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { getDateOffset, uuidV5 } from './identity.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const URL_SPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

const ROWS = [
  ['geo_city', 'geo_url'],
  ['Waco', 'waco'],
  ['Salem', 'salem'],
  ['Łódź', 'lodz'],
];

function guids(rows: string[][], options: Parameters<typeof build>[2] = {}): string[] {
  return build(wxrSeed(), rows, options).pages.map((page) => page.fields.guid ?? '');
}

describe('a UUID of version 5', () => {
  it.each([
    // RFC 9562, appendix A.4
    [DNS, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    // the documentation of Python's uuid module
    [DNS, 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
    [URL_SPACE, 'http://python.org/', '4c565f0d-3f5a-5890-b41b-20cf47701c5e'],
    // not ASCII: the name is hashed as UTF-8
    [DNS, 'köln', '387d1f75-ee45-5b61-89c0-a20ab3d4b5fc'],
  ])('of %s and "%s" is %s', (namespace, name, uuid) => {
    expect(uuidV5(namespace, name)).toBe(uuid);
  });

  it('has correct version and variant bits, whatever the name', () => {
    for (let index = 0; index < 500; index += 1)
      expect(uuidV5(DNS, `row ${index}`)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });
});

describe('the key of a project', () => {
  it('is the lowercased key if the key is a UUID', () => {
    expect(toProjectKey('6BA7B810-9DAD-11D1-80B4-00C04FD430C8')).toBe(DNS);
  });

  it('is derived from a name, always the same', () => {
    // other implementations give this for the same namespace and name
    expect(toProjectKey('plumber.xml')).toBe('9b97a792-b9bd-57bd-b4e9-3243f7170867');
    expect(toProjectKey('plumber.xml ')).not.toBe(toProjectKey('plumber.xml'));
  });

  it('takes anything else for a name, also what only resembles a UUID', () => {
    expect(toProjectKey(`{${DNS}}`)).toMatch(/^[0-9a-f-]{36}$/);
    expect(toProjectKey('')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the guid of a page', () => {
  it('is a plain address of the site with the UUID of project key and row key', () => {
    const [first] = guids(ROWS, { key: 'spring' });
    expect(first).toBe(`https://site.example/?geoloom=${uuidV5(toProjectKey('spring'), 'waco')}`);
  });

  it('names the site that the caller gives, without its slash', () => {
    const [first] = guids(ROWS, { site: 'https://client.example/blog//' });
    expect(first).toMatch(/^https:\/\/client\.example\/blog\/\?geoloom=[0-9a-f-]{36}$/);
  });

  it('uses an invalid host if neither caller nor seed specifies a site', () => {
    const [page] = build(wxrSeed({ site: '', link: '' }), ROWS).pages;
    expect(page?.fields.guid).toMatch(/^https:\/\/geoloom\.invalid\/\?geoloom=/);
    expect(page?.fields.link).toBe('/plumber-waco/');
  });

  it('is another one in another project, while ids and dates stay', () => {
    const [one, two] = ['a', 'b'].map((key) => build(wxrSeed(), ROWS, { key }).pages);
    one?.forEach((page, index) => {
      expect(page.fields.guid).not.toBe(two?.[index]?.fields.guid);
      expect(page.fields['wp:post_id']).toBe(two?.[index]?.fields['wp:post_id']);
      expect(page.fields['wp:post_date']).toBe(two?.[index]?.fields['wp:post_date']);
    });
    expect(one).toHaveLength(3);
  });
});

describe('the key of a row', () => {
  const moved = [
    ['geo_city', 'geo_url'],
    ['Austin', 'austin'],
    ['Salem!', 'salem'],
  ];

  it('is its own slug, so that a page is found again in another place with other texts', () => {
    expect(guids(moved)[1]).toBe(guids(ROWS)[1]);
  });

  it('is the slug itself once normalized', () => {
    const asked = [
      ['geo_city', 'geo_url'],
      ['Waco', ' https://old.example/WÁCO/?x=1'],
    ];
    expect(guids(asked)[0]).toBe(guids(ROWS)[0]);
  });

  it.each(['row_id', 'Row ID', 'key', 'id'])('is the cell of the column "%s" if it exists', (name) => {
    const rows = [
      ['geo_city', 'geo_url', name],
      ['Waco', 'waco', 'r-1'],
    ];
    const renamed = [
      ['geo_city', 'geo_url', name],
      ['Waco', 'waco-texas', ' r-1 '],
    ];
    expect(guids(rows)[0]).toContain(uuidV5(toProjectKey('test'), 'r-1'));
    expect(guids(renamed)).toEqual(guids(rows));
  });

  it('comes from row_id before key before id', () => {
    const rows = [
      ['id', 'key', 'row_id', 'geo_city', 'geo_url'],
      ['i', 'k', 'r', 'Waco', 'waco'],
    ];
    expect(guids(rows)[0]).toContain(uuidV5(toProjectKey('test'), 'r'));
    expect(guids(rows.map((row) => row.filter((_, index) => index !== 2)))[0]).toContain(
      uuidV5(toProjectKey('test'), 'k'),
    );
  });

  it('falls back on the slug in a row whose key is empty', () => {
    const rows = [
      ['geo_city', 'geo_url', 'key'],
      ['Waco', 'waco', ' '],
    ];
    expect(guids(rows)).toEqual(guids(ROWS.slice(0, 2)));
  });
});

describe('the seconds before the base date', () => {
  it('lie within thirty days', () => {
    for (let index = 0; index < 20_000; index += 1) {
      const offset = getDateOffset(`town-${index}`);
      expect(Number.isInteger(offset) && offset >= 0 && offset < 2_592_000).toBe(true);
    }
  });

  it('spread evenly over the days, also for keys that differ in one digit', () => {
    const days = Array.from({ length: 30 }, () => 0);
    for (let index = 0; index < 30_000; index += 1)
      days[Math.floor(getDateOffset(`town-${index}`) / 86_400)] =
        (days[Math.floor(getDateOffset(`town-${index}`) / 86_400)] ?? 0) + 1;
    // 1,000 a day are expected; six standard deviations are about 190
    for (const count of days) expect(Math.abs(count - 1000)).toBeLessThan(190);
  });

  it('share a second about as often as chance would', () => {
    const seconds = new Set(Array.from({ length: 20_000 }, (_, index) => getDateOffset(`town ${index}, TX`)));
    // 20,000 balls in 2,592,000 boxes: about 77 fall on another one
    expect(20_000 - seconds.size).toBeLessThan(150);
  });

  it('never change: pages are found again by their date', () => {
    expect(['waco', 'salem', 'łódź', ''].map(getDateOffset)).toEqual([
      1_406_946, 1_015_148, 1_859_256, 2_164_361,
    ]);
  });
});
