/**
 * Strings of metas, builder data, blocks and JSON-LD are written in many languages. A cell stays a value in
 * each of them, whatever the builder calls the field.
 */
import { describe, expect, it } from 'vitest';
import { readSeed, prepareProject } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { unserialize } from '#testkit/decoders/php.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'website', 'intro_html', 'tone'];
const ROW = {
  geo_city: 'Waco "West" & Co',
  website: 'https://a.example/x y?a="b"',
  intro_html: '<p>Hello <b>Waco</b><script>alert(1)</script></p>',
  tone: 'red',
};

/** The one page of a row, or the codes of why it was skipped. */
function pageOf(spec: SeedSpec, cells: Partial<typeof ROW> = {}) {
  const row = { ...ROW, ...cells };
  const sheet = [HEADER, [row.geo_city, 'waco', row.website, row.intro_html, row.tone]];
  const other = ['Salem', 'salem', 'https://b.example/', '<p>x</p>', 'blue'];
  const built = build(wxrSeed({ content: '<p>Plumber</p>', ...spec }), [...sheet, other]);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const page = built.pages.find(({ fields }) => fields['wp:post_name']?.endsWith('waco'));
  const skipped = built.problems.filter(({ severity, row: at }) => severity === 'loss' && at === 2);
  return { page, skipped: skipped.map(({ code }) => code) };
}

const inMeta = (key: string, value: string): SeedSpec => ({ metas: [[key, value]] });
const inBuilder = (key: string, value: string): SeedSpec =>
  inMeta('_builder_data', JSON.stringify([{ name: 'box', settings: { [key]: value } }]));
const inSerialized = (key: string, value: string): SeedSpec =>
  inMeta('_panels', `a:1:{s:${key.length}:"${key}";s:${value.length}:"${value}";}`);

function settingsOf(spec: SeedSpec, cells?: Partial<typeof ROW>): Record<string, string> {
  const { page } = pageOf(spec, cells);
  if (!page) throw new Error('the row was skipped');
  const [element] = JSON.parse(getMeta(page, '_builder_data')) as [{ settings: Record<string, string> }];
  return element.settings;
}

describe('a cell never becomes CSS', () => {
  const RULE = '.box{color:[tone]}';
  const HOSTILE = { tone: 'red} body{display:none' };

  it.each(['_cssCustom', 'customCss', 'css_code', 'customCSS', 'custom_css', 'pageCSS', 'css'])(
    'under the key %s of builder data',
    (key) => {
      expect(settingsOf(inBuilder(key, RULE))[key]).toBe('.box{color:red}');
      expect(pageOf(inBuilder(key, RULE), HOSTILE).skipped).toHaveLength(1);
      expect(pageOf(inSerialized(key, RULE), HOSTILE).skipped).toHaveLength(1);
      expect(pageOf(inMeta(`_page_${key}`, RULE), HOSTILE).skipped).toHaveLength(1);
    },
  );

  it.each([
    RULE,
    '@media (max-width:9px){.box{color:[tone]}}',
    '/* a{ */ .a:hover , .b { color : [tone] ; }\n',
    '.box::before{content:"<b>"} .box{color:[tone]}',
  ])('in a text that reads as rules, under any key: %s', (text) => {
    expect(pageOf(inMeta('extra', text), HOSTILE).skipped).toHaveLength(1);
    expect(pageOf(inBuilder('extra', text), HOSTILE).skipped).toHaveLength(1);
  });

  it('in a rule with markup in a string', () => {
    const rule = `.box::before{content:'<b>';color:[tone]} .icon{background:url("data:image/svg+xml,<svg/>")}`;
    expect(pageOf(inBuilder('custom_css', rule), HOSTILE).skipped).toHaveLength(1);
    expect(settingsOf(inBuilder('custom_css', rule))['custom_css']).toBe(rule.replace('[tone]', 'red'));
  });

  it.each(['_css_classes', 'cssClass', 'css_id', '_cssId'])('but names of classes are text: %s', (key) => {
    expect(settingsOf(inBuilder(key, 'in-[geo_city]'))[key]).toBe('in-Waco "West" & Co');
  });

  it.each(['Hours {open: 9}', '{{ city }}', 'Set {a} and {b}'])(
    'and braces in prose are text: %s',
    (text) => {
      const { page } = pageOf(inMeta('note', `${text} [tone] x`), HOSTILE);
      expect(page && getMeta(page, 'note')).toBe(`${text} red} body{display:none x`);
    },
  );
});

describe('a cell never becomes a script', () => {
  const HOSTILE = { geo_city: '";alert(document.cookie)//' };
  const CODE = 'var city = "[geo_city]"; show(city);';

  it.each(['code-js', 'customJs', 'custom_js', 'javascript', 'header_scripts', 'jsCode'])(
    'under the key %s',
    (key) => {
      const safe = 'var city = "\\u0022;alert(document.cookie)//"; show(city);';
      expect(settingsOf(inBuilder(key, CODE), HOSTILE)[key]).toBe(safe);
      const { page } = pageOf(inMeta(`_page_${key}`, CODE), HOSTILE);
      expect(page && getMeta(page, `_page_${key}`)).toBe(safe);
    },
  );

  it.each([
    CODE,
    'window.city = "[geo_city]";',
    'document.title = "[geo_city]";',
    'jQuery(function($){ go("[geo_city]"); });',
    '(function(){ go("[geo_city]"); })();',
    'function town() { return "[geo_city]"; }',
    '/* Map * of ** towns */\n// by hand\nvar city = "[geo_city]";',
  ])('in a text that begins like a script, under any key: %s', (text) => {
    const { page } = pageOf(inMeta('extra', text), HOSTILE);
    expect(page && getMeta(page, 'extra')).toBe(
      text.replace('[geo_city]', '\\u0022;alert(document.cookie)//'),
    );
  });

  it.each([
    ['customJs', `el.innerHTML = '<p title="[geo_city]">[geo_city]</p>';`],
    ['snippet', `var city = '<b>[geo_city]</b>';`],
    ['snippet', `jQuery(function($){ $('<p>[geo_city]</p>').show(); });`],
  ])('in a script with markup in its strings, under the key %s: %s', (key, text) => {
    const cells = { geo_city: "');alert(document.cookie)//" };
    const escaped = '\\u0027);alert(document.cookie)//';
    expect(settingsOf(inBuilder(key, text), cells)[key]).toBe(text.replaceAll('[geo_city]', escaped));
    const { page } = pageOf(inMeta(key, text), cells);
    expect(page && getMeta(page, key)).toBe(text.replaceAll('[geo_city]', escaped));
  });

  it.each(['customJs', 'custom_css'])('but a whole element under the key %s is HTML', (key) => {
    const html = '\n<!-- a --><p title="[geo_city]">x</p>';
    expect(settingsOf(inBuilder(key, html))[key]).toBe(
      html.replace('[geo_city]', 'Waco &quot;West&quot; &amp; Co'),
    );
  });

  it.each(['let us show <b>[geo_city]</b>', 'In <b>[geo_city]</b> {open: 9}'])(
    'and prose with markup is HTML: %s',
    (text) => {
      expect(settingsOf(inBuilder('text', text))['text']).toBe(
        text.replace('[geo_city]', 'Waco "West" &amp; Co'),
      );
    },
  );

  it.each(['Call us (open now) in [geo_city]', 'We let you know: [geo_city]', 'Function hall [geo_city]'])(
    'and prose stays text: %s',
    (text) => {
      const { page } = pageOf(inMeta('extra', text));
      expect(page && getMeta(page, 'extra')).toBe(text.replace('[geo_city]', ROW.geo_city));
    },
  );
});

describe('PHP code takes no placeholder', () => {
  it.each([
    ['code-php', 'echo "[geo_city]";'],
    ['snippet', '<?php echo "[geo_city]"; ?>'],
    ['snippet', '<p><?= "[geo_city]" ?></p>'],
  ])('the seed is refused with the place: %s', (key, code) => {
    const seed = readSeed(wxrSeed(inMeta(key, code)), 'seed.xml').seed;
    if (!seed) throw new Error('no seed');
    const { project, problems } = prepareProject({
      seed,
      table: readRows([HEADER, ['Waco', 'waco', '', '', '']]).table,
      key: 'k',
    });
    expect(project).toBeUndefined();
    expect(problems.filter(({ severity }) => severity === 'fault')).toMatchObject([
      {
        code: 'placeholder-php',
        field: `meta ${key}`,
        line: expect.any(Number),
        text: expect.stringMatching(/^\[geo_city\] is in PHP code, /),
      },
    ]);
  });
});

describe('a cell never becomes or ends a shortcode', () => {
  it('in the shortcodes of a meta', () => {
    const shortcodes = '[ct_section title="[geo_city]"][ct_text]in [geo_city][/ct_text][/ct_section]';
    const { page } = pageOf(inMeta('ct_builder_shortcodes', shortcodes), {
      geo_city: '"] [evil x="1',
    });
    expect(page && getMeta(page, 'ct_builder_shortcodes')).toBe(
      '[ct_section title="&quot;&#93; &#91;evil x=&quot;1"][ct_text]in "] &#91;evil x="1[/ct_text][/ct_section]',
    );
  });

  it('in data within an attribute only harmless values are taken', () => {
    const seed = { content: `[ct_box ct_options='{"city":"[geo_city]"}']x[/ct_box]` };
    expect(pageOf(seed).skipped).toEqual(['value-not-harmless']);
    expect(pageOf(seed, { geo_city: 'Waco' }).page?.fields['content:encoded']).toBe(
      `[ct_box ct_options='{"city":"Waco"}']x[/ct_box]`,
    );
  });
});

describe('markup of a *_html column is preserved as a whole string', () => {
  const SAFE = '<p>Hello <b>Waco</b></p>';

  it('of builder data, of a meta and of a block', () => {
    expect(settingsOf(inBuilder('editor', '[intro_html]'))['editor']).toBe(SAFE);
    const { page } = pageOf(inMeta('intro', '[intro_html]'));
    expect(page && getMeta(page, 'intro')).toBe(SAFE);
    const block = pageOf({ content: '<!-- wp:acme/text {"body":"[intro_html]"} /-->' }).page;
    const json = /\{.*\}/.exec(block?.fields['content:encoded'] ?? '')?.[0] ?? '';
    expect(JSON.parse(json)).toEqual({ body: SAFE });
  });

  it('without a notice about markup', () => {
    const { problems } = build(wxrSeed(inMeta('intro', '[intro_html]')), [
      HEADER,
      ['Waco', 'waco', '', ROW.intro_html, ''],
    ]);
    expect(problems.map(({ code }) => code)).not.toContain('markup-in-plain');
  });
});

describe('a cell in an address is percent-encoded', () => {
  const WHOLE = 'https://a.example/x%20y?a=%22b%22';
  const PART = 'https://c.example/?q=Waco%20%22West%22%20%26%20Co';

  it.each(['url', 'link', 'button_url', 'href'])('under the key %s of builder data', (key) => {
    expect(settingsOf(inBuilder(key, '[website]'))[key]).toBe(WHOLE);
    expect(settingsOf(inBuilder(key, 'https://c.example/?q=[geo_city]'))[key]).toBe(PART);
  });

  it('in fields of ACF and serialized values', () => {
    const { page } = pageOf(inMeta('button_url', 'https://c.example/?q=[geo_city]'));
    expect(page && getMeta(page, 'button_url')).toBe(PART);
    const acf = 'a:1:{s:3:"url";s:9:"[website]";}';
    const { page: second } = pageOf(inMeta('cta', acf));
    expect(second && unserialize(getMeta(second, 'cta'))).toEqual(new Map([['url', WHOLE]]));
  });

  it('in attributes of shortcodes', () => {
    const { page } = pageOf({
      content: '[button url="[website]"][more link="https://c.example/?q=[geo_city]" title="[geo_city]"]',
    });
    const content = page?.fields['content:encoded'] ?? '';
    expect(content).toContain(`url="${WHOLE}"`);
    expect(content).toContain(`link="${PART}"`);
    expect(content).toContain('title="Waco &quot;West&quot; &amp; Co"');
  });

  it('in the links of WPBakery, whose parts are encoded once more', () => {
    const { page } = pageOf({ content: '[vc_btn link="url:[website]|title:[geo_city]|target:_blank"]' });
    expect(page?.fields['content:encoded']).toBe(
      `[vc_btn link="url:${encodeURIComponent(WHOLE)}|title:Waco%20%22West%22%20%26%20Co|target:_blank"]`,
    );
  });

  it('in JSON-LD', () => {
    const ld = '{"url":"[website]","@id":"https://c.example/?q=[geo_city]","name":"[geo_city]"}';
    const { page } = pageOf({ content: `<script type="application/ld+json">${ld}</script>` });
    const json = /\{.*\}/.exec(page?.fields['content:encoded'] ?? '')?.[0] ?? '';
    expect(JSON.parse(json)).toEqual({ url: WHOLE, '@id': PART, name: ROW.geo_city });
  });

  it.each([
    ['builder data', inBuilder('url', '[website]')],
    ['a meta', inMeta('button_url', '[website]')],
    ['a shortcode', { content: '[button url="[website]"]' }],
    ['a link of WPBakery', { content: '[vc_btn link="url:[website]"]' }],
    ['JSON-LD', { content: '<script type="application/ld+json">{"url":"[website]"}</script>' }],
  ] satisfies [string, SeedSpec][])('and runs nothing: %s', (_where, spec) => {
    expect(pageOf(spec, { website: 'javascript:alert(1)' }).skipped).toEqual(['address-scheme']);
  });
});

describe('strings of JSON-LD that contain HTML', () => {
  it('encode values as HTML does', () => {
    const ld = '{"text":"<p>In [geo_city]</p>[intro_html]"}';
    const { page } = pageOf(
      { content: `<script type="application/ld+json">${ld}</script>` },
      { geo_city: '<img src=x onerror=alert(1)>' },
    );
    const json = /\{.*\}/.exec(page?.fields['content:encoded'] ?? '')?.[0] ?? '';
    expect(JSON.parse(json)).toEqual({
      text: '<p>In &lt;img src=x onerror=alert(1)&gt;</p><p>Hello <b>Waco</b></p>',
    });
  });
});
