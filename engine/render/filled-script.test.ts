import { describe, it } from 'vitest';
import { readHtmlAttribute, getTagText } from '#testkit/decoders/html.ts';
import { decodePercent } from '#testkit/decoders/url.ts';
import { decodeCssEscapes, isCssWord, getOnlyCss, readCss } from '#testkit/decoders/css.ts';
import { isLiteral, evaluateScript } from '#testkit/decoders/script.ts';
import { cases } from '#testkit/cases.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';
const getScript = (page: ReadPage): string => getTagText(getContent(page), 'script');
const getStyle = (page: ReadPage): string => getTagText(getContent(page), 'style');
const shownIn = (page: ReadPage): string => evaluateScript(getScript(page)).join('|');

function jsonLd(page: ReadPage): { name: string; geo: unknown } {
  return JSON.parse(getScript(page)) as { name: string; geo: unknown };
}

const SCRIPTS: Record<string, RoundTripContext> = {
  'a string in single quotes': {
    seed: (text) => ({ content: `<p>a</p><script>show('${text}');</script><p>b</p>` }),
    beside: [
      { before: '', after: '' },
      { before: '"a" \\n', after: " it\\'s", read: ['"a" \n', " it's"] },
      { before: 'a[b]]', after: '> c' },
      { before: '<', after: '' },
      { before: '</', after: '>' },
      { before: '<!-', after: '-' },
      { before: '//', after: '/*' },
    ],
    read: shownIn,
  },
  'a string in double quotes': {
    seed: (text) => ({ content: `<script>var a = 1; show("${text}"); // done</script>` }),
    beside: [
      { before: '', after: '' },
      { before: "it's \\\\", after: ' `x`', read: ["it's \\", ' `x`'] },
    ],
    read: shownIn,
  },
  'a template literal': {
    seed: (text) => ({ content: `<script>show(\`${text}\`, \`\${1 + 1}\`)</script>` }),
    beside: [
      { before: '${1}', after: '|', read: ['1', '|'] },
      { before: '\\u0041\n', after: '\'"', read: ['A\n', '\'"'] },
      { before: '\\$', after: '{1}', read: ['$', '{1}'] },
    ],
    read: (page) => shownIn(page).replace(/\|2$/, ''),
  },
  'code between strings': {
    seed: (text) => ({ content: `<script>show('a', ${text}, "b")</script>` }),
    isAlone: true,
    harmless: '5',
    isLost: (value) => !isLiteral(value),
    becomes: (value) => String(JSON.parse(value.trim())),
    read: (page) => String(evaluateScript(getScript(page))[1]),
  },
  'code inside a template literal': {
    seed: (text) => ({ content: `<script>show(\`a\${ 1 * (${text}) }b\`)</script>` }),
    isAlone: true,
    harmless: '5',
    isLost: (value) => !isLiteral(value),
    becomes: (value) => `a${1 * JSON.parse(value.trim())}b`,
    read: shownIn,
  },
  'a comment': {
    seed: (text) => ({ content: `<script>// ${text}\nshow(1); /* ${text} */ show(2)</script>` }),
    beside: [
      { before: '', after: '' },
      { before: '*', after: ' *', read: ['', ''] },
    ],
    becomes: () => '',
    read: (page) => {
      const shown = shownIn(page);
      if (shown !== '1|2') throw new Error(`showed ${shown}`);
      return '';
    },
  },
  'an attribute that is run': {
    seed: (text) => ({ content: `<p title="x" onclick="show('${text}')">a</p>` }),
    beside: [
      { before: '', after: '' },
      { before: '&quot;', after: '&quot;', read: ['"', '"'] },
    ],
    read: (page) => evaluateScript(readHtmlAttribute(getContent(page), 'p', 'onclick') ?? '').join('|'),
  },
  'a javascript: address': {
    seed: (text) => ({ content: `<a href="javascript:show('${text}')">a</a>` }),
    beside: [{ before: 'a%20b', after: '', read: ['a b', ''] }],
    read: (page) => {
      const address = readHtmlAttribute(getContent(page), 'a', 'href') ?? '';
      return evaluateScript(decodePercent(address.replace(/^javascript:/, ''))).join('|');
    },
  },
  'a string of JSON-LD': {
    seed: (text) => ({
      content: `<script type="application/ld+json">{"@type":"Plumber","name":"${text}","geo":{"lat":1}}</script>`,
    }),
    beside: [
      { before: '', after: '' },
      { before: '\\"a\\" \\u005d', after: "\\/ it's", read: ['"a" ]', "/ it's"] },
    ],
    read: (page) => jsonLd(page).name,
    shape: (page) => Object.keys(jsonLd(page)).join(' '),
  },
  'a number of JSON-LD': {
    seed: (text) => ({ content: `<script type="application/ld+json">{"name":"x","geo":${text}}</script>` }),
    isAlone: true,
    harmless: '5',
    isLost: (value) => !isLiteral(value),
    becomes: (value) => String(JSON.parse(value.trim())),
    read: (page) => String(jsonLd(page).geo),
  },
};

const STYLES: Record<string, RoundTripContext> = {
  'a string in double quotes': {
    seed: (text) => ({ content: `<style>p::before{content:"${text}"}b{color:red}</style><p>a</p>` }),
    beside: [
      { before: '', after: '' },
      { before: "it's \\22 ", after: 'a \\5d', read: ['it\'s "', 'a ]'] },
      { before: '<', after: '' },
      { before: '</', after: ' ' },
      { before: 'a]]', after: '>' },
    ],
    read: (page) => getOnlyCss(getStyle(page), 'string'),
    shape: (page) => shapeOfCss(getStyle(page)),
  },
  'a string in single quotes': {
    seed: (text) => ({ content: `<style>p::before{content:'${text}'}</style>` }),
    beside: [{ before: '"a" ', after: 'f 0' }],
    read: (page) => getOnlyCss(getStyle(page), 'string'),
    shape: (page) => shapeOfCss(getStyle(page)),
  },
  'url() without quotes': {
    seed: (text) => ({ content: `<style>p{background:url(/a/${text}.png)}</style>` }),
    read: (page) => decodePercent(getOnlyCss(getStyle(page), 'url')).replace(/^\/a\/|\.png$/g, ''),
    shape: (page) => shapeOfCss(getStyle(page)),
  },
  'a comment': {
    seed: (text) => ({ content: `<style>/* ${text} */p{color:red}</style>` }),
    beside: [{ before: '-', after: '-' }],
    read: (page) => decodeCssEscapes(readCss(getStyle(page))[0]?.text ?? '').slice(1, -1),
    becomes: (value) => value.replaceAll(/\r\n?/g, '\n'),
    shape: (page) => shapeOfCss(getStyle(page)),
  },
  'a bare value': {
    seed: (text) => ({ content: `<style>p{color:${text};margin:0}</style>` }),
    isAlone: true,
    isLost: (value) => !isCssWord(value),
    read: (page) => /color:(.*);margin/s.exec(getStyle(page))?.[1] ?? '(none)',
  },
  'a string in a style attribute': {
    seed: (text) => ({ content: `<p style="color:red;--a:'${text}'" title="b">a</p>` }),
    beside: [
      { before: '', after: '' },
      { before: '&quot;', after: 'a', read: ['"', 'a'] },
    ],
    read: (page) => getOnlyCss(readHtmlAttribute(getContent(page), 'p', 'style') ?? '', 'string'),
    shape: (page) => shapeOfCss(readHtmlAttribute(getContent(page), 'p', 'style') ?? ''),
  },
  'a bare value in a style attribute': {
    seed: (text) => ({ content: `<p style="color:${text}">a</p>` }),
    isAlone: true,
    isLost: (value) => !isCssWord(value),
    read: (page) => (readHtmlAttribute(getContent(page), 'p', 'style') ?? '').replace('color:', ''),
  },
};

/** Everything but the words of strings, addresses and comments. */
function shapeOfCss(css: string): string {
  return readCss(css)
    .map(({ kind, text }) => (kind === 'other' ? text : `<${kind}>`))
    .join('');
}

describe('a script gets exactly the text of the row', () => {
  it.each(Object.entries(SCRIPTS))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});

describe('a style sheet gets exactly the text of the row', () => {
  it.each(Object.entries(STYLES))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});
