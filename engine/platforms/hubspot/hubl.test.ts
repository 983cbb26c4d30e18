/** Values in HubL tags of HubSpot seeds, from seed and rows to files, read back as Jinjava reads them. */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { cases } from '#testkit/cases.ts';
import { readHtmlAttribute, readHtml, getTagText } from '#testkit/decoders/html.ts';
import { readHubl, readStrings, renderHubl } from '#testkit/decoders/hubl.ts';
import { buildFormat, listFaultCodes } from '#testkit/format-build.ts';
import { hostileCells } from '#testkit/hostile-values.ts';
import { type ItemSpec, collectFiles, readRows, wxrText } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const ATTACKS = [
  "O'Fallon",
  'O\'Fallon "West" & Co \\ x',
  "x' ~ request.full_url ~ '",
  'y" ~ request.full_url ~ "',
  'x", request.cookies, "y',
  'a\\',
  'a\\"',
  "a\\'",
  '\\n',
  '7 * 7',
  'contact.email',
  '}}',
  '%}',
  '#}',
  '}} {{ x }} {{',
  '{{ request.cookies }}',
  '{% set a = 1 %}',
  '{# a #}',
  '{% endraw %}{{ x }}',
  'a\nb',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&quot;',
  '&amp; &#123;',
  '%',
  '#',
  '{',
  '}',
];
const VALUES = hostileCells(ATTACKS, cases(500));

interface Filled {
  /** By value; a skipped row has none. */
  contents: Map<string, string>;
  tables: Map<string, Record<string, string>>;
  problems: ReturnType<typeof buildFormat>['problems'];
  skipped: number;
}

/** Builds and audits a page of each value; `[v]` in the seed is the value. */
function fill(spec: ItemSpec, values: readonly string[] = VALUES): Filled {
  const seed = wxrText({ type: 'post', slug: 'geo_url', title: 'Plumber', excerpt: 'e', ...spec });
  const rows = [
    ['geo_city', 'geo_url', 'v', 'lat'],
    ...values.map((value, row) => ['Waco', `r${row}`, value, value]),
  ];
  const built = buildFormat(seed, rows, { format: 'hubspot' });
  expect(listFaultCodes(built.audit().problems)).toEqual([]);
  const getValue = (slug: string) => values[Number(slug.slice(1))] ?? '';
  const pages = readPages(built.files[0]?.bytes ?? new Uint8Array());
  const { data } = Papa.parse<Record<string, string>>(new TextDecoder().decode(built.files[1]?.bytes), {
    header: true,
    skipEmptyLines: true,
  });
  return {
    contents: new Map(
      pages.map(({ fields }) => [getValue(fields['wp:post_name'] ?? ''), fields['content:encoded'] ?? '']),
    ),
    tables: new Map(data.map((row) => [getValue(row['hs_path'] ?? ''), row])),
    problems: built.problems,
    skipped: built.skipped,
  };
}

/** The tags of a text with nothing of their strings and numbers. */
function readShape(text: string, isLegacy = true): string[] {
  return readHubl(text, isLegacy).map(({ kind, image }) =>
    kind === '{{' || kind === '{%' ? readStrings(image).code.replaceAll(/\s+/g, ' ') : kind,
  );
}

interface Place {
  html: string;
  /** The value as a visitor gets it of the rendered page. */
  read: (rendered: string) => string | undefined;
}

const inParagraph = (rendered: string) => getTagText(rendered, 'p');

/** HubSpot prints exactly the row's text there. */
const PRINTED: Record<string, Place> = {
  'a string in double quotes': { html: '<p>{{ "[v]" }}</p>', read: inParagraph },
  'a string in single quotes': { html: "<p>{{ '[v]' }}</p>", read: inParagraph },
  'a string with a filter': { html: "<p>{{ '[v]'|trim }}</p>", read: inParagraph },
  'marks that trim blanks': { html: '<p>{{-"[v]"-}}</p>', read: inParagraph },
  'an attribute of the same quotes': {
    html: '<p title="{{ "[v]" }}">x</p>',
    read: (html) => readHtmlAttribute(html, 'p', 'title'),
  },
  'an attribute of other quotes': {
    html: `<p title='{{ "[v]" }}'>x</p>`,
    read: (html) => readHtmlAttribute(html, 'p', 'title'),
  },
  'an attribute without quotes': {
    html: '<p title={{ "[v]" }}>x</p>',
    read: (html) => readHtmlAttribute(html, 'p', 'title'),
  },
  'a text before and after tags': { html: '<p>{{ a }}[v]{% if b %}{% endif %}</p>', read: inParagraph },
  'a text next to a brace': {
    html: '<p>{[v]{</p>',
    read: (html) => inParagraph(html).slice(1, -1),
  },
  'a raw block': { html: '<p>{% raw %}[v]{% endraw %}</p>', read: inParagraph },
  'a string of a script': {
    html: `<p>x</p><script>var a = "{{ '[v]' }}";</script>`,
    read: (html) => {
      const script = getTagText(html, 'script');
      return JSON.parse(script.slice(script.indexOf('"'), -1)) as string;
    },
  },
  'a string of JSON-LD': {
    html: `<p>x</p><script type="application/ld+json">{"name":"{{ '[v]' }}"}</script>`,
    read: (html) => (JSON.parse(getTagText(html, 'script')) as { name: string }).name,
  },
};

/** Text that HubSpot takes as a part of a tag. */
const TAGS: Record<string, string> = {
  'an argument': '<p>{{ cta("abc","[v]") }}</p>',
  'a module': '<p>{% module "m" path="/a", label="[v]" %}</p>',
  'JSON of a module': '<div>{% module "m" path="/a", body={"label":"[v]","n":1} %}</div>',
  'a variable': '<p>{% set town = "[v]" %}{{ town }}</p>',
  'a condition': '<p>{% if "[v]" == \'Houston\' %}x{% endif %}</p>',
  'two holes': '<p>{{ f("[v][v]", \'[v]\') }}</p>',
  lines: '<p>{%\n  module "m"\n  label="[v]"\n%}</p>',
};

describe('a value in HubL', () => {
  it('is tested with enough values', () => {
    expect(VALUES.length).toBeGreaterThan(60);
  });

  it.each(Object.entries(PRINTED))('is printed as it is in the sheet: %s', (_where, { html, read }) => {
    const { contents } = fill({ content: html });
    const plain = readShape(html.replaceAll('[v]', 'x'));
    const shape = readHtml(renderHubl(html.replaceAll('[v]', 'x'))).map(({ kind, tag }) => `${kind} ${tag}`);
    for (const [value, content] of contents) {
      expect(readShape(content), value).toEqual(plain);
      expect(readShape(content, false), value).toEqual(plain);
      const rendered = renderHubl(content);
      expect(
        readHtml(rendered).map(({ kind, tag }) => `${kind} ${tag}`),
        value,
      ).toEqual(shape);
      expect(read(rendered), content).toBe(value);
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it.each(Object.entries(TAGS))('stays in its string: %s', (_where, html) => {
    const { contents } = fill({ content: html });
    const plain = readShape(html.replaceAll('[v]', 'x'));
    for (const [value, content] of contents) {
      for (const isLegacy of [true, false]) expect(readShape(content, isLegacy), value).toEqual(plain);
      const strings = readHubl(content).flatMap(({ kind, image }) =>
        kind === 'text'
          ? []
          : readStrings(image).strings.map((string) => getTagText(`<p>${string}</p>`, 'p')),
      );
      expect(
        strings.some((string) => string.startsWith(value)),
        content,
      ).toBe(true);
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it('is a number outside of strings, and every other row is skipped with the reason', () => {
    const numbers = ['30.2672', '-97.7431', '0', '12'];
    const seed = '<p>{% set lat = [lat] %}{{ [lat] }} {{[lat]}} {{ [lat]|round(1) }} {{ "a" ~ [lat] }}</p>';
    const { contents, problems } = fill({ content: seed }, [...numbers, '01701', ...ATTACKS]);
    expect([...contents.keys()]).toEqual(numbers);
    expect(contents.get('-97.7431')).toBe(
      '<p>{% set lat = -97.7431 %}{{ -97.7431 }} {{ -97.7431}} {{ (-97.7431)|round(1) }} {{ "a" ~ -97.7431 }}</p>',
    );
    const losses = problems.filter(({ severity }) => severity === 'loss');
    expect(losses).toHaveLength(ATTACKS.length + 1);
    expect(losses[0]).toMatchObject({ code: 'value-no-number', row: 6, field: 'lat' });
    expect(losses[0]?.text).toContain('outside quotes in a HubL tag, where only a number is allowed');
  });

  it('never ends a comment', () => {
    for (const html of [
      '<p>{# [v] #}x</p>',
      '<p>{#[v]#}x</p>',
      '<p>{# [v]} #}x</p>',
      '<script>{# [v] #}f()</script>',
    ]) {
      const { contents } = fill({ content: html });
      for (const [value, content] of contents) {
        expect(readShape(content), value).toEqual(['text', '{#', 'text']);
        expect(renderHubl(content)).toBe(renderHubl(html));
      }
      expect(contents.size).toBeGreaterThan(3);
    }
  });

  it.each([
    ['quotes written as references', '<p>{{ cta(&quot;abc&quot;,&quot;[v]&quot;) }}</p>'],
    ['quotes written as numbers', '<p>{{ f(&#39;[v]&#39;) }}</p>'],
  ])('leaves no string of %s, decoded or not', (_what, html) => {
    const { contents } = fill({ content: html });
    const decoded = (text: string) =>
      text
        .replaceAll('&quot;', '"')
        .replaceAll(/&#0?39;/g, "'")
        .replaceAll('&amp;', '&');
    for (const [value, content] of contents) {
      expect(readShape(content).length, value).toBe(3);
      expect(readShape(decoded(content)), value).toEqual(readShape(decoded(html.replace('[v]', 'x'))));
    }
    expect(contents.size).toBe(VALUES.length);
  });

  it.each([
    ['a brace in the string', '<p>{{ "{[v]}" }}</p>'],
    ['a filter that undoes references', '<p>{{ "[v]"|unescape_html }}</p>'],
    ['quotes of both kinds', '<p>{{ f("a", &quot;[v]&quot;) }}</p>'],
    ['a variable that a script prints', '<p>{% set a = "[v]" %}</p><script>var b = "{{ a }}";</script>'],
    [
      'a variable that a script prints after many tags',
      `<p>{% set a = "[v]" %}${'{{ 1 }}'.repeat(250)}</p><script>var b = "{{ a }}";</script>`,
    ],
    [
      'a variable that another one takes to a script',
      '<p>{% set a = "[v]" %}{% set b = "x" ~ a %}</p><script>var c = "{{ b }}";</script>',
    ],
    [
      'a list whose items a script prints',
      '<p>{% set all = ["[v]"] %}</p>{% for one in all %}<script>var c = "{{ one }}";</script>{% endfor %}',
    ],
    [
      'a loop that a script prints',
      '<p>{% for key, one in ["[v]"] %}</p><script>var c = "{{ one }}";</script>{% endfor %}',
    ],
    ['a script outside of strings', '<script>f({{ "[v]" }})</script>'],
    ['the name of an attribute', '<p {{ "[v]" }}>x</p>'],
  ])('is only a harmless one where no spelling is safe: %s', (_what, html) => {
    const { contents } = fill({ content: html }, [...VALUES, 'Waco', '5']);
    for (const [value, content] of contents) {
      expect(value).toMatch(/^[\p{L}\p{M}\p{N} .,:_+-]+$/u);
      expect(readShape(content)).toEqual(
        readShape(html.replaceAll('[v]', html.includes('&quot;') ? value : 'x')),
      );
    }
    expect(contents.has('5')).toBe(true);
    for (const attack of ["O'Fallon", '<script>alert(1)</script>', '7 * 7'])
      expect(contents.has(attack)).toBe(false);
  });

  it('is written unescaped if a filter escapes it', () => {
    const { contents } = fill({ content: '<p>{{ "[v]"|escape }}</p>' }, ['A & <b>', 'a{b']);
    expect([...contents]).toEqual([['A & <b>', '<p>{{ "A & <b>"|escape }}</p>']]);
    const json = fill({ content: '<script>var a = {{ "[v]"|tojson }};</script>' }, ["O'Fallon", '</script>']);
    expect([...json.contents]).toEqual([["O'Fallon", `<script>var a = {{ "O'Fallon"|tojson }};</script>`]]);
  });

  it.each([
    [
      'in double quotes',
      `<script>f("{{ '[v]'|escapejs }}")</script>`,
      ["O'Fallon", 'a"b\\', 'Waco', 'javascript:alert(1)'],
    ],
    [
      'in single quotes',
      `<script>f('{{ "[v]"|escapejs }}')</script>`,
      ['a"b\\', 'Waco', 'javascript:alert(1)'],
    ],
    ['in an attribute', `<a onclick="f('{{ '[v]'|escapejs }}')">x</a>`, ['Waco']],
    ['in capitals', `<script>f("{{ '[v]'|upper }}")</script>`, ['Waco']],
    ['as JSON in an attribute', `<a onclick='f({{ "[v]"|tojson }})'>x</a>`, []],
    ['as an address', `<a href="{{ '[v]'|escape }}">x</a>`, ["O'Fallon", 'a"b\\', '</script>', 'Waco']],
  ])('trusts a filter only with what it escapes: %s', (_where, html, wanted) => {
    const values = ["O'Fallon", 'a"b\\', '</script>', 'Waco', 'javascript:alert(1)'];
    const { contents } = fill({ content: html }, [...values, '5']);
    expect([...contents.keys()]).toEqual([...wanted, '5']);
    for (const [value, content] of contents) {
      const script = /f\(("[^]*"|'[^]*')\)/.exec(getTagText(renderHubl(content), 'script'))?.[1];
      if (script !== undefined && !html.includes('upper')) expect(runInNewContext(script)).toBe(value);
    }
  });

  it('keeps a URL whole if it is one string', () => {
    const { contents } = fill({ content: `<a href="{{ '[v]' }}">x</a>` }, [
      'https://w.example/a?b=c',
      'javascript:alert(1)',
    ]);
    expect([...contents.values()]).toEqual([`<a href="{{ 'https://w.example/a?b=c' }}">x</a>`]);
  });

  it('can’t start a tag with the text before it, or end one that the seed leaves open', () => {
    const next = fill({ content: '<p>{[v]</p><style>a{[v]}</style>' }, [
      '%',
      '# a #}',
      '{ x }}',
      'color:red',
      'b',
    ]);
    for (const content of next.contents.values()) expect(content).not.toMatch(/\{[{%#]/);
    expect(next.contents.has('b')).toBe(true);
    const open = fill({ content: `<p>{{ it is "open</p><p title="[v]">[v] }}</p>` });
    for (const content of open.contents.values())
      expect(readHubl(content).map(({ kind }) => kind)).toEqual(['text', 'unclosed']);
    expect(open.contents.size).toBe(VALUES.length);
  });

  it('is skipped in a plain text where it would start a tag', () => {
    const { contents, problems } = fill({ content: '<p>x</p>', metas: [['note', 'a [v] b']] }, [
      '{{ x }}',
      '{x}',
      'x',
    ]);
    expect([...contents.keys()]).toEqual(['{x}', 'x']);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'value-with-brace', row: 2, field: 'v' }),
    );
  });

  it('never runs in a cell of the table for HubDB', () => {
    const { tables } = fill({ title: 'A [v]', excerpt: 'B [v]', content: '<p>{{ "[v]" }}</p>' });
    for (const [value, row] of tables)
      for (const [name, before] of [
        ['hs_name', 'A '],
        ['meta_description', 'B '],
      ]) {
        const cell = row[name ?? ''] ?? '';
        // where a value would run, its braces are references, which a page shows as braces
        expect([cell, cell.replaceAll('&#123;', '{')]).toContain(`${before}${value}`);
        expect(
          readHubl(cell).every(({ kind }) => kind === 'text' || kind === 'unclosed'),
          cell,
        ).toBe(true);
      }
    expect(tables.get('{{ request.cookies }}')?.['hs_name']).toBe('A &#123;&#123; request.cookies }}');
    expect(tables.size).toBe(VALUES.length);
  });

  it('is encoded in tags of the title and the description', () => {
    const { tables, problems } = fill({ title: "{{ '[v]'|trim }}", excerpt: '{{ "[v]" }}' }, [
      "O'Fallon",
      'a"b',
      'x }}',
    ]);
    expect(tables.get("O'Fallon")).toMatchObject({
      hs_name: String.raw`{{ 'O\'Fallon'|trim }}`,
      meta_description: `{{ "O'Fallon" }}`,
    });
    expect(tables.get('a"b')?.['meta_description']).toBe(String.raw`{{ "a\"b" }}`);
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  });

  it('can’t start a tag in a footer link, or end a string in one', () => {
    const bytes = new TextEncoder().encode(
      wxrText({ type: 'post', title: 'A page', slug: 'geo_url', content: '<p>[geo_city]</p>' }),
    );
    const { seed } = readSeed(bytes, 'seed.xml', 'hubspot');
    if (!seed) throw new Error('no seed');
    const { table } = readRows([
      ['geo_city', 'geo_url'],
      ['{{ x }}', 'a'],
      ['a"b', 'b'],
    ]);
    const footer = '<a href="[geo_url]" title=\'{{ "[geo_city]" }}\'>[geo_city]</a>';
    const { project } = prepareProject({ seed, table, key: 'test', footer, site: 'https://site.example' });
    if (!project) throw new Error('no project');
    const { links } = collectFiles(layoutParts(planPages(project), { name: 'pages', split: null }));
    expect(links).toHaveLength(2);
    for (const { html } of links) expect(readShape(html)).toEqual(readShape(footer));
    expect(links.map(({ label }) => label)).toEqual(['{{ x }}', 'a"b']);
  });

  it('doesn’t change the tags of any seed', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '{',
      '}',
      '%',
      '#',
      '"',
      "'",
      '\\',
      '[v]',
      '"[v]"',
      "'[v]'",
      '{{ ',
      ' }}',
      '{% set a = ',
      ' %}',
      '{# ',
      ' #}',
      '{{',
      '}}',
      '<p>',
      '</p>',
      '<p title="',
      '">',
      '{% raw %}',
      '{% endraw %}',
      '&quot;[v]&quot;',
      '{{ "[v]" }}',
      "{% if '[v]' %}",
      '{# [v] #}',
      '{{ [v] }}',
      '<script>',
      '</script>',
      ', ',
      '|tojson',
    );
    let checked = 0;
    const values = [
      'Waco',
      '5',
      '-5',
      '%',
      '#',
      '#}',
      '%}',
      '}}',
      '{{ x }}',
      '"',
      "'",
      '\\',
      "a'} ~ x ~ {'",
      '',
    ];
    const check = (html: string) => {
      let contents: Map<string, string>;
      try {
        ({ contents } = fill({ content: `<i>[geo_city]</i>${html}` }, values));
      } catch (error) {
        // refused, or no row is left
        if (error instanceof Error && /^\[\{|no page/.test(error.message)) return;
        throw error;
      }
      const listKinds = (text: string, isLegacy: boolean) =>
        readHubl(text, isLegacy).flatMap(({ kind }) => (kind === 'text' ? [] : [kind]));
      for (const content of contents.values())
        for (const isLegacy of [true, false])
          expect(listKinds(content, isLegacy), content).toEqual(
            listKinds(`<i>Waco</i>${html.replaceAll('[v]', '1')}`, isLegacy),
          );
      checked += contents.size;
    };
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 9 }), (parts) => check(parts.join(''))),
      { numRuns: cases(200), examples: [[['[v]', '{# a #}', '}']]] },
    );
    console.log(`pages of random HubL that were checked: ${checked}`);
    expect(checked).toBeGreaterThan(cases(2000));
  });
});
