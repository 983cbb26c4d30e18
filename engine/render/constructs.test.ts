import { describe, expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { fillContent, fillMeta, fillPage, seedProblems } from '../platforms/shared/seed-fixture.ts';

const TOWNS = [
  ['geo_city', 'geo_state', 'geo_url', 'lat', 'lng', 'services', 'population'],
  ['Austin', 'TX', 'austin', '30.2672', '-97.7431', 'Drains|Leaks & floods', '961,855'],
  ['Round Rock', 'TX', 'round-rock', '30.5083', '-97.6789', 'Drains', '119,468'],
  ['Waco', 'TX', 'waco', '31.5493', '-97.1467', '', '138,486'],
  ['Tulsa', 'OK', 'tulsa', '36.154', '-95.9928', 'Leaks', 'unknown'],
];

function fillAll(content: string, rows = TOWNS): string[] {
  const { pages, problems } = build(wxrSeed({ content }), rows);
  if (pages.length === 0) throw new Error(JSON.stringify(problems));
  return pages.map(({ fields }) => fields['content:encoded'] ?? '');
}

function listFaults(content: string): string[] {
  return seedProblems(wxrSeed({ content: `[geo_city] ${content}` }), TOWNS[0])
    .filter(({ severity }) => severity === 'fault')
    .map(({ text }) => text);
}

describe('conditions', () => {
  it('write the first branch that holds', () => {
    const seed = '[geo_city]: [if population > 500000]large[elseif geo_state = "ok"]Oklahoma[else]small[/if]';
    expect(fillAll(seed)).toEqual(['Austin: large', 'Round Rock: small', 'Waco: small', 'Tulsa: Oklahoma']);
  });

  it('take paragraphs with nothing but a marker along', () => {
    const seed =
      '<h1>[geo_city]</h1><p>[if geo_state = &#8220;TX&#8221;]</p><p>Deep in <b>[geo_state]</b></p><p> [else]&nbsp;</p><p>Far</p><p>[/if]<br></p><p>.</p>';
    expect(fillAll(seed).slice(2)).toEqual([
      '<h1>Waco</h1><p>Deep in <b>TX</b></p><p>.</p>',
      '<h1>Tulsa</h1><p>Far</p><p>.</p>',
    ]);
  });

  it('take blocks and shortcodes with nothing but a marker along', () => {
    const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
    expect(
      fillContent(`${block('[geo_city]')}${block('[if phone]')}${block('Call')}${block('[/if]')}`, {
        phone: '',
      }),
    ).toBe(block('Austin'));
    const column = (text: string) =>
      `[vc_row][vc_column width="1/1"][vc_column_text css=".a{}"]<p>${text}</p>[/vc_column_text][/vc_column][/vc_row]`;
    expect(
      fillContent(
        `${column('[geo_city]')}${column('[if not phone]')}${column('No phone')}${column('[/if]')}`,
        { phone: '' },
      ),
    ).toBe(column('Austin') + column('No phone'));
  });

  it('choose values of attributes and metas', () => {
    expect(
      fillContent('<a title="[if geo_city = \'Austin\']Here &amp; now[else]There[/if]">[geo_city]</a>'),
    ).toBe('<a title="Here &amp; now">Austin</a>');
    expect(fillMeta('a:1:{s:4:"text";s:43:"[if geo_city = "Austin"]ä [geo_city][/if]!!!";}')).toBe(
      'a:1:{s:4:"text";s:12:"ä Austin!!!";}',
    );
    expect(
      fillPage({ title: '[if geo_city = "Austin"]In [geo_city][else]Out[/if]', content: '[geo_city]' })
        .fields['title'],
    ).toBe('In Austin');
  });
});

describe('variants', () => {
  it('leave bars outside of them unchanged', () => {
    expect(fillContent('[geo_city] || x [spin]a || a[/spin] || y')).toBe('Austin || x a || y');
  });
});

describe('lists', () => {
  it('repeat their body for each part of a cell', () => {
    const seed =
      '[geo_city]<ul><li>[for service in services "|"]</li><li>[service | upper]: [geo_city]</li><li>[/for]</li></ul>';
    expect(fillAll(seed)[0]).toBe(
      'Austin<ul><li>DRAINS: Austin</li><li>LEAKS &amp; FLOODS: Austin</li></ul>',
    );
    expect(fillAll(seed)[2]).toBe('Waco<ul></ul>');
  });
});

describe('neighbors', () => {
  it('are the nearest pages with their addresses, and every page is listed', () => {
    const seed =
      '[geo_city]: [nearby 1 same:"geo_state"]<a href="[near_url]">[near_city]</a> [near_distance | number:"0"] [/nearby]';
    const pages = fillAll(seed);
    expect(pages[0]).toContain('>Round Rock</a> 17 ');
    expect(pages[0]).toMatch(/href="[^"]*-round-rock\/"/);
    expect(pages[3]).toBe('Tulsa: ');
    expect(pages.slice(0, 3).join('')).toContain('>Waco</a>');
  });
});

describe('constructs in the footer link template', () => {
  const listLinks = (footer: string) =>
    build(wxrSeed({ content: '[geo_city]' }), TOWNS, { footer }).links.map(({ html }) => html);

  it('may leave values empty that a row doesn’t have', () => {
    expect(listLinks('<b>[geo_city]</b>[nearby 1 same:"geo_state"] [near_city][/nearby]')[3]).toBe(
      '<b>Tulsa</b>',
    );
    expect(listLinks('[geo_city][for service in services "|"], [service][/for]')).toEqual([
      'Austin, Drains, Leaks &amp; floods',
      'Round Rock, Drains',
      'Waco',
      'Tulsa, Leaks',
    ]);
    expect(listLinks('[geo_city][if services]: [services][/if]')[2]).toBe('Waco');
  });
});

describe('markers that can’t be read', () => {
  it.each([
    ['[if geo_state = "TX"]a', 'isn’t closed'],
    ['a[/if]', 'doesn’t belong to an open [if]'],
    ['<b>[if geo_state = "TX"]a</b>[/if]', 'is in another element'],
    ['<div title="[if geo_state]">a[/if]</div>', 'is in another element'],
    ['[if geo_stat = "TX"]a[/if]', 'Did you mean [geo_state]?'],
    ['[for item in geo_state]x[/for] [item]', 'only within [for item in …]'],
    ['[nearby 2]x[/nearby] [near_city]', 'only within [nearby]'],
    ['<script>var a = [if geo_state]1[/if];</script>', 'is in code'],
    ['[if geo_state][geo_city | uper][/if]', '[geo_city | uper]: '],
    ['[spin]a || [for item in services][item | uper][/for][/spin]', '[item | uper]: '],
    ['[nearby 1][near_city | uper][/nearby]', '[near_city | uper]: '],
    [
      '[nearby 1]<a href="/[near_url]">x</a>[/nearby]',
      '[near_url] is already a full URL. Remove everything before it',
    ],
    ['<a href="https://site.example/[page_url]">x</a>', '[page_url] is already a full URL'],
    [`${'[if geo_state]'.repeat(21)}a${'[/if]'.repeat(21)}`, 'is inside 20 others'],
  ])('%s refuses the seed', (written, reason) => {
    expect(listFaults(written).join('\n')).toContain(reason);
  });

  it.each([
    ['[if geo_state == "TX"]a[elseif geo_url]b[else]c[/if]', 'Write = instead of =='],
    ['[if geo_state = "TX"]a[else if geo_url > x]b[/if]', 'compares numbers'],
    ['[if geo_state = “TX]a[/if]', 'A quotation mark isn’t closed'],
    ['[for a-b! in services "|"]x[/for]', 'The name of the item is one word'],
    ['[nearby 500]x[/nearby]', 'whole number from 1 to 100'],
    ['<script>var a = [if geo_state]1[else]2[/if];</script>', '[if geo_state] is in code'],
    ['<style>a { top: [if geo_state]1px[elseif geo_url]2px[/if] }</style>', '[if geo_state] is in code'],
    ['<style>/* [spin]a || b[/spin] */</style>', '[spin] is in code'],
  ])('%s is one problem', (written, reason) => {
    expect(listFaults(written)).toEqual([expect.stringContaining(reason)]);
  });

  it.each(['<script>var a = [/if];</script>', '<b [/if]>x</b>', '<style>a { [else] }</style>'])(
    '%s is refused without a beginning',
    (written) => {
      expect(listFaults(written)).not.toEqual([]);
    },
  );
});
