/**
 * Placeholders behind an encoding, in the places where builders keep their texts, with values that would
 * break out of either. Each page is read back by other means than the engine's. Values must be filled, must not break
 * out, and must leave the text around them unchanged; or the seed is refused with its line.
 */
import { describe, expect, it } from 'vitest';
import { type Problem, prepareProject, readSeed } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { isDeep } from '#testkit/tier.ts';
import { ENCODINGS, rawUrlEncode, readReferences, toBase64 } from '#testkit/text-encodings.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { type SeedSpec, build, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { createInspection } from '../shared/seed-fixture.ts';
import { BUILDER_PLACES, buildersMissingIn } from './builder-places-fixture.ts';
import { FILLED as HOSTILE } from './check-document-fixture.ts';

/** Share of the pairs of an encoding and a place in the quick tier: one in this number; the deep tier has all. */
const STRIDE = isDeep ? 1 : 18;
const [BEFORE, AFTER] = ['Plumber in ', ' today'];
const ROWS = [['geo_city', 'geo_url'], ...HOSTILE.map((value, index) => [value, `r${index}`])];

const createSpec = (spec: SeedSpec): SeedSpec => {
  const probe = ['probe', ': [geo_city]'] as const;
  return { title: 'A page', slug: 'geo_url', ...spec, metas: [...(spec.metas ?? []), probe] };
};

function faultsOfSeed(spec: SeedSpec): Problem[] {
  const { seed } = readSeed(wxrSeed(createSpec(spec)), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { problems } = prepareProject({ seed, table: readRows(ROWS).table, key: 'k' });
  return problems.filter(({ severity }) => severity === 'fault');
}

describe('a placeholder in the data of a builder', () => {
  const counts = { filled: 0, refused: 0, pages: 0 };
  const grid = ENCODINGS.flatMap(({ name, encode, decode }, row) =>
    BUILDER_PLACES.filter((_, column) => (row + column) % STRIDE === 0).map((place) => ({
      name,
      encode,
      decode,
      builder: place.builder,
      place,
    })),
  );

  it.each(grid)('behind $name is filled or refused: $builder', ({ encode, decode, place }) => {
    const written = encode(`${BEFORE}[geo_city]${AFTER}`);
    const spec = createSpec(place.spec(written));
    const faults = faultsOfSeed(spec);
    if (faults.length > 0) {
      counts.refused += 1;
      expect(faults.map(({ code }) => code)).toEqual(faults.map(() => 'placeholder-encoded'));
      return;
    }
    counts.filled += 1;
    const built = build(wxrSeed(spec), ROWS);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    const structures = new Set(built.pages.map((page) => place.structure?.(page)));
    expect([...structures]).toHaveLength(1);
    expect(built.pages.length).toBeGreaterThan(HOSTILE.length - 2);
    for (const page of built.pages) {
      counts.pages += 1;
      const value = (getMeta(page, 'probe') ?? '').slice(2);
      const read = decode(place.read(page) ?? '');
      expect([read, readReferences(read)]).toContain(`${BEFORE}${value}${AFTER}`);
    }
  });

  it('was tried in every encoding with every builder', () => {
    console.log(
      `encodings × places: ${grid.length}; filled ${counts.filled}, refused ${counts.refused}; pages read back: ${counts.pages}`,
    );
    expect(counts.filled + counts.refused).toBe(grid.length);
    expect(buildersMissingIn(grid)).toEqual([]);
    expect(counts.refused).toBeLessThan(grid.length / 10);
  });
});

/** `O'Fallon "West" & <Co>` in what is written for the one row. */
const VALUE = `O'Fallon "West" & <Co>`;
const fill = (spec: SeedSpec) => {
  const rows = [
    ['geo_city', 'geo_url', 'lat'],
    [VALUE, 'ofallon', '38.8'],
  ];
  return build(wxrSeed(createSpec(spec)), rows).pages[0];
};
const fillContent = (content: string): string => fill({ content })?.fields['content:encoded'] ?? '';

describe('one value behind an encoding', () => {
  it.each([
    [
      '[et_pb_blurb title="%91geo_city%93"]',
      `[et_pb_blurb title="O&#039;Fallon %22West%22 &amp; &lt;Co&gt;"]`,
    ],
    [
      '[et_pb_contact_field options="%91{%22value%22:%22%91geo_city%93%22}%93"]',
      '[et_pb_contact_field options="%91{%22value%22:%22O&#039;Fallon %92%22West%92%22 &amp; &lt;Co&gt;%22}%93"]',
    ],
    [
      '[vc_custom_heading text="`{`geo_city`}`"]',
      '[vc_custom_heading text="O&#039;Fallon ``West`` &amp; &lt;Co&gt;"]',
    ],
    [
      '<a href="/s?q=%5Bgeo_city%5D&amp;b=1">x</a>',
      '<a href="/s?q=O%27Fallon%20%22West%22%20%26%20%3CCo%3E&amp;b=1">x</a>',
    ],
    [
      '[button url="https://x.example/?q=%5Bgeo_city%5D" n="1"]',
      '[button url="https://x.example/?q=O%27Fallon%20%22West%22%20%26%20%3CCo%3E" n="1"]',
    ],
    [
      '[vc_btn link="url:https%3A%2F%2Fx.example%2F%3Fq%3D%5Bgeo_city%5D|title:a"]',
      '[vc_btn link="url:https%3A%2F%2Fx.example%2F%3Fq%3DO%27Fallon%2520%2522West%2522%2520%2526%2520%253CCo%253E|title:a"]',
    ],
    [
      '[vc_btn link="url:%5Bgeo_city%5D|title:a"]',
      '[vc_btn link="url:O%2527Fallon%2520%2522West%2522%2520%26%2520%253CCo%253E|title:a"]',
    ],
    [
      '<a href="/s?u=https%3A%2F%2Fx.example%2F%5Bgeo_url%5D">x</a>',
      '<a href="/s?u=https%3A%2F%2Fx.example%2Fofallon">x</a>',
    ],
    [
      '<script type="application/ld+json">{"name":"\\u005bgeo_city\\u005d"}</script>',
      '<script type="application/ld+json">{"name":"O\\u0027Fallon \\u0022West\\u0022 \\u0026 \\u003CCo\\u003E"}</script>',
    ],
    [
      '<script>show("\\x5bgeo_city\\x5d")</script>',
      '<script>show("O\\u0027Fallon \\u0022West\\u0022 \\u0026 \\u003CCo\\u003E")</script>',
    ],
    [
      '<style>a{content:"\\5b geo_city\\5d "}</style>',
      '<style>a{content:"O\\27 Fallon \\22 West\\22  & \\3C Co\\3E "}</style>',
    ],
    [
      `<img src="data:image/svg+xml,%3Csvg%3E%3Ctext%3E%5Bgeo_city%5D%3C/text%3E%3C/svg%3E">`,
      `<img src="data:image/svg+xml,%3Csvg%3E%3Ctext%3EO%27Fallon%20%22West%22%20%26amp%3B%20%26lt%3BCo%26gt%3B%3C/text%3E%3C/svg%3E">`,
    ],
    [
      `<p data-s='{"a":"{\\"b\\":\\"[geo_city]\\"}"}'>x</p>`,
      `<p data-s='{"a":"{\\"b\\":\\"O&#039;Fallon \\\\\\"West\\\\\\" &amp; &lt;Co&gt;\\"}"}'>x</p>`,
    ],
  ])('%s becomes %s', (content, expected) => {
    expect(fillContent(content)).toBe(expected);
  });

  it.each([
    [
      '[vc_raw_html]',
      '[/vc_raw_html]',
      (html: string) => toBase64(rawUrlEncode(html)),
      (text: string) => decodeURIComponent(Buffer.from(text, 'base64').toString()),
    ],
    ['[fusion_code]', '[/fusion_code]', toBase64, (text: string) => Buffer.from(text, 'base64').toString()],
    [
      '<img src="data:text/html;base64,',
      '">',
      toBase64,
      (text: string) => Buffer.from(text, 'base64').toString(),
    ],
    [
      '[vc_raw_js]#E-8_',
      '[/vc_raw_js]',
      (html: string) => toBase64(rawUrlEncode(html)),
      (text: string) => decodeURIComponent(Buffer.from(text, 'base64').toString()),
    ],
  ])('%s holds a whole page in base64, each value in its own context', (open, close, encode, decode) => {
    const page = '<p title="[geo_city]">[geo_city]</p><script>f("[geo_city]", [lat])</script>é';
    const filled = fillContent(`${open}${encode(page)}${close}`);
    expect(filled.startsWith(open) && filled.endsWith(close)).toBe(true);
    expect(decode(filled.slice(open.length, -close.length))).toBe(
      `<p title="O'Fallon &quot;West&quot; &amp; &lt;Co&gt;">O'Fallon "West" &amp; &lt;Co&gt;</p><script>f("O\\u0027Fallon \\u0022West\\u0022 \\u0026 \\u003CCo\\u003E", 38.8)</script>é`,
    );
  });

  it('keeps base64 without padding as it is', () => {
    const bare = toBase64('<p>[geo_city]</p>').replace(/=+$/, '');
    const filled = getMeta(fill({ metas: [['m', bare]] }), 'm') ?? '';
    expect(filled).not.toContain('=');
    expect(Buffer.from(filled, 'base64').toString()).toBe(`<p>O'Fallon "West" &amp; &lt;Co&gt;</p>`);
  });

  it('costs its row where it has no form within base64, and says which cell', () => {
    const content = `[fusion_code]${toBase64('<script>var a = [lat];</script>')}[/fusion_code] [geo_city]`;
    const rows = [
      ['geo_city', 'geo_url', 'lat'],
      ['Waco', 'waco', '31.5'],
      ['Reno', 'reno', 'north'],
    ];
    const { pages, problems } = build(wxrSeed({ content }), rows);
    expect(pages).toHaveLength(1);
    expect(problems.filter(({ severity }) => severity === 'loss')).toMatchObject([
      { code: 'value-no-literal', row: 3, field: 'lat' },
    ]);
  });
});

describe('a page whose one placeholder is encoded', () => {
  it.each([
    ['as style sheets write it, in JSON', `{"custom_css":"a::before{content:\\"\\\\5b geo_city\\\\5d \\"}"}`],
    ['as scripts write it, in JSON', `{"custom_js":"show(\\"\\\\x5bgeo_city\\\\x5d\\")"}`],
    ['as Divi writes it', '{"text":"%91geo_city%93"}'],
    ['in base64', JSON.stringify({ html: toBase64('<p>[geo_city]</p>') })],
  ])('%s, is the pattern', (_how, value) => {
    const { pages } = build(wxrSeed({ title: 'A page', slug: 'geo_url', metas: [['_data', value]] }), ROWS);
    expect(new Set(pages.map((page) => getMeta(page, '_data'))).size).toBe(HOSTILE.length);
  });
});

describe('a placeholder that cannot be written again', () => {
  const lines = (text: string) => text.replaceAll(/(.{76})/g, '$1\n');
  const html = `<p>${'In [geo_city]. '.repeat(10)}</p>`;

  it.each<[string, SeedSpec, RegExp]>([
    ['base64 in lines', { content: `<p>a</p>\n${lines(toBase64(html))}` }, /^PHA\+/],
    ['base64 of a serialized value', { metas: [['m', toBase64('a:1:{i:0;s:10:"[geo_city]";}')]] }, /^YTox/],
    [
      'a comment of a script',
      { content: '<p>a</p>\n<script>/* %5Bgeo_city%5D */ run(1)</script>' },
      /^%5B|^\/\*/,
    ],
    [
      'the code of a script',
      { content: '<p>a</p>\n<script>run(1) // \\u005bgeo_city\\u005d\n</script>' },
      /\\u005b/,
    ],
  ])('refuses the seed with its line: %s', (_, spec, place) => {
    const whole = createSpec(spec);
    const [problem, ...others] = faultsOfSeed(spec);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'placeholder-encoded', file: 'seed.xml' });
    expect(problem?.text).toMatch(/^\[geo_city\] can’t be filled here, because it is hidden in /);
    const line = wxrText(whole).split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(line.slice((problem?.column ?? 0) - 1)).toMatch(place);
  });
});

describe('a bracket behind an encoding that is none of ours', () => {
  it.each([
    '<a href="/shop?filter%5Bcolor%5D=red&amp;f%5Ba%5D=1">x</a>',
    '<p>&amp;#91;owner&amp;#93; %5Bowner%5D \\u005bowner\\u005d</p>',
    `<img src="data:image/png;base64,${Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 91, 120, 93, 0]).toString('base64')}">`,
    `[fusion_code]${toBase64('<style>a[href] { color: red }</style>')}[/fusion_code]`,
    'Supercalifragilistic/expialidocious+words',
  ])('stays: %s', (content) => {
    expect(fillContent(`${content}[geo_city]`)).toBe(`${content}O'Fallon "West" &amp; &lt;Co&gt;`);
  });

  it('refuses the seed where a builder would show it: base64, Divi, WPBakery', () => {
    for (const content of [
      `[fusion_code]${toBase64('<b>[owner]</b>')}[/fusion_code]`,
      '[et_pb_blurb title="%91owner%93"]',
      '[vc_custom_heading text="`{`owner`}`"]',
    ])
      expect(faultsOfSeed({ content }).map(({ code }) => code)).toEqual(['placeholder-unknown']);
  });
});

describe('the places of placeholders', () => {
  it('name the layers that they are in, outermost first', () => {
    const content = `[fusion_code]${toBase64('<p title="[geo_city]">a</p>')}[/fusion_code] [vc_x t="%91geo_city%93"] <a href="?q=%5Bgeo_city%5D">x</a>`;
    const { seed, outcome } = createInspection({ title: 'A page', slug: 'geo_url', content });
    const use = seed?.placeholders.find(({ text }) => text === '[geo_city]');
    expect(use).toMatchObject({ count: 3, state: 'column', sample: 'Austin' });
    expect(use?.places.map(({ context }) => context)).toEqual([
      'CDATA › HTML text › base64 › HTML attribute',
      'CDATA › attribute as Divi writes it',
      'CDATA › HTML attribute › address › percent-encoded text',
    ]);
    expect(outcome).toMatchObject({ placeholdersFilled: 2, placeholdersTotal: 2 });
  });
});
