/** Values in mustache tags of WordPress and Drupal pages, read back as a browser and Vue read them. */
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { PlatformId } from '#engine';
import { cases } from '#testkit/cases.ts';
import { readHtmlAttribute, readHtml, getTagText } from '#testkit/decoders/html.ts';
import { buildFormat, listFaultCodes } from '#testkit/format-build.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { hostileCells } from '#testkit/hostile-values.ts';
import { escapeXml, wxrText } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { findMustache, findMustacheTags } from './mustache.ts';

const ATTACKS = [
  "O'Fallon",
  'Q"+alert(1)+"',
  "S'+alert(2)+'",
  'B${alert(3)}`',
  '</script><img src=x onerror=alert(4)>',
  '\\',
  '*/alert(6)/*',
  '{{7*7}} {% x %} <%= 1 %>',
  '}} {{ alert(1) }} {{',
  'a\nb',
  '&quot;+alert(1)+&quot;',
  "{{constructor.constructor('alert(1)')()}}",
];
const VALUES = hostileCells(ATTACKS, cases(500));

const SEEDS: readonly { format: PlatformId; write: (html: string) => string; field: string }[] = [
  {
    format: 'wordpress',
    write: (html) => wxrText({ slug: 'geo_url', title: 'A page', content: html }),
    field: 'content:encoded',
  },
  {
    format: 'drupal',
    write: (html) =>
      `<root><item><guid>1</guid><title>A page</title><path>/[geo_url]</path><body>${escapeXml(html)}</body></item></root>`,
    field: 'body',
  },
];

/** The HTML of each page by its value; `[v]` and `[lat]` in the seed are the value. */
function fill(html: string, values: readonly string[] = VALUES, seed = SEEDS[0]) {
  if (!seed) throw new Error('no seed');
  const rows = [
    ['geo_city', 'geo_url', 'v', 'lat'],
    ...values.map((value, row) => ['Waco', `r${row}`, value, value]),
  ];
  const built = buildFormat(seed.write(html), rows, { format: seed.format, site: 'https://site.example' });
  expect(listFaultCodes(built.audit().problems)).toEqual([]);
  const pages = readPages(built.files[0]?.bytes ?? new Uint8Array());
  const readSlug = ({ fields }: (typeof pages)[number]) =>
    fields['wp:post_name'] ?? fields['path']?.slice(1) ?? '';
  return {
    contents: new Map(
      pages.map((page) => [values[Number(readSlug(page).slice(1))] ?? '', page.fields[seed.field] ?? '']),
    ),
    problems: built.problems,
    text: built.text,
  };
}

const outline = (html: string) =>
  readHtml(html)
    .filter(({ kind }) => kind === 'element')
    .map(({ tag, attributes }) => [tag, ...Object.keys(attributes)].join(' '));

/** The text that Vue shows for a single tag. */
function renderTag(text: string): unknown {
  const [, expression, ...more] = text.split(/\{\{|\}\}/);
  expect(more).toEqual(['']);
  return runInNewContext(`(${expression})`, { f: (value: unknown) => value }) as unknown;
}

describe.each(SEEDS)('a value in a mustache tag of a $format page', (seed) => {
  it.each([
    ['double quotes', '<p v-cloak>{{ "[v]" }}</p>'],
    ['single quotes', "<p>{{ '[v]' }}</p>"],
    ['backticks', '<p>{{ `[v]` }}</p>'],
    ['an argument', '<p>{{ f("[v]", \'[v]\') }}</p>'],
    ['an object', '<p>{{ f({a: "[v]"}).a }}</p>'],
    ['quotes written as references', '<p>{{ &quot;[v]&quot; }}</p>'],
    ['typed references', '<p>{{ &#039;[v]&#39; }}</p>'],
  ])('is the text of the row in %s', (_where, html) => {
    const { contents } = fill(html, VALUES, seed);
    for (const [value, content] of contents) {
      expect(outline(content)).toEqual(outline(html));
      expect(renderTag(getTagText(content, 'p')), content).toBe(value);
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it('is harmless outside of strings, or the row is skipped with the reason', () => {
    const { contents, problems } = fill(
      '<p>{{ [lat] }}</p>',
      ['30.2', '-97.7', 'true', 'Waco', ...ATTACKS],
      seed,
    );
    expect([...contents.keys()]).toEqual(['30.2', '-97.7', 'true', 'Waco']);
    expect(problems.filter(({ code }) => code === 'value-not-harmless')).toHaveLength(ATTACKS.length);
  });

  it('can’t start a tag outside of them', () => {
    const { contents } = fill(
      '<div v-cloak><p>{[v]</p><p>{{ "[v]" }}</p><b title="[v]">x</b></div>',
      VALUES,
      seed,
    );
    for (const [value, content] of contents) {
      const texts = readHtml(content).filter(({ kind, tag }) => kind === 'text' && tag === 'p');
      const tags = texts.filter(({ text }) => text.includes('{{'));
      expect(tags, content).toHaveLength(1);
      const shown = texts.slice(0, texts.indexOf(tags[0] ?? (texts[0] as never))).map(({ text }) => text);
      expect(shown.join('')).toBe(`{${value}`);
      expect(readHtmlAttribute(content, 'b', 'title')).toBe(value);
    }
    expect(contents.size).toBe(VALUES.length);
  });
});

describe('a value with a mustache tag', () => {
  it('is unchanged on a page that no engine renders', () => {
    const { contents } = fill('<p class="{a}">[v]</p>', ['{{ 7*7 }}']);
    expect([...contents.values()]).toEqual(['<p class="{a}">{{ 7*7 }}</p>']);
  });

  it('skips its row in an attribute that Angular reads', () => {
    const { contents, problems } = fill('<p ng-app title="[v]">x</p>', ['{{ 7*7 }}', 'a {b} c']);
    expect([...contents.keys()]).toEqual(['a {b} c']);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'value-with-brace', row: 2, field: 'v' }),
    );
  });

  it('is escaped in a template within a script', () => {
    const html = '<p>x</p><script type="text/x-template"><i>{{ "[v]" }}</i></script>';
    const { contents } = fill(html);
    for (const [value, content] of contents) {
      const script = getTagText(content, 'script');
      expect(renderTag(script.slice('<i>'.length, -'</i>'.length))).toBe(value);
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it('is escaped in a template within a string of a script', () => {
    const html = `<p>x</p><script>var a = {template: '<p>{{ "[v]" }}</p>'};</script>`;
    const { contents } = fill(html);
    for (const [value, content] of contents) {
      const { a } = runInNewContext(`${getTagText(content, 'script')};({a})`, {}) as {
        a: { template: string };
      };
      expect(renderTag(getTagText(a.template, 'p')), content).toBe(value);
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it('is escaped in the data of a builder, too', () => {
    const data = JSON.stringify([{ elType: 'widget', settings: { html: '<p v-cloak>{{ "[v]" }} [v]</p>' } }]);
    const seed = wxrText({ slug: 'geo_url', metas: [['_elementor_data', data]] });
    const built = buildFormat(
      seed,
      [
        ['geo_city', 'geo_url', 'v'],
        ['Waco', 'a', 'a"+f("{{x}}'],
      ],
      {
        format: 'wordpress',
      },
    );
    const [, json = ''] = readPages(built.files[0]?.bytes ?? new Uint8Array())[0]?.metas[0] ?? [];
    const [widget] = JSON.parse(json) as { settings: { html: string } }[];
    expect(widget?.settings.html).toBe(
      String.raw`<p v-cloak>{{ "a\"+f(\"\u007b\u007bx\u007d\u007d" }} a"+f("<!-- -->&#123;<!-- --><!-- -->&#123;<!-- -->x&#125;&#125;</p>`,
    );
  });
});

describe('a search for tags whose end is far away', () => {
  it.each([
    ['in a text', findMustacheTags],
    ['in a seed', (text: string) => findMustache(text, false)],
  ])('grows no faster than the text: %s', (_what, find) => {
    const search = (count: number) => {
      const text = `${'{{ '.repeat(count)}${' '.repeat(3000)}}}`;
      return () => find(text);
    };
    expect(measureGrowth(search, 20_000)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
