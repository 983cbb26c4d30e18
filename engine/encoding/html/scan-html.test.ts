import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import {
  fillContent,
  fillPage,
  createInspection,
  listLossCodes,
} from '../../platforms/shared/seed-fixture.ts';

/** The value of `engine.md`'s table of contexts. */
const CITY = 'O\'Fallon "West" & Co';
const ROW = {
  geo_city: CITY,
  geo_url: 'ofallon-mo',
  phone: '+1 (296) 555-5991',
  website: 'https://x.example/a b?q="1"&r',
  mail: 'jo+b@x.example',
  level: '2',
  empty: '',
  intro_html: '<b>Hi</b> <script>alert(1)</script>& bye',
};

const fill = (content: string) => fillContent(content, ROW);

describe('HTML text and attributes', () => {
  it.each<[string, string]>([
    [
      '<h1 title="[geo_city]">[geo_city]</h1>',
      `<h1 title="O'Fallon &quot;West&quot; &amp; Co">O'Fallon "West" &amp; Co</h1>`,
    ],
    ["<i title='[geo_city]'>x</i>", `<i title='O&#039;Fallon "West" &amp; Co'>x</i>`],
    ['<i TITLE = "[geo_city]">x</i>', `<i TITLE = "O'Fallon &quot;West&quot; &amp; Co">x</i>`],
    ['<i title=[geo_city]>x</i>', `<i title='O&#039;Fallon "West" &amp; Co'>x</i>`],
    ['<i title=a-[Geo City]-b id=[level]>x</i>', `<i title='a-O&#039;Fallon "West" &amp; Co-b' id='2'>x</i>`],
    ['<i title=[empty] id=x>y</i>', "<i title='' id=x>y</i>"],
    ["<i title=don't[empty]>y</i>", `<i title="don't">y</i>`],
    ['<i title=[empty]\'a"b[level]">y</i>', `<i title="'a&quot;b2&quot;">y</i>`],
    ['<textarea>[geo_city]</textarea>', `<textarea>O'Fallon "West" &amp; Co</textarea>`],
    ['a < b [geo_city] > c', `a < b O'Fallon "West" &amp; Co > c`],
    ['<p>[geo_city | default:"<b>"]</p>', `<p>O'Fallon "West" &amp; Co</p>`],
    ['<p title="[empty | default:"a > b"]">[empty | default:"<b>"]</p>', '<p title="a &gt; b">&lt;b&gt;</p>'],
    ['<input value="[geo_city]" disabled>', `<input value="O'Fallon &quot;West&quot; &amp; Co" disabled>`],
    ['<img alt="[geo_city]"/>', `<img alt="O'Fallon &quot;West&quot; &amp; Co"/>`],
    ['<svg><title>[geo_city]</title></svg>', `<svg><title>O'Fallon "West" &amp; Co</title></svg>`],
    ['<p>[geo_city]', `<p>O'Fallon "West" &amp; Co`],
  ])('%s becomes %s', (seed, page) => {
    expect(fill(seed)).toBe(page);
  });

  it('fills placeholders in names of tags and attributes with allowed values', () => {
    expect(fill('<h[level] data-[level]="x" [level]>y</h[level]>')).toBe('<h2 data-2="x" 2>y</h2>');
  });

  it('skips the row whose value can’t be part of a name', () => {
    expect(listLossCodes({ content: '<h[level] class="x">y' }, { level: '1 onclick=x' })).toEqual([
      'value-no-name',
    ]);
    expect(listLossCodes({ content: '<p [geo city]="x">y' }, { geo_city: 'a b' })).toEqual(['value-no-name']);
  });

  it('fills a page within a page as the page that it is', () => {
    const page = fillContent('<iframe srcdoc="<p title=&quot;[v]&quot;>[v]</p>"></iframe>', {
      v: '<img src=x onerror="a()">',
    });
    expect(page).toBe(
      '<iframe srcdoc="<p title=&quot;&amp;lt;img src=x onerror=&amp;quot;a()&amp;quot;&amp;gt;&quot;>&amp;lt;img src=x onerror=&quot;a()&quot;&amp;gt;</p>"></iframe>',
    );
  });

  it('preserves the markup of a column named *_html only in text, sanitized', () => {
    expect(fill('<div title="[intro_html]">[intro_html]</div>')).toBe(
      '<div title="Hi &amp; bye"><b>Hi</b> &amp; bye</div>',
    );
  });

  it('reports the context of each place', () => {
    const content = '<p title="[geo_city]">[geo_city]</p><a href="/s?q=[geo_city]">x</a>';
    const contexts = createInspection({ title: 'x', content }, ROW)
      .seed?.placeholders.flatMap(({ places }) => places)
      .filter(({ leaf }) => leaf === 'content')
      .map(({ context }) => context);
    expect(contexts).toEqual([
      'CDATA › HTML attribute',
      'CDATA › HTML text',
      'CDATA › HTML attribute › part of an address',
    ]);
  });
});

describe('addresses', () => {
  it.each<[string, string]>([
    ['<a href="/s?q=[geo_city]">', `<a href="/s?q=O'Fallon%20%22West%22%20%26%20Co">`],
    ['<a href="[website]">', '<a href="https://x.example/a%20b?q=%221%22&amp;r">'],
    ['<a href=" [website] ">', '<a href=" https://x.example/a%20b?q=%221%22&amp;r ">'],
    ['<a href=[website]>', "<a href='https://x.example/a%20b?q=%221%22&amp;r'>"],
    ['<a href="tel:[phone]">', '<a href="tel:+12965555991">'],
    ['<a href="TEL:[phone]">', '<a href="TEL:+12965555991">'],
    [
      '<a href="mailto:[mail]?subject=[geo_city]">',
      `<a href="mailto:jo%2Bb@x.example?subject=O'Fallon%20%22West%22%20%26%20Co">`,
    ],
    ['<a href="#[geo_city]">', `<a href="#O'Fallon%20%22West%22%20%26%20Co">`],
    ['<form action="/[level]/x">', '<form action="/2/x">'],
    ['<img src="/img/[geo_city | slug].jpg">', '<img src="/img/ofallon-west-co.jpg">'],
    [
      '<img srcset="/[level].jpg 1x, [website] 2x">',
      '<img srcset="/2.jpg 1x, https://x.example/a%20b?q=%221%22&amp;r 2x">',
    ],
    ['<img srcset="[level]-a.jpg 480w,[level]-b.jpg 800w">', '<img srcset="2-a.jpg 480w,2-b.jpg 800w">'],
    ['<div data-src="/[geo_city]">', `<div data-src="/O'Fallon%20%22West%22%20%26%20Co">`],
    ['<div data-note="/[geo_city]">', `<div data-note="/O'Fallon &quot;West&quot; &amp; Co">`],
    ['<a href="https://[geo_city | slug].example/">', '<a href="https://ofallon-west-co.example/">'],
    ['<a href="/s?q=[geo_city | slug | url]">', '<a href="/s?q=ofallon-west-co">'],
    ['<a href="/s?q=[geo_city | url]">', `<a href="/s?q=O'Fallon%20%22West%22%20%26%20Co">`],
    ['<a ping="/log?c=[geo_city]">', `<a ping="/log?c=O'Fallon%20%22West%22%20%26%20Co">`],
    ['<a href="?a=1&amp;b=[geo_city]">', `<a href="?a=1&amp;b=O'Fallon%20%22West%22%20%26%20Co">`],
  ])('%s becomes %s', (seed, page) => {
    expect(fill(seed)).toBe(page);
  });

  it('writes [geo_url] as the page’s URL if it is the whole URL, and as the row’s slug after a / or host', () => {
    expect(
      fill(
        '<a href="[geo_url]">a</a> <a href="/[geo_url]/x">b</a> <a href="https://h.example/[Geo URL]">c</a> [geo_url]',
      ),
    ).toBe(
      '<a href="https://site.example/plumber-ofallon-mo/">a</a> <a href="/ofallon-mo/x">b</a> <a href="https://h.example/ofallon-mo">c</a> ofallon-mo',
    );
  });

  it('writes [page_url] as the page’s address everywhere', () => {
    expect(fill('<a href="[page_url]">[page_url]</a> <a href="[page_url]#map">x</a>')).toBe(
      '<a href="https://site.example/plumber-ofallon-mo/">https://site.example/plumber-ofallon-mo/</a> <a href="https://site.example/plumber-ofallon-mo/#map">x</a>',
    );
  });

  it('encodes what a filter makes of a slug in an address', () => {
    expect(fillContent('<a href="/[geo_url | default:"a b"]/">x', { geo_url: 'x', geo_city: 'y' })).toBe(
      '<a href="/x/">x',
    );
  });

  it.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'loses the row whose whole address is %j',
    (website) => {
      expect(listLossCodes({ content: '<a href="[website]">x</a>' }, { website })).toEqual([
        'address-scheme',
      ]);
      expect(listLossCodes({ content: '<img srcset="[website] 1x">' }, { website })).toEqual([
        'address-scheme',
      ]);
    },
  );

  it('skips the row whose value would be the scheme of a URL', () => {
    expect(listLossCodes({ content: '<a href="[level]:alert(1)">x</a>' }, { level: 'javascript' })).toEqual([
      'address-scheme',
    ]);
    expect(fillContent('<a href="[level]:x">y</a>', { level: 'https' })).toBe('<a href="https:x">y</a>');
  });
});

describe('shortcodes', () => {
  it.each<[string, string]>([
    ['[map city="[geo_city]"]', `[map city="O'Fallon &quot;West&quot; &amp; Co"]`],
    ["[map city='[geo_city]']", `[map city='O&#039;Fallon "West" &amp; Co']`],
    ['[map [level] x=[geo_city]]', `[map 2 x='O&#039;Fallon "West" &amp; Co']`],
    ['[map [geo_city]]', '[map O&#039;Fallon&#32;&quot;West&quot;&#32;&amp;&#32;Co]'],
    ['[map city=[empty] a=1]', "[map city='' a=1]"],
    ['[map city=x-[empty]-[level][level] a=[level]/]', "[map city='x--22' a='2'/]"],
    ['[a x="[level]"] [geo_city]', `[a x="2"] O'Fallon "West" &amp; Co`],
    ['[a x="1"][geo_city][/a]', `[a x="1"]O'Fallon "West" &amp; Co[/a]`],
    ['[a x="1"][b y="[geo_city]"][/b][/a]', `[a x="1"][b y="O'Fallon &quot;West&quot; &amp; Co"][/b][/a]`],
    ['[a x="<b>[geo_city]</b>"]', `[a x="<b>O'Fallon &quot;West&quot; &amp; Co</b>"]`],
    ['[a x="it\'s [geo_city]"]', `[a x="it's O'Fallon &quot;West&quot; &amp; Co"]`],
    ['[a/ [geo_city]]', '[a/ O&#039;Fallon&#32;&quot;West&quot;&#32;&amp;&#32;Co]'],
    ['[a b [geo_city] and nothing closes', `[a b O'Fallon "West" &amp; Co and nothing closes`],
    ['[gallery ids="1"] [geo_city]', `[gallery ids="1"] O'Fallon "West" &amp; Co`],
    [
      '<i title="[a x=\'[geo_city]\']">y</i>',
      '<i title="[a x=\'O&#039;Fallon&#32;&quot;West&quot;&#32;&amp;&#32;Co\']">y</i>',
    ],
    ['[sc a="[intro_html]"]', '[sc a="Hi &amp; bye"]'],
  ])('%s becomes %s', (seed, page) => {
    expect(fill(seed)).toBe(page);
  });

  it('keeps the encoding of a script in a tag that is in what may be a shortcode', () => {
    const v = `');alert("1")//] [x`;
    const page = fillContent(`[note <a onclick="go('[v]')" href="/?q=[v]">y</a> ]`, { v });
    const attributes: Record<string, string> = {};
    const parser = new Parser({ onattribute: (name, value) => void (attributes[name] = value) });
    parser.end(page);
    const heard: unknown[] = [];
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval -- a real reader of the language
    new Function('go', attributes['onclick'] ?? '')((text: unknown) => heard.push(text));
    expect(heard).toEqual([v]);
    expect(new URL(attributes['href'] ?? '', 'https://x.example').searchParams.get('q')).toBe(v);
  });

  it('keeps values from ending or beginning a shortcode', () => {
    const row = { geo_city: 'x"] [evil a="\'] y' };
    expect(fillContent('[map city="[geo_city]"] [geo_city]', row)).toBe(
      '[map city="x&quot;&#93; &#91;evil a=&quot;\'&#93; y"] x"] &#91;evil a="\'] y',
    );
  });
});

describe('comments and blocks', () => {
  it('fills an ordinary comment so that nothing ends it', () => {
    expect(fillContent('<!-- [geo_city] -->x', { geo_city: '-->--x-' })).toBe(
      '<!-- &#45;&#45;&gt;&#45;&#45;x&#45; -->x',
    );
  });

  it('preserves conditional comments', () => {
    const content = '<!--[if lt IE 9]><p>old</p><![endif]--><p>x</p>';
    expect(fill(content)).toBe(content);
  });

  it('writes the JSON of a block as WordPress does', () => {
    const seed = '<!-- wp:acme/map {"label":"[geo_city]","n":[level],"deep":{"a":["([geo_city])"]}} /-->';
    const city = "O'Fallon \\u0022West\\u0022 \\u0026 Co";
    expect(fill(seed)).toBe(`<!-- wp:acme/map {"label":"${city}","n":2,"deep":{"a":["(${city})"]}} /-->`);
  });

  it.each<[string, string]>([
    ['{"url":"https://x.example/[geo_city]/a"}', "https://x.example/O'Fallon%20%22West%22%20%26%20Co/a"],
    ['{"url":"[website]"}', 'https://x.example/a%20b?q=%221%22&r'],
    ['{"url":"[website]/more"}', 'https://x.example/a%20b?q=%221%22&r/more'],
    ['{"href":"/[geo_url]/"}', '/ofallon-mo/'],
    ['{"link":"[geo_url]"}', 'https://site.example/plumber-ofallon-mo/'],
    ['{"phone":"tel:[phone]"}', 'tel:+12965555991'],
    ['{"text":"See https://x.example/ in [geo_city]"}', `See https://x.example/ in ${CITY}`],
    ['{"text":"https://x.example/ is in [geo_city]"}', `https://x.example/ is in ${CITY}`],
    [
      '{"html":"\\u003cb title=\\u0022[geo_city]\\u0022\\u003e[level]\\u003c/b\\u003e"}',
      `<b title="O'Fallon &quot;West&quot; &amp; Co">2</b>`,
    ],
  ])('reads %s of a block as %s', (json, expected) => {
    const page = fill(`<!-- wp:acme/x ${json} /-->`);
    const written: unknown = JSON.parse(page.slice(page.indexOf('{'), page.lastIndexOf('}') + 1));
    expect(Object.values(written as Record<string, unknown>)).toEqual([expected]);
    expect(page.slice(4, -3)).not.toMatch(/--|[<>]/);
  });

  it('treats a comment that only looks like a block as a comment', () => {
    expect(fill('<!--wp:acme/x {"a":[geo_city} -->')).toBe('<!--wp:acme/x {"a":[geo_city} -->');
    expect(fill('<!-- WP:acme/x {a:"[level]"} -->')).toBe('<!-- WP:acme/x {a:"2"} -->');
  });

  it('reads block attributes over several lines', () => {
    expect(fill('<!-- wp:acme/x {\n  "a": "[level]"\n} -->\n<p>x</p>\n<!-- /wp:acme/x -->')).toContain(
      '"a": "2"',
    );
  });

  it('fills JSON in an attribute as JSON', () => {
    const page = fill(`<div data-settings='{"city":"[geo_city]","n":[level]}'></div>`);
    expect(page).toBe(`<div data-settings='{"city":"O&#039;Fallon \\"West\\" &amp; Co","n":2}'></div>`);
  });
});

describe('other leaves', () => {
  it('fills title and excerpt as short HTML, and as HTML where the seed has a tag', () => {
    const row = { geo_city: 'A & B <i> &copy; [x]' };
    const { fields } = fillPage(
      { title: '[geo_city]', excerpt: '<p title="[geo_city]">[geo_city]</p>' },
      row,
    );
    expect(fields['title']).toBe('A & B &lt;i&gt; &amp;copy; &#91;x]');
    expect(fields['excerpt:encoded']).toBe(
      '<p title="A &amp; B &lt;i&gt; &amp;copy; &#91;x]">A &amp; B &lt;i&gt; &amp;copy; &#91;x]</p>',
    );
  });

  it('finds placeholders in a title with any spelling of references', () => {
    const { fields } = fillPage(
      { title: 'A &#8211; &#91;geo_city&#93; [empty | default:&#8220;x&#8221;]' },
      ROW,
    );
    expect(fields['title']).toBe(`A &#8211; ${CITY} x`);
  });

  it('protects shortcodes in a short text', () => {
    expect(fillPage({ excerpt: '[map city="[geo_city]"]' }, ROW).fields['excerpt:encoded']).toBe(
      `[map city="O'Fallon &quot;West&quot; &amp; Co"]`,
    );
  });
});
