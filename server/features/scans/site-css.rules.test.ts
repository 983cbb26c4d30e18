import { describe, expect, it } from 'vitest';
import { rewriteCss } from './site-css.rules.ts';

const BASE = 'https://roofs.example/themes/a/style.css';

function rewrite(css: string) {
  const reading = rewriteCss(css, BASE);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

describe('a style sheet of a site', () => {
  it.each([
    ['a{background:url(img/x.png)}', 'a{background:url("https://roofs.example/themes/a/img/x.png")}'],
    ['a{background:url( "../x.png" )}', 'a{background:url( "https://roofs.example/themes/x.png" )}'],
    ["a{src:url('//cdn.example/f.woff2')}", 'a{src:url("https://cdn.example/f.woff2")}'],
    ['a{b:url(/a%22b\\"c.png)}', 'a{b:url("https://roofs.example/a%22b%22c.png")}'],
    ['a{b:url(javascript:run)}', 'a{b:url("about:blank")}'],
  ])('has absolute URLs: %s', (css, written) => {
    expect(rewrite(css).css.replaceAll("'", '"')).toBe(written);
  });

  it.each([
    'a{background:url(data:image/gif;base64,R0lGOD)}',
    'a{clip-path:url(#shape)}',
    'a::before{content:"url(x.png)"}',
    '/* url(x.png) */',
    '@media print{a{color:red}}',
    'a{color:red',
  ])('keeps %s', (css) => {
    expect(rewrite(css).css).toBe(css);
  });

  it('loses URLs that are too long', () => {
    const long = 'x'.repeat(2_000);
    expect(rewrite(`@import "${long}";@import "b.css" (a:${long});a{b:url(${long})}`)).toEqual({
      css: 'a{b:url("about:blank")}',
      imports: [],
    });
  });

  it('has its imports listed and removed', () => {
    const css =
      '@import "b.css";@import url(c.css) screen and (min-width:1px);@IMPORT url("https://x.example/d.css");@import "e.css" layer(base);a{color:red}';
    const { css: text, imports } = rewrite(css);
    expect(text).toBe('a{color:red}');
    expect(imports).toEqual([
      { href: 'https://roofs.example/themes/a/b.css', media: '' },
      { href: 'https://roofs.example/themes/a/c.css', media: 'screen and (min-width:1px)' },
      { href: 'https://x.example/d.css', media: '' },
    ]);
  });
});
