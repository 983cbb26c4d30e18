/** Elements of JSON that go with a marker, and those that stay. */
import { describe, expect, it } from 'vitest';
import { fillContent, fillMeta, seedProblems } from '../../platforms/shared/seed-fixture.ts';
import { wxrSeed } from '#testkit/wxr-seed.ts';

interface Element {
  name?: string;
  text?: string;
  of?: Element[];
}

const fill = (data: unknown, row: Record<string, string> = {}) =>
  JSON.parse(fillMeta(JSON.stringify(data), { phone: '', ...row }, '_elementor_data')) as unknown;
const faults = (content: string, metas: (readonly [string, string])[] = []) =>
  seedProblems(wxrSeed({ content, metas }), ['geo_city', 'geo_url', 'phone'])
    .filter(({ severity }) => severity === 'fault')
    .map(({ text }) => text)
    .join('\n');
const text = (value: string): Element => ({ text: value });

describe('an element with only a marker', () => {
  it('leaves exactly the elements of one choice', () => {
    const data = [
      { of: [text('[if phone]'), text('a'), text('b'), text('[else]'), text('c'), text('[/if]')] },
      text('z'),
    ];
    expect(fill(data)).toEqual([{ of: [text('c')] }, text('z')]);
    expect(fill(data, { phone: '5' })).toEqual([{ of: [text('a'), text('b')] }, text('z')]);
    expect(fill([{ of: [text('[if phone]'), text('a'), text('[/if]')] }, text('z')])).toEqual([
      { of: [] },
      text('z'),
    ]);
  });

  it('stays without its text where nothing else would carry the comma', () => {
    const twice = ['[if phone]', 'a', '[/if]', '[if not phone]', 'b', '[/if]'].map(text);
    expect(fill(twice)).toEqual([text('b'), text('')]);
    expect(fill(twice, { phone: '5' })).toEqual([text('a'), text('')]);
  });

  it('goes with the elements around it as far as it is alone in them', () => {
    const around = (...of: Element[]): Element => ({ of: [{ of }] });
    const data = [
      text('First'),
      around(text('[if phone]')),
      around(text('a'), text('b')),
      around(text('[/if]')),
    ];
    expect(fill(data)).toEqual([text('First')]);
    const within = [{ of: [text('A'), around(text('[if phone]')), text('B'), text('[/if]')] }];
    expect(fill(within)).toEqual([{ of: [text('A')] }]);
  });

  it.each([
    ['a text under another key', { name: 'x', text: '[if phone]', description: 'Call us' }],
    ['markup under any key', { name: 'x', text: '[if phone]', more: '<p>Call us</p>' }],
    ['a placeholder', { text: '[if phone]', name: '[geo_city]' }],
    ['an element without a text', { text: '[if phone]', of: [{ name: 'spacer' }] }],
    ['more in its text', { text: '[if phone] Call' }],
    ['a second marker', { text: '[if phone]', caption: '[if phone]' }],
  ])('stays if it has %s, and the seed is refused', (_name, element) => {
    const data = [text('z'), element, text('[/if]'), text('z')];
    expect(faults('[geo_city]', [['_elementor_data', JSON.stringify(data)]])).toContain('[if phone]');
  });

  it('goes with settings that are no texts', () => {
    const element = {
      name: 'x',
      text: '[if phone]',
      _title: 'My marker',
      font: 'Open Sans',
      n: 5,
      title_tag: 'h2',
    };
    expect(fill([text('z'), element, text('a'), text('[/if]'), 5])).toEqual([text('z'), 5]);
  });
});

describe('a block with only a marker', () => {
  it('goes if its attributes have no other text', () => {
    const block = (attributes: object) => `<!-- wp:acme/x ${JSON.stringify(attributes)} /-->`;
    const open = block({ text: '[if phone]', n: 1 });
    expect(fillContent(`[geo_city]${open}a${block({ text: '[/if]' })}b`, { phone: '' })).toBe('Austinb');
    expect(faults(`[geo_city]${block({ text: '[if phone]', title: 'Call' })}a[/if]`)).toContain(
      'another element',
    );
    expect(faults('[geo_city]<!-- wp:acme/x {"text":"[if phone]"} -->a[/if]<!-- /wp:acme/x -->')).toContain(
      'another element',
    );
  });
});
