/**
 * Test only: documents with one placeholder, each in a context of its own. `hole` is the placeholder as the
 * context has it, or its mark.
 */
import { normalizeUrl, hasForbiddenScheme } from '#testkit/decoders/url.ts';
import { isCssWord } from '#testkit/decoders/css.ts';
import type { Language } from '#testkit/decoders/document.ts';
import { isLiteral } from '#testkit/decoders/script.ts';
import { rawUrlEncode, toBase64 } from '#testkit/text-encodings.ts';

export interface DocumentClass {
  name: string;
  language: Language;
  write: (hole: string) => string;
  /** Checks if a value can't be encoded here. */
  isLost?: (value: string) => boolean;
  /** Use of the strings of its script. */
  strings?: Language;
}

type Class = readonly [
  name: string,
  write: (hole: string) => string,
  more?: Pick<DocumentClass, 'isLost' | 'strings'>,
];

const LITERAL = { isLost: (value: string) => !isLiteral(value) };
const ADDRESS = { isLost: hasForbiddenScheme };
/** Values of an animation, each of which may be a URL. */
const ANIMATED = {
  isLost: (value: string) =>
    value
      .split(';')
      .some(
        (part) =>
          /^[^./?#][^:]*:|^:/.test(normalizeUrl(part)) &&
          !/^(?:https?|mailto|tel):/i.test(normalizeUrl(part)),
      ),
};
const WORD = { isLost: (value: string) => !isCssWord(value) };
const NAMED = { isLost: (value: string) => !/^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value) };

/** Brackets as another language writes them; a mark has none. */
const brackets = (hole: string, open: string, close: string): string =>
  hole.replace('[', () => open).replace(']', () => close);

const HTML: readonly Class[] = [
  ['text', (h) => `<h2>a</h2><p>In ${h} today</p>`],
  ['text, written as references', (h) => `<p>In ${brackets(h, '&#91;', '&#x5d;')} today</p>`],
  ['attribute', (h) => `<p title="In ${h}" lang="en">x</p>`],
  ['attribute in single quotes', (h) => `<p title='${h}' lang="en">x</p>`],
  ['attribute without quotes', (h) => `<p title=${h} lang=en>x</p>`],
  ['attribute of JSON', (h) => `<p data-a='{"city":"${h}","n":1}'>x</p>`],
  ['attribute of JSON, number', (h) => `<p data-a='{"lat":${h},"n":1}'>x</p>`, LITERAL],
  ['comment', (h) => `<p>a</p><!-- In ${h} --><p>b</p>`],
  ['text field', (h) => `<textarea rows="2">In ${h}</textarea><p>b</p>`],
  ['noscript', (h) => `<noscript><p title="${h}">${h}</p></noscript>`],
  ['template', (h) => `<template><p>${h}</p></template>`],
  ['table', (h) => `<table><tbody><tr><td>${h}</td></tr></tbody></table>`],
  ['frame without a reader', (h) => `<iframe src="/a">${h}</iframe><noembed>${h}</noembed><p>b</p>`],
  ['srcdoc', (h) => `<iframe srcdoc="&lt;p title='${h}'>${h}&lt;/p>"></iframe>`],
  ['drawing', (h) => `<svg><title>${h}</title><text>${h}</text></svg>`],
  ['style of a drawing', (h) => `<svg><style>a{content:"${h}"}</style><text>a</text></svg>`],
  ['script of a drawing', (h) => `<svg><script>show("${h}")</script><text>a</text></svg>`],
  ['animated address', (h) => `<svg><a><animate attributeName="href" values="${h}"/></a></svg>`, ANIMATED],
  ['set address', (h) => `<svg><a><set attributeName="href" to="${h}"/></a></svg>`, ANIMATED],
  ['address of a drawing', (h) => `<svg><a xlink:href="${h}"><text>a</text></a></svg>`, ADDRESS],

  ['refresh', (h) => `<meta http-equiv="refresh" content="0;url=${h}">`, ADDRESS],
  ['query of a refresh', (h) => `<meta http-equiv="refresh" content="5; url=/s?q=${h}&amp;z=1">`],
  ['base', (h) => `<base href="${h}"><p>a</p>`, ADDRESS],
  ['object', (h) => `<object data="${h}"></object><embed src="${h}">`, ADDRESS],
  ['poster', (h) => `<video poster="/a/x${h}.jpg"><source src="/b/x${h}.mp4"></video>`],
  ['whole poster', (h) => `<video poster="${h}"></video>`, ADDRESS],
  ['whole ping', (h) => `<a href="/a" ping="${h}">a</a>`, ADDRESS],
  ['whole formaction', (h) => `<button formaction="${h}">b</button>`, ADDRESS],
  ['formula', (h) => `<math><mtext title="${h}">${h}</mtext></math>`],
  ['HTML of a drawing', (h) => `<svg><foreignObject><p title="${h}">${h}</p></foreignObject></svg>`],
  ['whole use of a drawing', (h) => `<svg><use href="${h}"/></svg>`, ADDRESS],
  ['list to choose from', (h) => `<select><option value="${h}">${h}</option></select>`],
  ['button with a value', (h) => `<input type="submit" value="${h}" placeholder='${h}'>`],

  ['whole href', (h) => `<a href="${h}" title="b">a</a>`, ADDRESS],
  ['value of a query', (h) => `<a href="/s?a=1&amp;q=${h}&amp;z=2#end">a</a>`],
  ['value of a query, %5B', (h) => `<a href="/s?q=${brackets(h, '%5B', '%5D')}&amp;z=2">a</a>`],
  ['path', (h) => `<a href="https://site.example/in/x${h}/">a</a>`],
  ['src', (h) => `<img src="/a/x${h}.jpg" alt="b">`],
  ['whole src of a frame', (h) => `<iframe src="${h}"></iframe>`, ADDRESS],
  ['query of a frame', (h) => `<iframe src="https://maps.example/?q=${h}&amp;z=1"></iframe>`],
  ['srcset', (h) => `<img srcset="/a/x${h}.jpg 1x, /b/x${h}.jpg 2x" alt="b">`],
  ['form', (h) => `<form action="/s?q=${h}"><button formaction="/t?q=${h}">b</button></form>`],
  ['whole form action', (h) => `<form action="${h}"><button>b</button></form>`, ADDRESS],
  ['telephone', (h) => `<a href="tel:${h}">a</a>`],
  ['javascript: address', (h) => `<a href="javascript:show('${h}')">a</a>`],
  ['javascript: address, number', (h) => `<a href="javascript:show(${h})">a</a>`, LITERAL],
  [
    'data: address',
    (h) => `<img src="data:text/html;base64,${toBase64(`<p title="${h}">In ${h}</p>`)}" alt="b">`,
  ],

  ['script', (h) => `<script>var a = 'b'; show('In ${h}', "${h}", \`${h}\`)</script><p>b</p>`],
  ['script, \\x5b', (h) => `<script>show("${brackets(h, '\\x5b', '\\x5d')}", 1)</script>`],
  ['number of a script', (h) => `<script>var a = 'b'; show(${h}, "c")</script><p>b</p>`, LITERAL],
  ['JSON in a script', (h) => `<script>show(JSON.parse('{"q":"${h}","n":1}'))</script>`],
  ['HTML in a script', (h) => `<script>a.innerHTML = '<p title="${h}">${h}<\\/p>'</script>`],
  [
    'address in a script',
    (h) => `<script>location.href = '${h}'</script>`,
    { ...ADDRESS, strings: 'address' },
  ],
  ['script in a script', (h) => `<script>setTimeout('show("${h}")', 9)</script>`, { strings: 'script' }],
  ['comment of a script', (h) => `<script>/* ${h} */ show(1) // ${h}\n</script>`],
  ['regular expression', (h) => `<script>show(/^${h}$/.test("a"), 1)</script>`, { isLost: () => true }],
  ['script with a mistake', (h) => `<script>show('${h}'</script><p>b</p>`, NAMED],
  ['module', (h) => `<script type="module">import "/a.js"; show("${h}")</script>`],
  ['script that is a template', (h) => `<script type="text/template"><p title="${h}">${h}</p></script>`],
  ['JSON-LD', (h) => `<script type="application/ld+json">{"@type":"A","name":"In ${h}"}</script>`],
  [
    'JSON-LD, \\u005b',
    (h) =>
      `<script type="application/ld+json">{"@type":"A","name":"${brackets(h, '\\u005b', '\\u005d')}"}</script>`,
  ],
  ['number of JSON-LD', (h) => `<script type="application/ld+json">{"geo":{"lat":${h}}}</script>`, LITERAL],
  ['HTML of JSON-LD', (h) => `<script type="application/ld+json">{"text":"<p>${h}<\\/p>"}</script>`],
  [
    'address of JSON-LD',
    (h) => `<script type="application/ld+json">{"url":"https:\\/\\/a.example/?q=${h}"}</script>`,
  ],
  ['JSON of a program', (h) => `<script type="application/json">{"a":[{"b":"${h}"}]}</script>`],

  ['onclick', (h) => `<p onclick="show('${h}')" lang="en">a</p>`],
  ['onclick, number', (h) => `<p onclick="show(${h}, 'a')">a</p>`, LITERAL],
  ['Alpine, x-data', (h) => `<p x-data="{city: '${h}', n: 1}">a</p>`],
  ['Alpine, x-data, number', (h) => `<p x-data="{lat: ${h}, n: 1}">a</p>`, LITERAL],
  ['Alpine, x-on', (h) => `<p x-on:click="show('${h}')">a</p>`],
  ['Vue, @click', (h) => `<p @click="show('${h}')">a</p>`],
  ['Vue, :title', (h) => `<p :title="'In ${h}'">a</p>`],
  ['Vue, :title, number', (h) => `<p :title="${h} + 1">a</p>`, LITERAL],
  ['Vue, v-bind', (h) => `<p v-bind:title="'${h}' + 1">a</p>`],
  ['Alpine, x-text and x-html', (h) => `<p x-text="'${h}'" x-html="'<b>' + '${h}'">a</p>`],
  ['Alpine, x-for', (h) => `<template x-for="a in ['${h}']"><p>a</p></template>`],
  ['Vue, v-for', (h) => `<p v-for="a in ['${h}']">a</p>`],
  ['Vue, v-if', (h) => `<p v-if="city === '${h}'">a</p>`],
  ['Angular', (h) => `<p ng-click="show('${h}')" ng-init="city = '${h}'">a</p>`],
  ['Livewire', (h) => `<p wire:click="show('${h}')">a</p>`],
  ['htmx, run values', (h) => `<p hx-vals='js:{a: "${h}"}'>a</p>`],
  ['htmx, run number', (h) => `<p hx-vals='js:{a: ${h}}'>a</p>`, LITERAL],
  ['htmx', (h) => `<p hx-on:click="show('${h}')" hx-vals='{"a":"${h}"}'>a</p>`],

  ['style', (h) => `<style>a::before{content:"In ${h}"}b{color:red}</style><p>a</p>`],
  ['style, \\5b', (h) => `<style>a::before{content:"${brackets(h, '\\5b ', '\\5d ')}"}</style>`],
  ['style, outside of strings', (h) => `<style>a{color:${h};margin:0}</style>`, WORD],
  ['style, address', (h) => `<style>a{background:url(/a/${h}.png) red}</style>`],
  ['style, whole address', (h) => `<style>a{background:url("${h}") red}</style>`, ADDRESS],
  ['style, import', (h) => `<style>@import "/a.css?q=${h}";a{color:red}</style>`],
  ['style, name', (h) => `<style>.a-${h}{color:red}</style>`, WORD],
  ['comment of a style', (h) => `<style>/* ${h} */a{color:red}</style>`],
  ['style attribute', (h) => `<p style="color:red;--a:'${h}'" title="b">a</p>`],
  ['style attribute, outside of strings', (h) => `<p style="color:${h};margin:0">a</p>`, WORD],

  ['block', (h) => `<!-- wp:acme/map {"label":"In ${h}","n":1} /--><p>a</p>`],
  ['number of a block', (h) => `<!-- wp:acme/map {"lat":${h},"n":1} /--><p>a</p>`, LITERAL],
  ['HTML of a block', (h) => `<!-- wp:acme/map {"html":"\\u003cp\\u003e${h}\\u003c/p\\u003e"} /--><p>a</p>`],
  ['address of a block', (h) => `<!-- wp:acme/map {"url":"https://a.example/?q=${h}"} /--><p>a</p>`],
];

const CSS: readonly Class[] = [
  ['string', (h) => `a::before { content: "In ${h}" } b { color: red }`],
  ['string in single quotes', (h) => `a::before { content: '${h}' }`],
  ['string, \\5b', (h) => `a::before { content: "${brackets(h, '\\5b ', '\\5d ')}" }`],
  ['outside of strings', (h) => `a { color: ${h}; margin: 0 }`, WORD],
  ['address', (h) => `a { background: url("/a/x${h}.png") }`],
  ['comment', (h) => `/* ${h} */ a { color: red }`],
];

const SCRIPT: readonly Class[] = [
  ['strings', (h) => `var a = "In ${h}"; show('${h}', \`${h}\`);`],
  ['string, \\x5b', (h) => `var a = "${brackets(h, '\\x5b', '\\x5d')}";`],
  ['string, \\u005b', (h) => `var a = "${brackets(h, '\\u005b', '\\u005d')}";`],
  ['number', (h) => `var a = 'b'; show(${h});`, LITERAL],
  ['after a continued line', (h) => `var a = "x\\\r\ny"; show(${h});`, LITERAL],
  ['after await', (h) => `var f = async () => { await /"/.test(1); show(${h}) };`, LITERAL],
  ['after yield', (h) => `var f = function* () { yield /'/; show(${h}) };`, LITERAL],
  ['after default', (h) => `var a; switch (a) { default: /'/.test(1); show(${h}) }`, LITERAL],
  ['after an object', (h) => `var y = {a:{b:2}/1}; s = '/'; show(${h});`, LITERAL],
  ['after i++', (h) => `var i = 1; i++ / 2; show("${h}");`],
  ['JSON', (h) => `var a = JSON.parse('{"q":"${h}"}');`],
  ['HTML', (h) => `var a = '<p title="${h}">${h}</p>';`],
];

const ADDRESSES: readonly Class[] = [
  ['whole', (h) => h, ADDRESS],
  ['value of a query', (h) => `https://a.example/?q=${h}&z=1`],
  ['value of a query, %5B', (h) => `https://a.example/?q=${brackets(h, '%5B', '%5D')}&z=1`],
  ['path', (h) => `https://a.example/in/x${h}/`],
  ['telephone', (h) => `tel:${h}`],
  [
    'encoded once more',
    (h) => `https://a.example/?u=${rawUrlEncode('https://b.example/?q=')}${brackets(h, '%5B', '%5D')}`,
  ],
];

export const DOCUMENT_CLASSES: readonly DocumentClass[] = (
  [
    ['html', HTML],
    ['css', CSS],
    ['script', SCRIPT],
    ['address', ADDRESSES],
  ] as const
).flatMap(([language, classes]) =>
  classes.map(([name, write, more]) => ({ name, language, write, ...more })),
);
