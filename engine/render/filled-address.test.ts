import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  normalizeUrl,
  getDigits,
  hasForbiddenScheme,
  readOctets,
  resolveUrl,
  getQueryValue,
} from '#testkit/decoders/url.ts';
import { getOnlyCss } from '#testkit/decoders/css.ts';
import { readHtmlAttribute, readHtml, getTagText } from '#testkit/decoders/html.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { cases } from '#testkit/cases.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import { type ReadPage, getMeta } from '#testkit/wxr-pages.ts';

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';
const readHref = (page: ReadPage): string => readHtmlAttribute(getContent(page), 'a', 'href') ?? '(none)';

/** Opens the URL like a browser; no cell may run a script. */
function getProtocol(href: string): string {
  try {
    return resolveUrl(href).protocol;
  } catch {
    return 'https:';
  }
}

const ADDRESSES: Record<string, RoundTripContext> = {
  'a value of a query': {
    seed: (text) => ({ content: `<a href="/s?a=1&amp;q=${text}&amp;z=2#end">a</a>` }),
    beside: [
      { before: '', after: '' },
      { before: 'a%20', after: '%26', read: ['a ', '&'] },
    ],
    read: (page) => getQueryValue(readHref(page), 'q') ?? '(none)',
    shape: (page) =>
      `${getQueryValue(readHref(page), 'z')} ${readHref(page).split('?')[1]?.split('#').length}`,
  },
  'a piece of a path': {
    seed: (text) => ({ content: `<a href='https://site.example/in/x${text}x/'>a</a>` }),
    read: (page) =>
      decodeURIComponent(/^\/in\/x(.*)x\/$/.exec(resolveUrl(readHref(page)).pathname)?.[1] ?? ''),
  },
  'a value of a query without quotes around it': {
    seed: (text) => ({ content: `<a href=/s?q=${text} id=b>a</a>` }),
    read: (page) => getQueryValue(readHref(page), 'q') ?? '(none)',
  },
  'a whole address': {
    seed: (text) => ({ content: `<a href="${text}" title="b">a</a>` }),
    isAlone: true,
    isLost: hasForbiddenScheme,
    becomes: (text) => readOctets(normalizeUrl(text)),
    read: (page) => readOctets(readHref(page)),
    shape: (page) => String(['http:', 'https:', 'mailto:', 'tel:'].includes(getProtocol(readHref(page)))),
  },
  'an address with a path behind it': {
    seed: (text) => ({ content: `<img src="${text}/a.jpg" alt="b">` }),
    isAlone: true,
    isLost: hasForbiddenScheme,
    becomes: (text) => readOctets(`${normalizeUrl(text)}/a.jpg`),
    read: (page) => readOctets(readHtmlAttribute(getContent(page), 'img', 'src') ?? ''),
  },
  'a telephone number': {
    seed: (text) => ({ content: `<a href="tel:${text}">a</a>` }),
    isAlone: true,
    becomes: getDigits,
    read: (page) => readHref(page).replace('tel:', ''),
  },
  'a mail address': {
    seed: (text) => ({ content: `<a href="mailto:${text}?subject=a">a</a>` }),
    read: (page) => decodeURIComponent(/^mailto:([^?]*)\?subject=a$/.exec(readHref(page))?.[1] ?? ''),
  },
  'a picture of a srcset': {
    seed: (text) => ({ content: `<img srcset="/a/${text}.jpg 1x, /b/${text}.jpg 2x" alt="b">` }),
    read: (page) => {
      const srcset = readHtmlAttribute(getContent(page), 'img', 'srcset') ?? '';
      const [, first = '', second = ''] = /^\/a\/(\S*)\.jpg 1x, \/b\/(\S*)\.jpg 2x$/.exec(srcset) ?? [];
      if (first !== second) throw new Error(`two addresses: ${srcset}`);
      return decodeURIComponent(first);
    },
  },
  'an address in a block': {
    seed: (text) => ({ content: `<!-- wp:acme/b {"url":"https://a.example/?q=${text}"} /-->` }),
    read: (page) => {
      const json = /\{.*\}/s.exec(getContent(page))?.[0] ?? '{}';
      return getQueryValue((JSON.parse(json) as { url: string }).url, 'q') ?? '(none)';
    },
  },
  'a whole address of Elementor': {
    seed: (text) => ({ metas: [['_elementor_data', `[{"link":{"url":"${text}","x":"\\/"}}]`]] }),
    isAlone: true,
    isLost: hasForbiddenScheme,
    becomes: (text) => readOctets(normalizeUrl(text)),
    read: (page) => {
      const [element] = JSON.parse(getMeta(page, '_elementor_data')) as [{ link: { url: string } }];
      return readOctets(element.link.url);
    },
  },
};

/** Markup of an editor, broken now and then. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<b>',
        '</b>',
        '<p>',
        '</p>',
        '<a href="javascript:x">',
        '</a>',
        '<br>',
        '<img src=x onerror=y>',
      ),
      fc.constantFrom(
        '<script>x</script>',
        '<style>b{}</style>',
        '<svg onload=z>',
        '<iframe src="/">',
        '<!-- c -->',
      ),
      fc.constantFrom(
        '<b onclick="x">',
        '<a href="https://a.example/?b&amp;c" target=_blank>',
        '<i class="a [gallery]">',
      ),
      hostileValue,
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

/** Everything that could run, in what a browser makes of it. */
function whatRuns(html: string): string[] {
  return readHtml(html).flatMap(({ tag, kind, attributes }) => {
    if (kind === 'element' && /^(script|style|iframe|svg|object|embed|form|input)$/.test(tag)) return [tag];
    return Object.entries(attributes)
      .filter(([name, value]) => /^on|^style$/.test(name) || /^\s*(javascript|data|vbscript):/i.test(value))
      .map(([name]) => `${tag} ${name}`);
  });
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Returns the visible text of markup: no tags, no comments, no scripts. */
function getShownText(html: string): string {
  const texts = readHtml(html).filter(
    ({ kind, tag }) => kind === 'text' && !/^(script|style|textarea|option)$/.test(tag),
  );
  return withoutBlanks(cellText(texts.map(({ text }) => text).join('')));
}

const HTML_COLUMNS: Record<string, RoundTripContext> = {
  'markup, with nothing that runs and no shortcode': {
    column: 'intro_html',
    seed: (text) => ({ content: `<section>${text}</section><aside>b</aside>` }),
    values: markup,
    isAlone: true,
    keepsMarkup: true,
    becomes: () => '',
    read: (page) => {
      const html = getContent(page);
      const bad = [...whatRuns(html), ...(/\[[a-z]/i.exec(html) ?? [])];
      if (!html.startsWith('<section>') || !html.endsWith('</section><aside>b</aside>'))
        bad.push('a tag leaks');
      return bad.join(' ');
    },
  },
  'the text of an attribute': {
    column: 'intro_html',
    seed: (text) => ({ content: `<p title="${text}">x</p>` }),
    // of broken frames, drawings and scripts, two readers make two texts
    values: markup.filter((value) => !/<iframe|<svg|<\/script(?!>)|<(?!\/?[a-z])/i.test(value)),
    isAlone: true,
    becomes: getShownText,
    read: (page) => withoutBlanks(cellText(readHtmlAttribute(getContent(page), 'p', 'title') ?? '(none)')),
  },
  'the text of a meta, a script and a style sheet': {
    column: 'intro_html',
    seed: (text) => ({
      content: `<script>show("${text}")</script><style>a{content:"${text}"}</style>`,
      metas: [['intro', `x${text}`]],
    }),
    values: markup,
    isAlone: true,
    becomes: () => '',
    read: (page) => {
      const meta = getMeta(page, 'intro').slice(1);
      const shown = evaluateScript(getTagText(getContent(page), 'script')).join();
      const content = getOnlyCss(getTagText(getContent(page), 'style'), 'string');
      return meta === shown && shown === content ? '' : `${meta} | ${shown} | ${content}`;
    },
  },
};

describe('a browser and a server read exactly the text of the row', () => {
  it.each(Object.entries(ADDRESSES))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});

describe('a column of HTML gives', () => {
  it.each(Object.entries(HTML_COLUMNS))('%s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});
