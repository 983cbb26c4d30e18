import { describe, expect, it } from 'vitest';
import { createPartAudit, createExpectation, checkParts } from '#engine';
import { getQueryValue } from '#testkit/decoders/url.ts';
import { getOnlyCss } from '#testkit/decoders/css.ts';
import {
  readHtmlAttribute,
  decodeReferences,
  readHtml,
  getHtmlShape,
  getTagText,
} from '#testkit/decoders/html.ts';
import { getPhpString, unserialize } from '#testkit/decoders/php.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { readBlockAttributes, readMeta, readShortcodeAttributes } from '#testkit/decoders/wordpress.ts';
import { DANGEROUS, NAUGHTY, cellText } from '#testkit/hostile-values.ts';
import { type ReadPage, getMeta } from '#testkit/wxr-pages.ts';
import { type Built, build, wxrSeed } from '#testkit/wxr-seed.ts';

/** One page that holds a value in every context at once, as real pages do. */
const SEED = wxrSeed({
  title: 'Plumber in [v]',
  excerpt: 'About [v].',
  terms: [{ name: 'Towns: [v]', nicename: 'towns' }],
  content: [
    '<!-- wp:acme/map {"place":"[v]","zoom":3} /-->',
    '<h1 title="[v]">[v]</h1><p data-a=\'[v]\'>[v][v]</p>',
    '<a href="/s?q=[v]&amp;z=1">[v]</a>',
    '<h2>[map city="[v]" zoom="3"]</h2>',
    '<script>show("[v]", \'[v]\', `[v]`)</script>',
    '<style>b::before{content:"[v]"}</style>',
    '<!-- [v] -->',
  ].join('\n'),
  metas: [
    ['town', '[v]'],
    ['sentence', 'In [v] & around'],
    ['php', 'a:2:{s:4:"city";s:3:"[v]";s:4:"json";s:11:"{"a":"[v]"}";}'],
    ['_elementor_data', '[{"settings":{"title":"[v]","html":"<b>[v]<\\/b>"}}]'],
  ],
});

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';

/** Every text that a reader of the page gets, by the name of its place. */
function readAll(page: ReadPage): Record<string, string> {
  const content = getContent(page);
  const php = unserialize(getMeta(page, 'php'));
  const [double, single, template] = evaluateScript(getTagText(content, 'script')).map(String);
  const [{ settings }] = JSON.parse(getMeta(page, '_elementor_data')) as [
    { settings: { title: string; html: string } },
  ];
  return {
    title: decodeReferences(page.fields['title'] ?? '').replace(/^Plumber in /, ''),
    excerpt: decodeReferences(page.fields['excerpt:encoded'] ?? '').replace(/^About |\.$/g, ''),
    term: decodeReferences(page.terms[0]?.name ?? '').replace(/^Towns: /, ''),
    block: decodeReferences((readBlockAttributes(content, 'acme/map') as { place: string }).place),
    attribute: readHtmlAttribute(content, 'h1', 'title') ?? '',
    text: getTagText(content, 'h1'),
    'attribute in single quotes': readHtmlAttribute(content, 'p', 'data-a') ?? '',
    query: getQueryValue(readHtmlAttribute(content, 'a', 'href') ?? '', 'q') ?? '',
    'text of a link': getTagText(content, 'a'),
    shortcode: readShortcodeAttributes(content, 'map')['city'] ?? '',
    'script "': double ?? '',
    "script '": single ?? '',
    'script `': template ?? '',
    css: getOnlyCss(getTagText(content, 'style'), 'string'),
    comment: decodeReferences(
      (readHtml(content).findLast(({ kind }) => kind === 'comment')?.text ?? '')
        .slice(1, -1)
        .replaceAll('\r', '&#13;'),
    ),
    meta: String(readMeta(getMeta(page, 'town'))),
    sentence: getMeta(page, 'sentence').replace(/^In | & around$/g, ''),
    php: getPhpString(php, 'city'),
    'json in php': (JSON.parse(getPhpString(php, 'json')) as { a: string }).a,
    elementor: decodeReferences(settings.title),
    'elementor html': getTagText(settings.html, 'b'),
  };
}

function fillAll(values: readonly string[], chunk?: number): Built {
  const rows = values.map((value, row) => [value, `r${row}`, 'Waco']);
  return build(SEED, [['v', 'geo_url', 'geo_city'], ...rows], chunk === undefined ? {} : { chunk });
}

/** The values that issue and bad experience name; 60,000 characters of each sort that is written longer. */
const NAMED: readonly string[] = [
  'O:8:"stdClass":0:{}',
  's:3:"abc";',
  ']]>',
  '-->',
  '</script>',
  '</style>',
  '{{',
  '[gallery]',
  '[geo_city]',
  '[v]',
  '$1',
  '\\0',
  '\\\\',
  '"\'`´“”„‘’«»',
  '<b>',
  '&amp;',
  'שלום עולם',
  '\u202eabc\u202c',
  '👩‍👩‍👧 😀',
  'a'.repeat(60_000),
];

describe('a page with all contexts', () => {
  const harmless = getHtmlShape(getContent(fillAll(['Waco']).pages[0] as ReadPage));

  it.each(
    NAMED.map(
      (value) => [value.length > 60 ? `${value.slice(0, 10)}… (${value.length})` : value, value] as const,
    ),
  )('gives every reader exactly %j', (_name, value) => {
    const [page] = fillAll([value]).pages;
    expect(page).toBeDefined();
    const read = page ? readAll(page) : {};
    expect(Object.keys(read)).toHaveLength(21);
    for (const [place, text] of Object.entries(read)) expect(text, place).toBe(value);
    expect(getHtmlShape(getContent(page as ReadPage))).toBe(harmless);
  });

  it('takes the dangerous strings and the public corpus, all in one build', () => {
    const values = [...DANGEROUS, ...NAUGHTY]
      .map((value) => value.slice(0, 2000))
      .filter((value) => cellText(value) !== '');
    const { pages } = fillAll(values);
    console.log(`${NAUGHTY.length} strings of the public corpus read`);
    expect(pages).toHaveLength(values.length);
    pages.forEach((page, row) => {
      for (const [place, text] of Object.entries(readAll(page)))
        expect(text, `${place} of ${JSON.stringify(values[row])}`).toBe(cellText(values[row] ?? ''));
    });
  });

  it('has no cell that becomes a shortcode, an object or a placeholder', () => {
    const { pages } = fillAll(['[gallery ids="1"]', 'O:8:"stdClass":0:{}', '[v][geo_city]']);
    for (const page of pages) {
      expect(getContent(page).match(/\[[a-z_]+/g)).toEqual(['[map']);
      expect(page.fields['title']).not.toContain('[');
    }
    expect(getMeta(pages[1], 'town')).toMatch(/^s:19:"O:8:"stdClass":0:\{\}";$/);
  });

  it('comes out the same, byte for byte, twice and with its rows in pieces of any size', () => {
    const values = [...DANGEROUS, 'Waco', '6'];
    const [first] = fillAll(values, 1 << 20).files;
    for (const chunk of [1, 2, 7, 64, 4093]) {
      const [again] = fillAll(values, chunk).files;
      expect(Buffer.compare(again?.bytes ?? Buffer.of(), first?.bytes ?? Buffer.of()), `${chunk}`).toBe(0);
    }
  });

  it('passes the audit with any of these values', () => {
    const { files, layout } = fillAll([...NAMED, ...DANGEROUS, ...NAUGHTY]);
    const audits = files.map(({ name, bytes }) => {
      const audit = createPartAudit({ file: name });
      audit.push(bytes);
      return audit.end();
    });
    const verdict = checkParts(audits, createExpectation(layout));
    expect(verdict.problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
    expect(verdict.ok).toBe(true);
  });
});

describe('a value next to another of the same row', () => {
  it('doesn’t combine with it into a shortcode or placeholder', () => {
    const seed = wxrSeed({
      title: '[v | default:""][w | default:""]',
      content: '<p title="[v][w]">[v][w]</p><script>show("[v][w]")</script><!--[v][w]-->',
      metas: [
        ['both', '[v][w]'],
        ['php', 'a:1:{i:0;s:6:"[v][w]";}'],
      ],
    });
    const halves = [
      '<',
      '/script>',
      '!--',
      '-',
      '->',
      '>',
      ']',
      ']>',
      ']]',
      '&',
      'amp;',
      'lt',
      '#60;',
      '\\',
      'n',
      '"',
      '$',
      '{1}',
      's:',
      '1:"a";',
      '[',
      'v]',
      '',
    ];
    const pairs = halves.flatMap((v) => halves.map((w) => [v, w] as const));
    const rows = pairs.map(([v, w], row) => [v, w, `r${row}`, 'Waco']);
    const { pages } = build(seed, [['v', 'w', 'geo_url', 'geo_city'], ...rows]);
    expect(pages).toHaveLength(pairs.length);
    pages.forEach((page, row) => {
      const [v = '', w = ''] = pairs[row] ?? [];
      const content = getContent(page);
      expect(decodeReferences(page.fields['title'] ?? '')).toBe(v + w);
      expect(readHtmlAttribute(content, 'p', 'title')).toBe(v + w);
      expect(getTagText(content, 'p')).toBe(v + w);
      expect(evaluateScript(getTagText(content, 'script'))).toEqual([v + w]);
      expect(
        readHtml(content)
          .map(({ kind }) => kind)
          .filter((kind) => kind === 'comment'),
      ).toHaveLength(1);
      expect(readMeta(getMeta(page, 'both'))).toBe(v + w);
      expect(unserialize(getMeta(page, 'php'))).toEqual(new Map([['0', v + w]]));
    });
  });
});
