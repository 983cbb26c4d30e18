/**
 * Placeholders in addresses: which part of the address each is, and so how it is written; and which
 * texts of a builder's data are addresses at all.
 */
import { describe, expect, it } from 'vitest';
import { resolveUrl } from '#testkit/decoders/url.ts';
import { readHtmlAttribute } from '#testkit/decoders/html.ts';
import { fillContent, fillMeta, listLossCodes } from '../../platforms/shared/seed-fixture.ts';

const ROW = {
  geo_city: 'São Paulo & Co',
  geo_url: 'sao-paulo',
  site: 'https://x.example/a b',
  word: 'a/b',
  phone: '+1 (296) 555-5991',
};
const OWN = 'https://site.example/plumber-sao-paulo/';

/** The address of the page's link, as it is in its attribute. */
const href = (address: string, row: Record<string, string> = ROW) =>
  readHtmlAttribute(fillContent(`<a href="${address}">x</a>`, row), 'a', 'href') ?? '';

describe('a placeholder in an address', () => {
  it.each([
    ['[geo_url]', OWN],
    [' [ Geo URL ] ', ` ${OWN} `],
    ['[page_url]', OWN],
    ['[page_url]?a=1', `${OWN}?a=1`],
    ['/[geo_url]/', '/sao-paulo/'],
    ['[geo_url]/more', 'sao-paulo/more'],
    ['[geo_url]#map', 'sao-paulo#map'],
    ['#[geo_url]', '#sao-paulo'],
    ['?town=[geo_url]', '?town=sao-paulo'],
    ['//cdn.example/[geo_url].jpg', '//cdn.example/sao-paulo.jpg'],
    ['https://[geo_url].x.example/', 'https://sao-paulo.x.example/'],
    ['[geo_url | upper]', 'SAO-PAULO'],
    ['/[geo_url | upper]/', '/SAO-PAULO/'],
  ])('%s means the page or the row’s slug: %s', (address, expected) => {
    expect(href(address)).toBe(expected);
  });

  it.each([
    ['[site]', 'https://x.example/a%20b'],
    ['[site]/c', 'https://x.example/a%20b/c'],
    ['[word]', 'a/b'],
    ['/[word]', '/a%2Fb'],
    ['/[geo_city]?q=[word]', '/S%C3%A3o%20Paulo%20%26%20Co?q=a%2Fb'],
    ['[word][word]', 'a/ba%2Fb'],
    ['/s?q=[geo_city | url]', '/s?q=S%C3%A3o%20Paulo%20%26%20Co'],
    ['/s?q=[geo_city | slug]', '/s?q=sao-paulo-co'],
  ])('%s is written whole or as a part: %s', (address, expected) => {
    expect(href(address)).toBe(expected);
    expect(() => resolveUrl(href(address))).not.toThrow();
  });

  it.each([
    ['tel:[phone]', 'tel:+12965555991'],
    ['tel:[phone];ext=5', 'tel:+12965555991;ext=5'],
    ['tel:+49[phone | digits]', 'tel:+4912965555991'],
    ['sms:[phone]', 'sms:%2B1%20(296)%20555-5991'],
    ['https://wa.me/[phone | digits]', 'https://wa.me/12965555991'],
    ['mailto:[mail]', 'mailto:jo%2Bann@x.example'],
    ['mailto:[mail],[mail]', 'mailto:jo%2Bann@x.example,jo%2Bann@x.example'],
    [
      'mailto:info@x.example?cc=[mail]&amp;body=[word]',
      'mailto:info@x.example?cc=jo%2Bann%40x.example&body=a%2Fb',
    ],
  ])('%s reaches whom it names: %s', (address, expected) => {
    expect(href(address, { ...ROW, mail: 'jo+ann@x.example' })).toBe(expected);
  });

  it('becomes a link to a part of the page for an empty cell', () => {
    expect(href('[site]', { site: '' })).toBe('');
    expect(href('/s?q=[site]', { site: '' })).toBe('/s?q=');
    expect(href('tel:[phone]', { phone: 'call us' })).toBe('tel:');
  });

  it.each(['https', 'HTTP', 'tel', 'mailto'])('may be the scheme %s', (word) => {
    expect(href('[word]:x', { word })).toBe(`${word}:x`);
  });

  it.each(['javascript', 'data', 'ftp', '', 'http s', 'https:'])('can’t be another scheme: %j', (word) => {
    expect(listLossCodes({ content: '<a href="[word]:x">y</a>' }, { word })).toEqual(['address-scheme']);
  });
});

describe('the address of a refresh', () => {
  const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

  it.each([
    ['0;url=[site]', '0;url=https://x.example/a%20b'],
    ["5; URL='/s?q=[geo_city]'", "5; URL='/s?q=S%C3%A3o%20Paulo%20%26%20Co'"],
    ['3, [geo_url]', `3, ${OWN}`],
  ])('%s becomes %s', (content, expected) => {
    expect(readHtmlAttribute(fillContent(refresh(content), ROW), 'meta', 'content')).toBe(expected);
  });

  it('runs no script', () => {
    const content = refresh('0;url=[site]');
    expect(listLossCodes({ content }, { site: ' java\tscript:alert(1)' })).toEqual(['address-scheme']);
  });

  it('isn’t recognized in a text that only begins with a number', () => {
    const content = '<meta name="description" content="24; [geo_city]">';
    expect(readHtmlAttribute(fillContent(content, ROW), 'meta', 'content')).toBe('24; São Paulo & Co');
  });
});

describe('a list of pictures in several sizes', () => {
  const candidates = (srcset: string, row: Record<string, string>) =>
    readHtmlAttribute(fillContent(`<img srcset='${srcset}'>`, row), 'img', 'srcset');

  it('separates each URL from its size, with any commas', () => {
    for (const site of ['https://x.example/a,', ',https://x.example/a', ',,a,,', 'a,b', 'a, b'])
      expect(candidates('[site] 1x, /b.jpg 2x', { site })?.split(/\s+/)).toEqual([
        // a comma within an address is a part of it, one at its end ends the candidate
        site.replaceAll(' ', '%20').replaceAll(/^,+|,+$/g, (commas) => '%2C'.repeat(commas.length)),
        '1x,',
        '/b.jpg',
        '2x',
      ]);
  });

  it('reads a placeholder whose filter holds a comma', () => {
    expect(candidates('[site | default:"/a, b.jpg"] 1x, /c.jpg 2x', { site: '' })).toBe(
      '/a,%20b.jpg 1x, /c.jpg 2x',
    );
  });
});

describe('a text of a builder’s data', () => {
  /** The text of a block's attribute under that key. */
  const text = (key: string, value: string, row: Record<string, string>): unknown => {
    const page = fillContent(`<!-- wp:acme/x ${JSON.stringify({ [key]: value })} /-->`, row);
    const data = JSON.parse(page.slice(page.indexOf('{'), page.lastIndexOf('}') + 1)) as Record<
      string,
      unknown
    >;
    return data[key];
  };

  it.each([
    'url',
    'href',
    'src',
    'link',
    'permalink',
    'canonical',
    'image_url',
    'button_link',
    'buttonUrl',
    'moreLink',
    'canonical_url',
  ])('is an address under the key %s', (key) => {
    expect(text(key, '[word]', { word: 'a b' })).toBe('a%20b');
    expect(text(key, '[geo_url]', { geo_url: 'waco' })).toBe('https://site.example/plumber-waco/');
  });

  it.each(['title', 'urls', 'curl', 'Urlaub', 'blink', 'linkage', 'hrefs', 'srcset', 'URL'])(
    'is none under the key %s',
    (key) => {
      expect(text(key, '[word]', { word: 'a b' })).toBe('a b');
    },
  );

  it.each([
    ['https://x.example/[word]', 'https://x.example/a%20%26%20b'],
    ['/x/[word]', '/x/a%20%26%20b'],
    ['tel:[phone]', 'tel:+123'],
    ['mailto:[word]@x.example', 'mailto:a%20%26%20b@x.example'],
    ['https://x.example/ [word]', 'https://x.example/ a & b'],
    ['x/[word]', 'x/a & b'],
    ['<b>/[word]</b>', '<b>/a &amp; b</b>'],
    ['https://x.example/[word | default:"a b"]', 'https://x.example/a%20%26%20b'],
  ])('is one by its own look or not: %s', (value, expected) => {
    expect(text('text', value, { word: 'a & b', phone: '+1 23' })).toBe(expected);
  });

  it('is one in an ordinary meta as well', () => {
    expect(fillMeta('https://x.example/[word]', { word: 'a b' }, 'url')).toBe('https://x.example/a%20b');
    expect(fillMeta('tel:[phone]', { phone: '+1 23' }, 'phone')).toBe('tel:+123');
  });
});
