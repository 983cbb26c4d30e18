/** Scripts and styles as Divi and WPBakery save them, run as those builders show them. */
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { getOnlyCss, readCss } from '#testkit/decoders/css.ts';
import { decodeCodeModule, showCodeModule, showModuleCss } from '#testkit/decoders/divi.ts';
import { readHtmlAttribute, getTagText } from '#testkit/decoders/html.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { readBlockAttributes } from '#testkit/decoders/wordpress.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';
import { fillContent, listLossCodes } from '../shared/seed-fixture.ts';

const BREAK = '<!-- [et_pb_line_break_holder] -->';
const DASHES = '<!– [et_pb_line_break_holder] –>';
const BARS = '||et_pb_line_break_holder||';

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';
const inModule = (code: string) => ({
  content: `[et_pb_section][et_pb_code _builder_version="4.27"]${code}[/et_pb_code][/et_pb_section]`,
});
/** HTML that the one code module of a page shows. */
const shownHtml = (content: string): string =>
  showCodeModule(/\[et_pb_code[^\]]*\]([^]*)\[\/et_pb_code\]/.exec(content)?.[1] ?? '');
const scriptIn = (html: string): string => /<script[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? '';
const shownIn = (page: ReadPage): string => evaluateScript(scriptIn(shownHtml(getContent(page)))).join('|');

/** A base64 document of a raw element of WPBakery. */
function readRaw(content: string): string {
  const base64 = /\[vc_raw_(?:js|html)\]([^[]*)\[/.exec(content)?.[1] ?? '';
  return decodeURIComponent(Buffer.from(base64, 'base64').toString());
}

const writeRaw = (html: string, encode: (text: string) => string): string =>
  `[vc_row][vc_raw_js]${Buffer.from(encode(html)).toString('base64')}[/vc_raw_js][/vc_row]`;

const CONTEXTS: Record<string, RoundTripContext> = {
  'a script after a line break': {
    seed: (text) => inModule(`<script>${BREAK}  var a = 1;${BREAK}  show("${text}");${BREAK}</script>`),
    beside: [
      { before: '', after: '' },
      { before: "it's ", after: ' x' },
    ],
    read: shownIn,
  },
  'a script with line breaks whose signs became dashes': {
    seed: (text) =>
      inModule(`<script>${DASHES}// it's${DASHES}show('${text}')${BARS}/* " */${BARS}</script>`),
    read: shownIn,
  },
  'a comment before a line break': {
    seed: (text) => inModule(`<script>${BREAK}// ${text}${BREAK}show("a")${BREAK}</script>`),
    becomes: () => 'a',
    read: shownIn,
  },
  'a template over several lines': {
    seed: (text) => inModule(`<script>show(\`a${BREAK}${text}\`)</script>`),
    becomes: (value) => `a\n${value}`,
    read: shownIn,
  },
  'JSON-LD': {
    seed: (text) =>
      inModule(`<script type="application/ld+json">${BREAK}{${BREAK}"name":"${text}"}${BREAK}</script>`),
    read: (page) => (JSON.parse(scriptIn(shownHtml(getContent(page)))) as { name: string }).name,
  },
  'an event handler': {
    seed: (text) => inModule(`<p onclick="var a = 1;${BREAK}show('${text}')">a</p>`),
    read: (page) =>
      evaluateScript(readHtmlAttribute(shownHtml(getContent(page)), 'p', 'onclick') ?? '').join('|'),
  },
  'a style sheet': {
    seed: (text) => inModule(`<style>${BREAK}a::before{${BREAK}content:"${text}";${BREAK}}</style>`),
    read: (page) => getOnlyCss(getTagText(shownHtml(getContent(page)), 'style'), 'string'),
  },
  'a code module saved as references': {
    seed: (text) => ({
      content: `[et_pb_section][et_pb_code admin_label="Code"]&lt;script&gt;&lt;!-- [et_pb_line_break_holder] --&gt;show(&quot;${text}&quot;)&lt;/script&gt;[/et_pb_code][/et_pb_section]`,
    }),
    read: (page) =>
      evaluateScript(
        scriptIn(
          showCodeModule(decodeCodeModule(/"Code"\]([^]*?)\[\/et_pb_code/.exec(getContent(page))?.[1] ?? '')),
        ),
      ).join('|'),
  },
  'words of a code module saved as references': {
    seed: (text) => ({
      content: `[et_pb_fullwidth_code _builder_version="3.0.106"]&lt;p title=&quot;a&quot;&gt;${text}&lt;/p&gt;[/et_pb_fullwidth_code]`,
    }),
    read: (page) =>
      getTagText(decodeCodeModule(/"3.0.106"\]([^]*?)\[\/et_pb/.exec(getContent(page))?.[1] ?? ''), 'p'),
  },
  'styles of a module, free-form': {
    seed: (text) => ({
      content: `[et_pb_section custom_css_free_form=".a::before{content:'${text}'}||.b{color:red}"]a[/et_pb_section]`,
    }),
    read: (page) => getOnlyCss(moduleCss(page), 'string'),
    shape: (page) => shapeOfCss(moduleCss(page)),
  },
  'styles of a module whose quotes and brackets are signs': {
    seed: (text) => ({
      content: `[et_pb_text custom_css_before="color:red;||content:%22${text.replaceAll('[', '%91').replaceAll(']', '%93')}%22;||top:0"]a[/et_pb_text]`,
    }),
    read: (page) => getOnlyCss(moduleCss(page), 'string'),
    shape: (page) => shapeOfCss(moduleCss(page)),
  },
  'a code block of Divi 5': {
    seed: (text) => ({
      content: `<!-- wp:divi/code ${JSON.stringify({ content: { innerContent: { desktop: { value: `<script>show('${text}')</script>` } } } })} /-->`,
    }),
    read: (page) => {
      const { content } = readBlockAttributes(getContent(page), 'divi/code') as {
        content: { innerContent: { desktop: { value: string } } };
      };
      return evaluateScript(scriptIn(content.innerContent.desktop.value)).join('|');
    },
  },
  'styles of a block of Divi 5': {
    seed: (text) => ({
      content: `<!-- wp:divi/text ${JSON.stringify({ css: { desktop: { value: { mainElement: `content:'${text}';` } } } })} /-->`,
    }),
    read: (page) => {
      const { css } = readBlockAttributes(getContent(page), 'divi/text') as {
        css: { desktop: { value: { mainElement: string } } };
      };
      return getOnlyCss(css.desktop.value.mainElement, 'string');
    },
  },
  'a raw element of WPBakery': {
    seed: (text) => ({ content: writeRaw(`<script>show("${text}");</script>`, encodeURIComponent) }),
    read: (page) => evaluateScript(scriptIn(readRaw(getContent(page)))).join('|'),
  },
  'a raw element of WPBakery with bare slashes': {
    seed: (text) => ({
      content: writeRaw(`<script>show("${text}");</script>`, (html) =>
        encodeURIComponent(html).replaceAll('%2F', '/').replaceAll('%3B', ';'),
      ),
    }),
    read: (page) => evaluateScript(scriptIn(readRaw(getContent(page)))).join('|'),
  },
};

function moduleCss(page: ReadPage): string {
  return showModuleCss(/custom_css_\w+="([^"]*)"/.exec(getContent(page))?.[1] ?? '');
}

function shapeOfCss(css: string): string {
  return readCss(css)
    .map(({ kind, text }) => (kind === 'other' ? text : `<${kind}>`))
    .join('');
}

describe('code saved in a builder’s own format gets exactly the text of the row', () => {
  it.each(Object.entries(CONTEXTS))('in %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});

describe('a code module', () => {
  it('keeps its line breaks as Divi saved them', () => {
    const { content } = inModule(`<script>${BREAK}var a="[city]";${DASHES}var b='x'${BARS}</script>`);
    expect(fillContent(content, { city: "O'Fallon" })).toBe(content.replace('[city]', 'O\\u0027Fallon'));
  });

  it('takes a telephone number of the US in JSON-LD', () => {
    const { content } = inModule(
      `<script type="application/ld+json">${BREAK}{"telephone":"[phone]"}${BREAK}</script>`,
    );
    expect(listLossCodes({ content }, { phone: '(214) 555-0103' })).toEqual([]);
  });

  it('takes only a number outside of strings', () => {
    const { content } = inModule(`<script>${BREAK}var a = [v];${BREAK}show(a)</script>`);
    expect(listLossCodes({ content }, { v: '0);alert(1)//' })).toEqual(['value-no-literal']);
    expect(evaluateScript(scriptIn(shownHtml(fillContent(content, { v: '29.5' }))))).toEqual([29.5]);
  });

  it('of a new version shows references as written, so its words stay words', () => {
    const content = '[et_pb_code _builder_version="4.9.4"]&lt;b&gt;[v]&lt;/b&gt;[/et_pb_code]';
    expect(fillContent(content, { v: 'A & <B>' })).toContain('&lt;b&gt;A &amp; &lt;B&gt;&lt;/b&gt;');
  });
});

describe("a value with Divi's sign for a line break", () => {
  const CELL = `x${BARS}show("ran")${BARS}`;

  it('stays in the string and the comment of a script', () => {
    const code = `<script>${BREAK}// [v]${BREAK}show("[v]");${BREAK}</script>`;
    expect(evaluateScript(scriptIn(shownHtml(fillContent(inModule(code).content, { v: CELL }))))).toEqual([
      CELL,
    ]);
  });

  it('stays in the string of JSON-LD', () => {
    const code = `<script type="application/ld+json">${BREAK}{"name":"[v]"}${BREAK}</script>`;
    const shown = scriptIn(shownHtml(fillContent(inModule(code).content, { v: CELL })));
    expect(JSON.parse(shown)).toEqual({ name: CELL });
  });

  it.each(['a{content:"[v]"}', "a{content:'[v]'}", 'a{background:url("[v]")}'])(
    'stays in the string of a style: %s',
    (css) => {
      const shown = shownHtml(
        fillContent(inModule(`<style>${BREAK}${css}${BREAK}</style>`).content, { v: CELL }),
      );
      expect(shown.trim().split('\n')).toHaveLength(3);
    },
  );
});
