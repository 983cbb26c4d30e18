import { describe, it } from 'vitest';
import {
  readHtmlAttribute,
  readComments,
  decodeReferences,
  readHtml,
  getTagText,
} from '#testkit/decoders/html.ts';
import { readBlockAttributes, readShortcodeAttributes } from '#testkit/decoders/wordpress.ts';
import { cases } from '#testkit/cases.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';

/** In a paragraph of the content, between other text. */
const CONTEXTS: Record<string, RoundTripContext> = {
  'HTML text': {
    seed: (text) => ({ content: `<h1>T</h1><p>${text}</p><!-- c -->` }),
    beside: [
      { before: '', after: '' },
      { before: ']]', after: ']]' },
      { before: 'a &amp; b &amp;', after: ';', read: ['a & b &', ';'] },
      { before: '"-- \'', after: "--&gt; '", read: ['"-- \'', "--> '"] },
      { before: 'x=&quot;', after: '&quot;>', read: ['x="', '">'] },
      { before: 'a[b]]', after: '> c' },
      { before: '5 <', after: ' 6' },
      { before: 'R&', after: ' x' },
    ],
    read: (page) => getTagText(getContent(page), 'p'),
  },
  'HTML text outside CDATA': {
    seed: (text) => ({ style: 'escaped', content: `<p>${text}</p>` }),
    beside: [{ before: '&amp;', after: '; ]]>', read: ['&', '; ]]>'] }],
    read: (page) => getTagText(getContent(page), 'p'),
  },
  'an attribute in double quotes': {
    seed: (text) => ({ content: `<p title="${text}" id="a">x</p>` }),
    beside: [
      { before: '', after: '' },
      { before: "it's &quot;", after: '&quot; --> <b>', read: ['it\'s "', '" --> <b>'] },
      { before: 'a]]', after: 'b' },
    ],
    read: (page) => readHtmlAttribute(getContent(page), 'p', 'title') ?? '(none)',
  },
  'an attribute in single quotes': {
    seed: (text) => ({ content: `<p title='${text}' id="a">x</p>` }),
    beside: [
      { before: '', after: '' },
      { before: '"', after: '" &#039; -->', read: ['"', '" \' -->'] },
    ],
    read: (page) => readHtmlAttribute(getContent(page), 'p', 'title') ?? '(none)',
  },
  'an attribute without quotes': {
    seed: (text) => ({ content: `<p title=${text} id=a>x</p>` }),
    read: (page) => readHtmlAttribute(getContent(page), 'p', 'title') ?? '(none)',
  },
  'an attribute without quotes, beside other text': {
    seed: (text) => ({ content: `<p title=${text} id=a>x</p>` }),
    beside: [
      { before: 'a', after: '-b' },
      { before: 'a/', after: '/' },
    ],
    read: (page) => readHtmlAttribute(getContent(page), 'p', 'title') ?? '(none)',
  },
  'a comment of HTML': {
    seed: (text) => ({ content: `<p>a</p><!--${text}--><p>b</p>` }),
    beside: [
      { before: ' ', after: ' ' },
      { before: 'a -', after: ' b' },
      { before: ' a', after: '- b' },
      { before: ' a -', after: '-> b' },
      { before: '', after: '> b' },
    ],
    read: (page) => decodeReferences((readComments(getContent(page))[0] ?? '').replaceAll('\r', '&#13;')),
  },
  'an attribute of a shortcode in double quotes': {
    seed: (text) => ({ content: `<p>[map city="${text}" zoom="3"] b</p>` }),
    beside: [
      { before: '', after: '' },
      { before: 'a ', after: "'s" },
    ],
    read: (page) => readShortcodeAttributes(getContent(page), 'map')['city'] ?? '(none)',
    shape: (page) => Object.keys(readShortcodeAttributes(getContent(page), 'map')).join(' '),
  },
  'an attribute of a shortcode in single quotes': {
    seed: (text) => ({ content: `[map zoom="3" city='${text}'] b` }),
    beside: [{ before: 'a "b" ', after: ' c' }],
    read: (page) => readShortcodeAttributes(getContent(page), 'map')['city'] ?? '(none)',
    shape: (page) => Object.keys(readShortcodeAttributes(getContent(page), 'map')).join(' '),
  },
  'an attribute of a shortcode without quotes': {
    seed: (text) => ({ content: `[map city=${text} zoom=3]` }),
    beside: [{ before: 'a', after: 'b' }],
    read: (page) => readShortcodeAttributes(getContent(page), 'map')['city'] ?? '(none)',
    shape: (page) => Object.keys(readShortcodeAttributes(getContent(page), 'map')).join(' '),
  },
  'an attribute of a block': {
    seed: (text) => ({ content: `<!-- wp:acme/map {"place":"${text}","zoom":3} /-->\n<p>b</p>` }),
    beside: [
      { before: '', after: '' },
      { before: '\\u0022a\\u002d', after: '\\u002d-b', read: ['"a-', '--b'] },
      { before: 'x]', after: '> \\n', read: ['x]', '> \n'] },
      { before: 'a-', after: '> b' },
      { before: 'a', after: '-> b' },
    ],
    read: (page) =>
      decodeReferences((readBlockAttributes(getContent(page), 'acme/map') as { place: string }).place),
    shape: (page) => Object.keys(readBlockAttributes(getContent(page), 'acme/map') as object).join(' '),
  },
  'markup in an attribute of a block': {
    seed: (text) => ({ content: `<!-- wp:acme/map {"html":"\\u003cb\\u003e${text}\\u003c/b\\u003e"} /-->` }),
    read: (page) =>
      getTagText((readBlockAttributes(getContent(page), 'acme/map') as { html: string }).html, 'b'),
  },
  'a number in a block': {
    seed: (text) => ({ content: `<!-- wp:acme/map {"zoom":${text},"place":"x"} /-->` }),
    isAlone: true,
    harmless: '5',
    isLost: (value) => !isLiteral(value),
    becomes: (value) => JSON.stringify(JSON.parse(value.trim())),
    read: (page) =>
      JSON.stringify((readBlockAttributes(getContent(page), 'acme/map') as { zoom: unknown }).zoom),
  },
  'the title': {
    seed: (text) => ({ title: text }),
    beside: [
      { before: 'Plumber ', after: '' },
      { before: 'Q&A ]]', after: '> & [gallery] "', read: ['Q&A ]]', '> & [gallery] "'] },
      { before: '&#8220;', after: 'amp; &#8221;', read: ['“', 'amp; ”'] },
    ],
    isNeeded: true,
    read: (page) => decodeReferences(page.fields['title'] ?? ''),
  },
  'the excerpt': {
    seed: (text) => ({ excerpt: text }),
    beside: [
      { before: '', after: '' },
      { before: 'a ]', after: '; x' },
    ],
    read: (page) => decodeReferences(page.fields['excerpt:encoded'] ?? ''),
  },
  'the excerpt with a tag': {
    seed: (text) => ({ excerpt: `<p>${text}</p>` }),
    read: (page) => getTagText(page.fields['excerpt:encoded'] ?? '', 'p'),
  },
  'the name of a term': {
    seed: (text) => ({ terms: [{ name: text, nicename: 'towns' }] }),
    beside: [
      { before: 'Towns of ', after: '' },
      { before: ']]', after: ' &' },
    ],
    read: (page) => decodeReferences(page.terms[0]?.name ?? ''),
  },
  'a textarea': {
    seed: (text) => ({ content: `<form><textarea>${text}</textarea></form>` }),
    beside: [{ before: 'a', after: '' }],
    read: (page) => getTagText(getContent(page), 'textarea'),
  },
  'the name of an attribute': {
    seed: (text) => ({ content: `<p data-${text}="1">a</p>` }),
    isAlone: true,
    keepsMarkup: true,
    isLost: (value) => !/^[\w:-]*$/.test(value),
    becomes: (value) => value.toLowerCase(),
    read: (page) => {
      const [paragraph, ...others] = readHtml(getContent(page));
      const names = Object.keys(paragraph?.attributes ?? {});
      return names.length === 1 && others.length === 1 ? (names[0] ?? '').replace(/^data-/, '') : '(more)';
    },
  },
  'a template in a script': {
    seed: (text) => ({ content: `<script type="text/template"><b>${text}</b></script><p>c</p>` }),
    read: (page) => decodeReferences(getTagText(getContent(page), 'script').replaceAll(/<\/?b>/g, '')),
  },
};

function isLiteral(value: string): boolean {
  const bare = value.trim();
  return /^(true|false|null)$/.test(bare) || (/^[\d.eE+-]+$/.test(bare) && isJsonNumber(bare));
}

function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number';
  } catch {
    return false;
  }
}

describe('a reader gets exactly the text of the row', () => {
  it.each(Object.entries(CONTEXTS))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});
