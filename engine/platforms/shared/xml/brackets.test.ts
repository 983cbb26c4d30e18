import { describe, expect, it } from 'vitest';
import { type ItemSpec, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { Columns } from '../../../language/columns.ts';
import { readWxrSeed } from '../seed-fixture.ts';
import { applyPieces, listBracketed, clearPlaceholders, holdsPlaceholder } from './brackets.ts';

const columns = new Columns(
  readRows([
    ['geo_city', 'geo_url'],
    ['x', 'x'],
  ]).table.columns,
);

const loadSeed = (spec: ItemSpec) => readWxrSeed(wxrSeed({ title: 'x', slug: 'x', link: '', ...spec }));

function namesIn(spec: ItemSpec): string[] {
  const seed = loadSeed(spec);
  const [item] = seed.items;
  if (!item) throw new Error('no item');
  return listBracketed(seed.text, item.element).map(({ name }) => name);
}

/** The raw item with its placeholders emptied. */
function emptied(spec: ItemSpec): string {
  const seed = loadSeed(spec);
  const [item] = seed.items;
  if (!item) throw new Error('no item');
  return applyPieces(seed.text, item.element, clearPlaceholders(seed.text, item.element, columns));
}

describe('bracketed texts of an element', () => {
  it.each([
    ['a whole leaf of CDATA', { title: '[geo_city]' }],
    ['a part of a leaf', { title: 'In [geo_city]!' }],
    ['a whole escaped leaf', { title: '[geo_city]', style: 'escaped' }],
    ['an attribute', { terms: [{ name: 'x', nicename: '[geo_city]' }] }],
    ['a meta’s key', { metas: [['[geo_city]', 'x']] }],
    ['a meta’s value', { metas: [['x', '[geo_city]']] }],
    ['references', { extra: '<wp:x>&#91;geo_city&#x5D;</wp:x>' }],
    ['two sections', { extra: '<wp:x><![CDATA[[geo]]><![CDATA[_city]]]></wp:x>' }],
  ] satisfies [string, ItemSpec][])('are found in %s', (_where, spec) => {
    expect(namesIn(spec)).toEqual(['geo_city']);
  });

  it('are missing if the name is escaped or in an XML comment', () => {
    expect(namesIn({ title: '[[geo_city]]' })).toEqual(['']);
    expect(namesIn({ extra: '<wp:x><!-- [geo_city] --></wp:x>' })).toEqual([]);
  });

  it('are placeholders if a column has their name', () => {
    const holds = (spec: ItemSpec) => {
      const seed = loadSeed(spec);
      return holdsPlaceholder(seed.text, seed.items[0]?.element ?? seed.channel, columns);
    };
    expect(holds({ title: '[Geo City | upper]' })).toBe(true);
    expect(holds({ title: '[page_url]' })).toBe(true);
    expect(holds({ title: '[gallery] [[geo_city]] [geo_ctiy]' })).toBe(false);
  });
});

describe('clearing', () => {
  it('removes only the placeholder; all else stays byte for byte', () => {
    const spec = {
      title: 'a [geo_city] b [gallery] [[geo_city]]',
      content: 'x]]>y [geo_url]',
      metas: [['k', '&amp; [geo_city]\r\n']] as const,
    };
    const seed = loadSeed(spec);
    const raw = seed.text.slice(seed.items[0]?.element.start, seed.items[0]?.element.end);
    expect(emptied(spec)).toBe(
      raw
        .replace('a [geo_city] b', 'a  b')
        .replace('y [geo_url]', 'y ')
        .replace('&amp; [geo_city]', '&amp; '),
    );
  });

  it('updates the lengths of serialized strings, in bytes and inside out', () => {
    const inner = 'a:1:{i:0;s:12:"é[geo_city]";}';
    const meta = `a:2:{s:1:"k";s:10:"[geo_city]";s:1:"n";s:30:"${inner}";}`;
    expect(emptied({ metas: [['m', meta]] })).toContain(
      'a:2:{s:1:"k";s:0:"";s:1:"n";s:19:"a:1:{i:0;s:2:"é";}";}',
    );
  });

  it('keeps serialized values without a placeholder, even invalid ones', () => {
    const metas = [
      ['a', 'a:1:{i:0;s:99:"x";}'],
      ['b', 's:3:"[gallery]";'],
    ] as const;
    const text = emptied({ metas });
    for (const [, value] of metas) expect(text).toContain(value);
  });

  it('keeps a CDATA section valid if a placeholder crosses its border', () => {
    const extra =
      '<wp:a>1[geo_<![CDATA[city]2]]></wp:a><wp:b><![CDATA[1[geo_]]>city]2</wp:b><wp:c><![CDATA[1[geo]]><![CDATA[_city]2]]></wp:c>';
    expect(emptied({ extra })).toContain(
      '<wp:a>1<![CDATA[2]]></wp:a><wp:b><![CDATA[1]]>2</wp:b><wp:c><![CDATA[12]]></wp:c>',
    );
  });
});

describe('an attribute of a record that is included once', () => {
  const tag = (attributes: string) => ({ extra: `<wp:x ${attributes}>y</wp:x>` });

  it.each([
    ['as it is', 'of="a [geo_city] b"', 'of="a  b"'],
    ['with its brackets as numbers', 'of="a&#91;geo_city&#x5d;b"', 'of="ab"'],
    ['with a reference in the name', 'of="[geo&#95;city]"', 'of=""'],
    ['with a filter in the other quotes', `of='[geo_city | default:"&lt;x>"]'`, "of=''"],
    [
      'twice, next to references that stay',
      'of="&amp;[geo_city]&#65;[geo_url]&quot;"',
      'of="&amp;&#65;&quot;"',
    ],
    ['in the second of two', `a="[gallery]" b='[geo_city]'`, `a="[gallery]" b=''`],
    ['across lines', 'a\n=\n"x"\n\tb="\n[geo_city]\n"', 'a\n=\n"x"\n\tb="\n\n"'],
    ['after a > of another', 'a="1 > 0" b="[geo_city]"', 'a="1 > 0" b=""'],
    ['in a serialized text', `of='s:10:"[geo_city]";'`, `of='s:0:"";'`],
  ])('is emptied of its placeholder: %s', (_how, written, expected) => {
    expect(emptied(tag(written))).toContain(`<wp:x ${expected}>y</wp:x>`);
    expect(namesIn(tag(written))).toContain('geo_city');
  });

  it.each(['of="[[geo_city]]"', 'of="[geo_ctiy] [gallery]"', 'of="geo_city"', 'geo_city="["'])(
    'keeps text that isn’t a placeholder: %s',
    (written) => {
      expect(emptied(tag(written))).toContain(`<wp:x ${written}>y</wp:x>`);
    },
  );
});

describe('applying rewrites', () => {
  const rewrite = (start: number, end: number, text: string) => ({
    kind: 'rewrite' as const,
    start,
    end,
    text,
  });

  it('uses their places, whatever their order', () => {
    expect(applyPieces('abcdef', { start: 0, end: 6 }, [rewrite(4, 5, 'E'), rewrite(1, 2, 'B')])).toBe(
      'aBcdEf',
    );
  });

  it('stays within the range and keeps the order of insertions at one place', () => {
    expect(applyPieces('abcdef', { start: 2, end: 4 }, [rewrite(3, 3, '1'), rewrite(3, 3, '2')])).toBe(
      'c12d',
    );
  });

  it('ignores rewrites within a removed range', () => {
    expect(applyPieces('abcdef', { start: 0, end: 6 }, [rewrite(1, 5, ''), rewrite(2, 3, 'x')])).toBe('af');
    expect(
      applyPieces('abcdef', { start: 0, end: 6 }, [
        rewrite(1, 5, 'Y'),
        rewrite(2, 3, 'x'),
        rewrite(5, 5, 'z'),
      ]),
    ).toBe('aYzf');
  });
});
