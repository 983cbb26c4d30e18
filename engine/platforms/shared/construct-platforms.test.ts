/** Constructs on platforms other than WordPress: across the values of a field, and around template tags. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { PlatformId } from '#engine';
import { buildFormat, listFaultCodes, listRefusalProblems } from '#testkit/format-build.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone', 'services'],
  ['O’Fallon & "Co"', 'ofallon', '555-0100', 'Drains|Leaks & gas'],
  ['Waco', 'waco', '', ''],
];
const TEXTS = ['[geo_city]', '[if phone]', 'Call [geo_city]', '[else]', 'Write', '[/if]'];
const SHOWN = [
  ['O’Fallon & "Co"', 'Call O’Fallon & "Co"'],
  ['Waco', 'Write'],
];
const paragraphs = TEXTS.map((text) => `<p>${text}</p>`).join('\n');
const shownParagraphs = (html: string) =>
  [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text = '']) => text.replaceAll('&amp;', '&'));

function build(format: PlatformId, seed: string, rows = ROWS): string {
  const built = buildFormat(seed, rows, { format, site: 'https://site.example' });
  expect(listFaultCodes(built.audit().problems)).toEqual([]);
  return built.text;
}

function listFaults(format: PlatformId, seed: string): string[] {
  return listRefusalProblems(format, seed, ROWS)
    .filter(({ severity }) => severity === 'fault')
    .map(({ text }) => text);
}

const drupal = (fields: string, guid = '1') =>
  `<response><item key="0"><uuid>${guid}</uuid><title>In [geo_city]</title><path>/[geo_url]</path>${fields}</item></response>`;
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const readDrupal = (xml: string, values: RegExp) =>
  xml
    .split('<uuid>')
    .slice(1)
    .map((record) =>
      [...record.matchAll(values)].map(([, text = '']) =>
        text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
      ),
    );

describe('values of a field of Drupal', () => {
  const value = (text: string) =>
    `<field_note><value>${text}</value><format>basic_html</format><processed>${escapeText(`<p>${text}</p>`)}</processed></field_note>`;
  const item = (text: string) => `<item>\n<value>${text}</value><lang>en</lang></item>`;
  const VALUES = /<value>(.*?)<\/value>/gs;

  it('go with the markers that they contain', () => {
    const seed = drupal(TEXTS.map(value).join(''));
    expect(readDrupal(build('drupal', seed), VALUES)).toEqual(SHOWN);
  });

  it('are repeated by a list', () => {
    const texts = ['[for service in services "|"]', '[service] in [geo_city]', '[/for]'];
    const seed = drupal(`<field_b>${texts.map(item).join('\n')}</field_b>`);
    expect(readDrupal(build('drupal', seed), VALUES)).toEqual([
      ['Drains in O’Fallon & "Co"', 'Leaks & gas in O’Fallon & "Co"'],
      [],
    ]);
  });

  it('stay if they contain anything else, and the seed is refused', () => {
    for (const fields of [
      '<t>[geo_city][if phone]</t><t>x</t><t>[/if]</t>',
      '<t>[if phone]</t><t>x</t><t>[/if] [geo_city]</t>',
      '<t>[if phone]</t><u>[/if]</u>',
      '<t><value>[if phone]</value><summary>More</summary></t><t>[/if]</t>',
    ])
      expect(listFaults('drupal', drupal(fields)).join()).toContain('is in another element or text');
  });

  it('can’t be an identity, a path or a setting', () => {
    const construct = '[if phone]a[else]b[/if]';
    for (const seed of [
      drupal('', construct),
      drupal('').replace('/[geo_url]', construct),
      drupal(`<status>${construct}</status>`),
      drupal(`<created><value>${construct}</value></created>`),
      drupal(`<field_image><target_id>${construct}</target_id></field_image>`),
    ])
      expect(listFaults('drupal', seed).join()).toContain('[if phone] can’t be in');
  });

  it('are filled in one text as well', () => {
    const xml = build('drupal', drupal(`<body><![CDATA[${paragraphs}]]></body>`));
    expect(xml.split('<uuid>').slice(1).map(shownParagraphs)).toEqual(SHOWN);
  });
});

describe('HubL', () => {
  const seed = (content: string) =>
    wxrText({ type: 'post', slug: 'geo_url', title: 'In [geo_city]', content });

  it('may be what a construct contains', () => {
    const html = `${paragraphs}[if phone]{{ content.name }}[else]{% if a %}[geo_city]{% endif %}[/if]`;
    const pages = readPages(new TextEncoder().encode(build('hubspot', seed(html))));
    const contents = pages.map(({ fields }) => fields['content:encoded'] ?? '');
    expect(contents.map(shownParagraphs)).toEqual(SHOWN);
    expect(contents.map((content) => content.split('</p>').at(-1)?.trim())).toEqual([
      '{{ content.name }}',
      '{% if a %}Waco{% endif %}',
    ]);
  });

  it.each([
    '{{ "[if phone]a[/if]" }}',
    '{{ [if phone]a[/if] }}',
    '{% set a = "[if phone]x[/if]" %}',
    '{# [if phone]a[/if] #}',
    '{[if phone]{ a }}[/if]',
  ])('can’t contain the markers in %s', (html) => {
    expect(listFaults('hubspot', seed(`[geo_city]${html}`)).join()).toContain('is in a template tag');
  });
});

describe.each(['wix', 'webflow'] as const)('cells of %s', (format) => {
  const header = format === 'wix' ? ['ID', 'Title', 'Slug', 'Body'] : ['Name', 'Slug', 'Item ID', 'Body'];
  const toSeed = (cells: Record<string, string>) =>
    Papa.unparse([header, header.map((name) => cells[name] ?? '')], { newline: '\r\n' });

  it('may have constructs in their texts', () => {
    const csv = build(
      format,
      toSeed({ Title: 'In [geo_city]', Name: 'In [geo_city]', Slug: '[geo_url]', Body: paragraphs }),
    );
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    expect(data.map(({ Body = '' }) => shownParagraphs(Body))).toEqual(SHOWN);
  });

  it('can’t have them in a slug', () => {
    const seed = toSeed({
      Title: '[geo_city]',
      Name: '[geo_city]',
      Slug: 'a-[if phone]b[/if]',
      Body: '<p>x</p>',
    });
    expect(listFaults(format, seed).join()).toContain('[if phone] can’t be in Slug');
  });
});

describe('a seed whose only page language is a construct', () => {
  const CONSTRUCTS = [
    ['[if phone]Call[else]Write[/if]', ['Call', 'Write']],
    ['[spin]Same || Same[/spin]', ['Same', 'Same']],
    ['[for item in services "|"]x[/for]', ['xx', '']],
    ['[nearby 1]y[/nearby]', ['y', 'y']],
  ] as const;
  const SEEDS: readonly [PlatformId, (text: string) => string, RegExp][] = [
    [
      'wordpress',
      (content) => wxrText({ title: 'A', slug: 'a', content }),
      /<content:encoded><!\[CDATA\[(.*?)\]\]>/g,
    ],
    [
      'hubspot',
      (content) => wxrText({ title: 'A', slug: 'a', type: 'post', content }),
      /<content:encoded><!\[CDATA\[(.*?)\]\]>/g,
    ],
    [
      'drupal',
      (text) => `<root><item><guid>1</guid><title>A</title><path>/a</path><body>${text}</body></item></root>`,
      /<body>(.*?)<\/body>/g,
    ],
    ['wix', (text) => `Title,Text,ID\nA,"${text.replaceAll('"', '""')}",x\n`, /^"?A"?,"?(.*?)"?,/gm],
  ];
  const rows = ROWS.map((row, index) => [...row, ...(index === 0 ? ['lat', 'lng'] : [`3${index}`, '-97'])]);

  it.each(SEEDS)('is filled on %s', (format, write, text) => {
    for (const [construct, shown] of CONSTRUCTS) {
      const built = buildFormat(write(construct), rows, { format, site: 'https://site.example' });
      expect([...built.text.matchAll(text)].map(([, found]) => found)).toEqual(shown);
    }
  });

  it('is refused for the fault in its marker', () => {
    for (const [format, write] of SEEDS) {
      expect(listFaults(format, write('[if phnoe]x[/if]')).join()).toContain('Did you mean [phone]?');
      expect(
        listFaults(format, write('[nearby five within:"x"]y[/nearby] [nearby 0]y[/nearby]')).join(),
      ).toContain('whole number');
    }
  });

  it('stays without placeholders if its words are kept, or in conditional comments', () => {
    const content = '[if phone = "5"]a[/if]';
    expect(() =>
      buildFormat(wxrText({ title: 'A', slug: 'a', content }), ROWS, { format: 'wordpress', keep: ['if'] }),
    ).toThrow('no-placeholder');
    for (const [format, write] of SEEDS.slice(0, 2))
      expect(listFaults(format, write('<!--[if supportFields]>x<![endif]-->')).join()).toContain(
        'no placeholders',
      );
  });

  it('is filled next to a conditional comment', () => {
    for (const comment of [
      '<![if !IE]>x<![endif]>',
      '&lt;![if !IE]&gt;x&lt;![endif]&gt;',
      '<!--[if !IE]><!-->x<!--<![endif]-->',
    ])
      for (const [format, write] of SEEDS.slice(0, 2))
        expect(listFaults(format, write(`${comment}[if phone]a[/if]`))).toEqual([]);
  });

  it('isn’t chosen before a page with placeholders', () => {
    const seed = wxrText({
      content: '[geo_city]',
      behind: [{ title: 'B', slug: 'b', id: 41, content: '[spin]a || b[/spin]' }],
    });
    expect(build('wordpress', seed)).toContain('Waco');
  });
});

describe('constructs and blocks of template tags', () => {
  const fill = (content: string) => wxrText({ type: 'post', content: `<p>[geo_city]</p>${content}` });
  const PLATFORMS = ['hubspot', 'wordpress'] as const;

  it.each([
    '[if phone]{% if x %}[/if]a[if phone]{% endif %}[/if]',
    '{% if x %}[if phone]a{% endif %}[/if]',
    '{% if x %}[if phone]a{% else %}b[/if]{% endif %}',
    '{% if x %}[spin]a || {% endif %}b[/spin]',
    '<p>{% if y %}[if phone]</p>x<p>[/if]</p><p>{% endif %}</p>',
    '[for item in services "|"]{% for a in b %}[/for]{% endfor %}',
    '<p>[if phone]{% if y %}</p>x{% endif %}y<p>[/if]</p>',
  ])('are refused if they cross: %s', (content) => {
    for (const format of PLATFORMS)
      expect(listFaults(format, fill(content)).join('\n')).toMatch(
        /is in another element or text[^]*It begins with|has a branch in another/,
      );
  });

  it('are refused with the remedy', () => {
    for (const format of PLATFORMS)
      expect(listFaults(format, fill('{% if x %}[if phone]a{% endif %}[/if]')).join()).toContain(
        'Put the construct around a whole block of template tags',
      );
  });

  it.each([
    ['[if phone]{% if x %}a{% else %}b{% endif %}[/if]', '{% if x %}a{% else %}b{% endif %}'],
    [
      '{% for a in b %}{% set c = 1 %}[if phone]{{ a }}[/if]{% endfor %}',
      '{% for a in b %}{% set c = 1 %}{{ a }}{% endfor %}',
    ],
    ['{% if x %}[if phone]a[/if]{% else %}[if phone]b[/if]{% endif %}', '{% if x %}a{% else %}b{% endif %}'],
  ])('are filled around whole blocks, and within a branch: %s', (content, shown) => {
    for (const format of PLATFORMS) expect(build(format, fill(content))).toContain(shown);
  });
});

describe('a title with a construct, without a slug field', () => {
  const title = 'In [geo_city][if phone] now[/if]';
  it.each([
    ['drupal', `<root><item><guid>1</guid><title>${title}</title><body>[page_url]</body></item></root>`],
    ['wix', `ID,Title,Body\n1,${title},[page_url]\n`],
  ] as const)('leaves the URL of a page of %s to its row', (format, seed) => {
    const built = buildFormat(seed, ROWS, { format, site: 'https://site.example' });
    expect(built.text).toContain('In Waco');
    expect(
      [...built.text.matchAll(/[a-z:/.]*\/(?:ofallon|waco)\b/g)].map(([url]) => url.replace(/^.*\//, '')),
    ).toEqual(['ofallon', 'waco']);
    expect(built.problems.map(({ code }) => code)).toContain('slug-generated');
  });
});
