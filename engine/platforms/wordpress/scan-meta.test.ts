import { describe, expect, it } from 'vitest';
import { getMeta } from '#testkit/wxr-pages.ts';
import { fillMeta, fillPage, listLossCodes } from '../shared/seed-fixture.ts';

const CITY = 'Cañon "City" & <b> \\ 😀 [x]';
const ROW = {
  geo_city: CITY,
  lat: '1.5',
  website: 'https://x.example/a b',
  phone: '+1 (2) 3',
  geo_url: 'canon-co',
};

const bytes = (text: string) => new TextEncoder().encode(text).length;
const php = (text: string) => `s:${bytes(text)}:"${text}";`;

describe('plain metas', () => {
  it.each([
    ['[geo_city]', CITY],
    ['Plumber in [geo_city] | %%sitename%%', `Plumber in ${CITY} | %%sitename%%`],
    ['&amp; [geo_city]', `&amp; ${CITY}`],
    ['/[geo_city]', `/${CITY}`],
    ['tel:[phone]', 'tel:+123'],
  ])('%s becomes exactly %s', (seed, expected) => {
    expect(fillMeta(seed, ROW)).toBe(expected);
  });

  it('that hold an address or a shortcode are filled as such', () => {
    const part = encodeURIComponent(CITY);
    for (const address of ['https://x.example/?q=', '//x.example/', '/areas/'])
      expect(fillMeta(`${address}[geo_city]`, ROW)).toBe(address + part);
    expect(fillMeta('[map city="[geo_city]"]', ROW)).toBe(
      '[map city="Cañon &quot;City&quot; &amp; &lt;b&gt; &#92; 😀 &#91;x&#93;"]',
    );
  });

  it('is HTML where the seed’s own text has a tag', () => {
    expect(fillMeta('<p title="[geo_city]">[lat]</p>', ROW)).toBe(
      '<p title="Cañon &quot;City&quot; &amp; &lt;b&gt; \\ 😀 &#91;x]">1.5</p>',
    );
    expect(fillMeta('[tip | default:"<b>"]', { tip: '' })).toBe('<b>');
  });

  it('fills keys of metas', () => {
    const page = fillPage({ metas: [['city_[geo_url]', 'x']] }, ROW);
    expect(getMeta(page, 'city_canon-co')).toBe('x');
  });

  it.each(['url', '_link', 'canonical_url', 'buttonUrl'])(
    'writes a bare [geo_url] under the key %s as the URL',
    (key) => {
      expect(fillMeta('[geo_url]', ROW, key)).toBe('https://site.example/plumber-canon-co/');
      expect(fillMeta('[website]', ROW, key)).toBe('https://x.example/a%20b');
    },
  );
});

describe('JSON in a meta', () => {
  it('reads back strings, keys and numbers', () => {
    const json =
      '{"city":"[geo_city]","[geo_url]":[lat],"list":["a","[geo_city]",{"n":[lat]}],"e":"\\u00e9"}';
    expect(JSON.parse(fillMeta(json, ROW))).toEqual({
      city: CITY,
      'canon-co': 1.5,
      list: ['a', CITY, { n: 1.5 }],
      e: 'é',
    });
  });

  it('keeps everything else of it byte for byte', () => {
    const json = '{ "a" : "\\u00e9\\/" ,\n\t"b":"[geo_url]","n":1.0e5 }';
    expect(fillMeta(json, ROW)).toBe('{ "a" : "\\u00e9\\/" ,\n\t"b":"canon-co","n":1.0e5 }');
  });

  it('writes slashes as the document does', () => {
    expect(fillMeta('{"a":"x\\/y","b":"[v]"}', { v: 'p/q' })).toBe('{"a":"x\\/y","b":"p\\/q"}');
    expect(fillMeta('{"a":"x/y","b":"[v]"}', { v: 'p/q' })).toBe('{"a":"x/y","b":"p/q"}');
  });

  it('reads JSON in JSON in JSON', () => {
    const inner = JSON.stringify({ city: '[geo_city]' });
    const outer = JSON.stringify({ a: JSON.stringify({ b: inner }) });
    const read = JSON.parse(fillMeta(outer, ROW)) as { a: string };
    expect(JSON.parse((JSON.parse(read.a) as { b: string }).b)).toEqual({ city: CITY });
  });

  it('skips the row whose text would be outside of a string', () => {
    expect(listLossCodes({ metas: [['x', '{"a":[geo_city]}']] }, ROW)).toEqual(['value-no-literal']);
  });

  it.each(['["unclosed [geo_city]]', '{a:"[geo_city]",}', '[1, 2', '{[geo_city]}'])(
    'reads %j as a text, because it isn’t JSON',
    (text) => {
      expect(fillMeta(text, { geo_city: '"' })).toBe(text.replace('[geo_city]', '"'));
    },
  );

  it('takes a list of coordinates for JSON, and a lone placeholder for a text', () => {
    expect(fillMeta('[[lat], [lat]]', ROW)).toBe('[1.5, 1.5]');
    expect(fillMeta('[geo_city], [geo_city]', { geo_city: '"x"' })).toBe('"x", "x"');
  });
});

describe('builder data', () => {
  const elementor = (settings: unknown, row: Record<string, string> = ROW): Record<string, unknown> => {
    const data = JSON.stringify([{ id: 'a1b2', settings }]).replaceAll('/', '\\/');
    const written = fillMeta(data, row, '_elementor_data');
    return (JSON.parse(written) as [{ settings: Record<string, unknown> }])[0].settings;
  };

  it('writes strings as short HTML and markup as HTML', () => {
    const settings = elementor({
      title: 'In [geo_city]',
      editor: '<p title="[geo_city]">[geo_city]</p>',
      shortcode: '[map city="[geo_city]"]',
    });
    expect(settings).toEqual({
      title: 'In Cañon "City" & &lt;b&gt; \\ 😀 &#91;x]',
      editor:
        '<p title="Cañon &quot;City&quot; &amp; &lt;b&gt; \\ 😀 &#91;x]">Cañon "City" &amp; &lt;b&gt; \\ 😀 &#91;x]</p>',
      shortcode: '[map city="Cañon &quot;City&quot; &amp; &lt;b&gt; &#92; 😀 &#91;x&#93;"]',
    });
  });

  it('encodes addresses and telephone numbers as such', () => {
    const settings = elementor({
      link: { url: '/[geo_url]/', custom: 'https://x.example/?q=[geo_city]' },
      call: { url: 'tel:[phone]' },
      own: { url: '[geo_url]' },
      site: { url: '[website]' },
      deep: { url: '[website]/[lat]' },
      mail: 'mailto:a@b.example?subject=Hi [lat]',
    });
    expect(settings).toEqual({
      link: {
        url: '/canon-co/',
        custom: `https://x.example/?q=${encodeURIComponent(CITY)}`,
      },
      call: { url: 'tel:+123' },
      own: { url: 'https://site.example/plumber-canon-co/' },
      site: { url: 'https://x.example/a%20b' },
      deep: { url: 'https://x.example/a%20b/1.5' },
      mail: 'mailto:a@b.example?subject=Hi 1.5',
    });
  });

  it('loses the row whose link is a script', () => {
    const data = '[{"settings":{"link":{"url":"[website]"}}}]';
    expect(listLossCodes({ metas: [['_elementor_data', data]] }, { website: 'javascript:x' })).toEqual([
      'address-scheme',
    ]);
  });

  it('fills custom CSS as CSS', () => {
    expect(elementor({ custom_css: 'a{content:"[geo_city]"}' }, { geo_city: '"' })).toEqual({
      custom_css: 'a{content:"\\22 "}',
    });
  });
});

describe('PHP-serialized metas', () => {
  it('counts the bytes of what it fills', () => {
    expect(fillMeta(`a:1:{s:4:"city";s:10:"[geo_city]";}`, ROW)).toBe(`a:1:{s:4:"city";${php(CITY)}}`);
    expect(fillMeta(`a:2:{i:0;s:13:"x [geo_city]!";i:1;b:1;}`, { geo_city: 'ü' })).toBe(
      'a:2:{i:0;s:5:"x ü!";i:1;b:1;}',
    );
  });

  it('fills keys, objects and every kind of scalar around', () => {
    const seed = 'O:8:"stdClass":3:{s:9:"[geo_url]";i:-1;s:1:"d";d:1.5E+25;s:1:"n";N;}';
    expect(fillMeta(seed, ROW)).toBe('O:8:"stdClass":3:{s:8:"canon-co";i:-1;s:1:"d";d:1.5E+25;s:1:"n";N;}');
  });

  it('counts serialized text inside serialized text anew, from the inside out', () => {
    const inner = 'a:1:{i:0;s:10:"[geo_city]";}';
    const middle = `a:1:{s:1:"x";${php(inner)}}`;
    const filledInner = `a:1:{i:0;${php(CITY)}}`;
    expect(fillMeta(php(middle), ROW)).toBe(php(`a:1:{s:1:"x";${php(filledInner)}}`));
  });

  it('counts PHP in JSON in PHP', () => {
    const json = JSON.stringify({ php: 'a:1:{i:0;s:10:"[geo_city]";}' });
    const filled = JSON.stringify({ php: `a:1:{i:0;${php(CITY)}}` });
    expect(fillMeta(`a:1:{i:0;${php(json)}}`, ROW)).toBe(`a:1:{i:0;${php(filled)}}`);
  });

  it('fills HTML, CSS and addresses inside it by their kind', () => {
    const seed = `a:3:{s:10:"custom_css";${php('a{content:"[v]"}')}s:4:"html";${php('<b title="[v]">')}s:3:"url";${php('[geo_url]')}}`;
    expect(fillMeta(seed, { v: '"', geo_url: 'x' })).toBe(
      `a:3:{s:10:"custom_css";${php('a{content:"\\22 "}')}s:4:"html";${php('<b title="&quot;">')}s:3:"url";${php('https://site.example/plumber-x/')}}`,
    );
  });

  it('repairs lengths that counted CR LF, which an XML reader turns into LF', () => {
    expect(fillMeta('a:2:{s:1:"t";s:4:"a\nb";i:0;s:10:"[geo_city]";}', { geo_city: 'x' })).toBe(
      'a:2:{s:1:"t";s:3:"a\nb";i:0;s:1:"x";}',
    );
    expect(fillMeta('a:1:{s:1:"t";s:9:"a\nb\n\nc";}')).toBe('a:1:{s:1:"t";s:6:"a\nb\n\nc";}');
  });

  it('finds the end of a string by its dropped CRs, although it contains what looks like an end', () => {
    const text = 'a";s:1:"b";}\nc';
    expect(
      fillMeta(`a:2:{i:0;s:${bytes(text) + 1}:"${text}";i:1;s:10:"[geo_city]";}`, { geo_city: 'x' }),
    ).toBe(`a:2:{i:0;${php(text)}i:1;s:1:"x";}`);
  });

  it('repairs lengths of a placeholder typed into the file by hand', () => {
    expect(fillMeta('a:2:{i:0;s:6:"[geo_city]";i:1;s:1:"y";}', { geo_city: 'Reno' })).toBe(
      'a:2:{i:0;s:4:"Reno";i:1;s:1:"y";}',
    );
  });

  it.each(['a:2:{i:0;s:1:"[v]";}', 'a:x', 's:3:abc', 'i:1', 'a:1:{i:0;C:1:"x":0:{}}', 'O:8:stdClass'])(
    'takes %s for a text, because it is not serialized',
    (text) => {
      const written = fillMeta(`${text} [geo_city]`, { geo_city: 'x', v: 'y' });
      expect(written).toBe(`${text.replace('[v]', 'y')} x`);
    },
  );

  it('wraps a whole value that comes to look serialized, as WordPress does', () => {
    const object = 'O:8:"stdClass":0:{}';
    expect(fillMeta('[v]', { v: object })).toBe(php(object));
    expect(fillMeta('O:8:"[v]":0:{}', { v: 'stdClass' })).toMatch(/^s:19:"O:8:/);
    expect(fillMeta('x[v]', { v: object })).toBe(`x${object}`);
  });

  it('reads values at any realistic depth of nesting', () => {
    let seed = '[geo_city]';
    let expected = 'Reno';
    for (let depth = 0; depth < 8; depth += 1) {
      seed = `a:1:{i:0;${php(seed)}}`;
      expected = `a:1:{i:0;${php(expected)}}`;
    }
    expect(fillMeta(seed, { geo_city: 'Reno' })).toBe(expected);
  });
});

describe('ACF and other elements', () => {
  it('fills unknown elements as plain text', () => {
    const page = fillPage({ extra: '<wp:custom><![CDATA[x [geo_city]]]></wp:custom>' }, ROW);
    expect(page.fields['wp:custom']).toBe(`x ${CITY}`);
  });

  it('doesn’t change references of ACF fields to their groups', () => {
    const page = fillPage(
      {
        metas: [
          ['_city', 'field_5f1'],
          ['city', '[geo_city]'],
        ],
      },
      ROW,
    );
    expect(page.metas).toEqual([
      ['_city', 'field_5f1'],
      ['city', CITY],
    ]);
  });
});
